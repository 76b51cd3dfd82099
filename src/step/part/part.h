/* SPDX-License-Identifier: Apache-2.0 */
/* part.h - a world that is one part of a divided one (ranks/crew.h): its own particles, and behind them copies of those of other
 * ranks that its own may touch.
 *
 * Such guests are rows without any group, so nothing moves them and no wall feels them, and as the last rows they are left out where forces are
 * summed; in each step, after the drift, they get place, velocity and spin from the rank that owns them. A contact of a particle with a guest is computed by both ranks, each with a
 * copy of its history, which costs no message; the owner of the lower id books its energies. Everything else that a step finds out
 * about all particles goes through here: energies are merged exactly (base/tally.h), so they do not depend on the parts.
 *
 * Guests are all that can come near until the particles have moved by `limit` since they were found. Where that is exceeded unforeseen, or
 * a particle leaves the box and must not, all parts halt midway in a step, behind the drift: they are put together, and rank 0 takes the
 * rest of the step. Who may leave the box leaves all parts in the same step, his guests too. Where something fails all ranks learn of it and give the parts up: rank 0 still has the whole world as it was when they were last
 * put together, and takes the steps alone, so that a message is that of one rank. */
#ifndef TSU_STEP_PART_PART_H
#define TSU_STEP_PART_PART_H

#include "base/tally.h"
#include "base/team.h"
#include "step/lanes.h"
#include "step/world.h"

enum { TSU_PART_NUMBERS = 12 }; /* that a guest gets at most: place, velocity, spin, images */

/* What goes to another rank in each step, and what comes from it. Particles have slots: numbers that stay when rows are sorted. */
typedef struct tsu_part_link {
    int rank;
    int32_t sends, takes;
    int32_t *send, *take; /* slots, owned */
    double *out, *in;     /* [sends], [takes], TSU_PART_NUMBERS each; owned */
} tsu_part_link;

/* Accounts into which models book what they do to single particles. */
typedef enum tsu_part_account {
    TSU_PART_WORK,
    TSU_PART_GIVEN,
    TSU_PART_KICK,
    TSU_PART_ACCOUNTS
} tsu_part_account;

/* What the lists of a part need: nothing yet, to be drawn, to be searched for. */
typedef enum tsu_part_lists { TSU_PART_LASTS, TSU_PART_DRAW, TSU_PART_SEARCH } tsu_part_lists;

typedef struct tsu_part {
    int links;
    tsu_part_link *link;
    tsu_team_letter *letter; /* [links] */
    tsu_team_route *route;
    int numbers; /* that a guest gets: none of them are images where no axis is periodic */
    int32_t rows;
    int32_t *row;     /* [rows] by slot, as they were ... */
    int64_t builds;   /* ... when so many lists had been made */
    uint8_t *foreign; /* of each contact: another rank books its energies; owned, ... */
    size_t foreign_capacity;
    int64_t marked;      /* ... as they were when so many lists had been drawn */
    double (*start)[3];  /* [rows] by slot: where own particles were at the cut, as if never wrapped [m] */
    double moved, limit; /* most that any particle has moved since then, or somewhat more, and may [m] */
    bool stepping,
        last; /* in a step, behind what all ranks tell each other at its beginning; it is the last before they part */
    bool postpones;    /* nobody needs the energies of a step before the ranks meet in the next one */
    tsu_tally *tally;  /* of the contacts of the step before, if not yet merged; lent */
    bool broken;       /* the parts are given up */
    bool halted;       /* midway in a step, in which particles have moved so far at most: */
    double furthest;   /* [m] */
    bool trouble;      /* something failed here; the others learn of it when they speak next */
    bool forces_added; /* in the last step, by models */
    tsu_part_lists worn, renew; /* in the next step, for this part; in this one, for any */
    int columns; /* of the particles, the first ones, that go along to other ranks (ranks/columns.h) */
    int walls,
        shared; /* with loads that all parts add in each step; of these it has been done for so many in this one */
    int servos;
    struct tsu_servo *servo; /* owned */
    bool booked;             /* by this rank since they spoke last, here: */
    /* ... in the step that was taken, then at the start of the one to come ... */
    tsu_exact_sum own[2 * TSU_PART_ACCOUNTS];
    bool early;                /* ... which is under way */
    tsu_exact_sum work_begins; /* external work of all ranks when this step began */
    bool stepped;              /* since then; before that step the external work was */
    tsu_exact_sum work_before;
    bool (*wanted)(
        void *context); /* asked on rank 0: whether the step that begins shall be the last; NULL elsewhere */
    void *context;
    bool asked;                /* ... and it was so */
    struct tsu_world *whole;   /* on rank 0: the world that was divided; NULL elsewhere */
    struct tsu_asked *answers; /* ranks/asked.h; owned by who owns the models */
    struct tsu_part_room *room;
} tsu_part;

/* What the lists of the whole world have been tuned to, with which those of its parts begin. */
typedef struct tsu_part_tuning {
    double inner, wide; /* [m] */
    int64_t ahead;
    bool flowing;
} tsu_part_tuning;

