/* SPDX-License-Identifier: Apache-2.0 */
/* lawset.h - the laws chosen for a kind of contact (between particles, or at one wall), with their keyword
 * settings and the coefficients of every pair of materials. */
#ifndef TSU_LAW_LAWSET_H
#define TSU_LAW_LAWSET_H

#include "law/law.h"
#include "state/materials.h"

enum { TSU_KEYWORD_MAX = 16, TSU_PARAMETER_MAX = 24 }; /* of one law */

/* What a contact has lost since it began, in rows behind those of the laws [J]. The error of the steps is no loss. */
typedef enum tsu_spent {
    TSU_SPENT_NORMAL, /* dashpot, plastic, cohesion */
    TSU_SPENT_TANGENTIAL,
    TSU_SPENT_ROLLING,
    TSU_SPENT_ROWS
} tsu_spent;

enum { TSU_HISTORY_ROWS = TSU_HISTORY_MAX + (int)TSU_SPENT_ROWS }; /* of the history of a contact */

typedef struct tsu_lawset {
    const tsu_law *law[TSU_LAW_KINDS];           /* NULL: off */
    int keyword[TSU_LAW_KINDS][TSU_KEYWORD_MAX]; /* index of the choice */
    int first_coefficient[TSU_LAW_KINDS];
    int first_history[TSU_LAW_KINDS];
    int coefficients;                     /* of all laws together */
    int history;                          /* of all laws together */
    bool antisymmetric[TSU_HISTORY_ROWS]; /* history that changes sign with i <-> j */
    bool spent;        /* the last rows of the history add up what the contact has lost, see tsu_spent */
    unsigned accounts; /* accounts that some law writes */
    unsigned heating;  /* those of them that warm the bodies, by the keywords set */
    bool apart;        /* the cohesion law acts between bodies that do not touch */
    int types;         /* materials the table was made for; 0: not prepared */
    double *table;     /* [types*types][coefficients], owned */
} tsu_lawset;

void tsu_lawset_free(tsu_lawset *s);

/* Chooses laws from deck words: `model hertz tangential history ...`. Stops at the first word that is no kind
 * of law; *used is the number of words taken. Laws that are not named are off; a normal law must be named. */
tsu_status tsu_lawset_choose(tsu_lawset *s, int words, const char *const *word, int *used, tsu_error *err);

/* Sets a keyword of every chosen law that has it. */
tsu_status tsu_lawset_set_keyword(tsu_lawset *s, const char *keyword, const char *value, tsu_error *err);

/* Whether the laws' keywords ask for these rows; and gives the history such rows, or takes them away. */
bool tsu_lawset_wants_spent(const tsu_lawset *s);
void tsu_lawset_set_spent(tsu_lawset *s, bool on);

/* Adds the losses of a block that the laws were run over to these rows; a contact that has ended has none. */
void tsu_lawset_add_spent(const tsu_lawset *s, const tsu_block *b, tsu_lane *history);

/* Whether `word` is a keyword of one of the chosen laws. */
bool tsu_lawset_has_keyword(const tsu_lawset *s, const char *word);

/* Reads the properties the laws need and derives the coefficients of all pairs of materials. */
tsu_status tsu_lawset_prepare(tsu_lawset *s, tsu_materials *materials, tsu_error *err);

/* Whether a property that these laws need is not given; the k-th of them, from 0, is named in the error. */
bool tsu_lawset_missing(const tsu_lawset *s, tsu_materials *materials, int k, tsu_error *err);

/* Coefficients of a pair of materials (types counted from 0). */
static inline const double *tsu_lawset_coefficients(const tsu_lawset *s, int type_i, int type_j)
{
    return s->table + (size_t)(type_i * s->types + type_j) * (size_t)s->coefficients;
}

/* Largest reach beyond touching over all pairs of materials for radii up to the given one [m]. */
double tsu_lawset_reach(const tsu_lawset *s, double radius, bool wall);

/* The name of the column of the particles that the laws read, and its value at the start once they are prepared; NULL
 * without one. */
const char *tsu_lawset_column(const tsu_lawset *s, double *start);

/* Whether a law is named in `text` (as in a restart file: `model hertz tangential history ...`) that is not known here; its kind
 * and name go to `what`. */
bool tsu_laws_text_unknown(const char *text, char *what, size_t size);

/* The names of all history values of the laws, in their order: `model.f_damp tangential.spring:3 ...`. */
void tsu_lawset_history_text(const tsu_lawset *s, char *text, size_t size);

/* Runs surface, normal, cohesion, tangential and rolling over a block whose kinematics, coefficients and history are
 * filled in. */
void tsu_lawset_run(const tsu_lawset *s, tsu_block *b, const tsu_lane *coefficient, tsu_lane *history);
/* The same, and what each kind of law stores [J]. The stiffnesses of the last step are multiplied by `softer[0]` for tangential laws,
 * and by `softer[1]` as well for rolling ones (NULL: by nothing). */
void tsu_lawset_run_parts(const tsu_lawset *s, tsu_block *b, const tsu_lane *coefficient, tsu_lane *history,
                          const tsu_lane *softer, tsu_lane stored[TSU_LAW_KINDS]);

#endif