/* Numbers of a world that its parts have in common. */
typedef struct tsu_part_state {
    tsu_part_tuning tuning;
    tsu_box box;
    char boundary[3][2];
    double box_minimum[3][2], lattice[3], gravity[3], dt, time, skin;
    int64_t step, every, touching;
    uint32_t moving, turning, coasting;
    int threads, lost_policy;
    bool lean, staged, forces_added;
    tsu_ledger ledger;
} tsu_part_state;

void tsu_part_state_get(const struct tsu_world *w, tsu_part_state *state);
/* Gives them to a part, or to the whole world the step, time and energies that its parts have reached. */
void tsu_part_state_give(struct tsu_world *part, const tsu_part_state *state);
void tsu_part_state_return(struct tsu_world *whole, const tsu_part_state *state);
void tsu_part_tune(struct tsu_world *part, const tsu_part_tuning *tuning);

tsu_part *tsu_part_create(tsu_error *err);
void tsu_part_destroy(tsu_part *part);
void tsu_part_link_free(tsu_part_link *link);
/* There are no links, and room for one to each rank. */
tsu_status tsu_part_unlink(tsu_part *part, tsu_error *err);
/* The particles of the world are in the order of their slots. */
tsu_status tsu_part_begin(struct tsu_world *w, tsu_error *err);
/* Behind tsu_part_close: it takes further steps from where it is. */
void tsu_part_go_on(struct tsu_world *w, const tsu_part_state *state);

/* Between steps: a number of each particle, by row, which guests get from their owners. */
void tsu_part_tell(struct tsu_world *w, double *value);
/* The ranks that own the particles, by row. */
void tsu_part_owners(struct tsu_world *w, int32_t *owner);
/* A step begins, the last one before tsu_part_close or not. */
void tsu_part_start(struct tsu_world *w, bool last);
/* In a step, after the drift: guests get where they are; *furthest is then the longest displacement of all particles. */
tsu_status tsu_part_exchange(struct tsu_world *w, double *furthest, tsu_error *err);
/* In a step: energies and contacts of all ranks. Where no model needs anything of other ranks within the step they are merged when the ranks
 * meet next, and the accounts of the step are closed there; the tally is lent until then, and true is returned. */
bool tsu_part_merge(struct tsu_world *w, tsu_tally *tally);
/* In a step, before that, once for each wall of a mesh whose loads are not idle: totals of all ranks and the number of all contacts;
 * then, if they want them, the rows of all ranks, of which this one has as many as it has said, lent. */
tsu_status tsu_part_share_loads(struct tsu_world *w, tsu_exact_sum total[6], int64_t *contacts,
                                tsu_error *err);
const void *tsu_part_share_rows(struct tsu_world *w, const void *mine, size_t size);
/* ... of forces that models add. */
void tsu_part_merge_work(struct tsu_world *w, tsu_tally *tally);
/* Where a model books; the ledgers of all ranks get it when they speak next. */
tsu_exact_sum *tsu_part_book(struct tsu_world *w, tsu_part_account account);
/* At the end of a step, before which the external work was so much. */
void tsu_part_note_work(struct tsu_world *w, const tsu_exact_sum *before);
/* What fails behind the merging of energies must not keep a part from what all do together next: it goes on as if nothing were, and says
 * so there. */
tsu_status tsu_part_excuse(struct tsu_world *w, tsu_status status);
tsu_status tsu_part_check(const struct tsu_world *w, tsu_error *err);
/* The exact sum of sums of all ranks. */
void tsu_part_add(const struct tsu_world *w, tsu_exact_sum *sum);
void tsu_part_add_all(const struct tsu_world *w, tsu_exact_sum *sum, int count); /* of so many */
/* Who cannot do what all parts must do together ends all ranks: they would wait for ever. A whole world goes on. */
void tsu_part_need(const struct tsu_world *w, tsu_status status);
/* Particles have left the box, guests too: their rows are gone. */
void tsu_part_lost(struct tsu_world *w);
/* Behind the last step, where the parts have halted, or after a failure: tells the others. False if the parts are given up. */
bool tsu_part_close(struct tsu_world *w, bool failed);

/* The group masks of guests, by row; NULL: they are not kept. Room for them is made for the rows there are. */
const double *tsu_part_groups(const struct tsu_world *w);
tsu_status tsu_part_keep_groups(struct tsu_world *w, tsu_error *err);

static inline bool tsu_part_guest(const struct tsu_world *w, int64_t row)
{
    return w->particles.group[row] == 0;
}

/* Guests are the last rows; how many there are before them. Of a world that is no part: all. */
static inline int32_t tsu_part_own_rows(const struct tsu_world *w)
{
    int32_t rows = w->particles.count;
    while (w->part && rows > 0 && tsu_part_guest(w, rows - 1)) {
        rows--;
    }
    return rows;
}

/* Whether the energies of a contact are booked by another rank. */
static inline bool tsu_part_foreign(const struct tsu_world *w, int64_t i, int64_t j)
{
    const uint64_t *id = w->particles.id;
    return (tsu_part_guest(w, i) && id[i] < id[j]) || (tsu_part_guest(w, j) && id[j] < id[i]);
}

/* Before forces: finds out which contacts those are. */
tsu_status tsu_part_arrange(struct tsu_world *w, tsu_error *err);
/* Marks the lanes of the block at entry k whose energies are. */
void tsu_part_mark(const struct tsu_world *w, tsu_lane_space *s, int64_t k);

#endif
