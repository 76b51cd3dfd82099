/* SPDX-License-Identifier: Apache-2.0 */
/* model.h - models: whatever acts in a step beside the contacts. Springs, added forces, heat, insertion, prescribed motion,
 * averages ... are objects of the engine that know nothing of decks; a fix fills a parameter struct from the words of a deck and
 * creates one, and so may a program.
 *
 * A model is a row (tsu_model_row) in the table tsu_model_rows (models.c). The row says what the model is called, what it does in
 * which phase of a step (hooks of step/world.h), which fields of the particles it reads and writes, where its energy is booked,
 * which columns it needs and what of it goes into a restart file. A model of a world is a tsu_model: the row, a name and a state,
 * which begins with the parameters.
 *
 * Only src/step/ writes the ledger: the work of forces that a model adds in TSU_HOOK_FORCE is booked there, and what a model puts
 * in by other means it hands over by tsu_ledger_give, tsu_ledger_work and the like. */
#ifndef TSU_MODEL_MODEL_H
#define TSU_MODEL_MODEL_H

#include "io/sections.h"
#include "model/parameter/parameter.h"
#include "state/region.h"
#include "step/hooks.h"
#include "step/world.h"

/* ---- parameters ----------------------------------------------------------------------------------------------------- */

/* A number that is given once, or asked for whenever it is needed: for all particles, or for each. The context is lent as long as
 * the model lives. */
typedef struct tsu_model_value {
    double constant;
    tsu_status (*ask)(void *context, double *out, tsu_error *err);                    /* NULL: constant */
    tsu_status (*ask_each)(void *context, int32_t rows, double *out, tsu_error *err); /* NULL: one for all */
    void *context;
    /* Whether the answer follows from step and time alone, so that it may be asked for on behalf of others that are at the same step;
     * NULL: it does not. */
    bool (*timely)(void *context);
} tsu_model_value;

/* The present value of one that is not asked for each particle; or the values of all rows, asked for each or not. */
tsu_status tsu_model_value_now(const tsu_model_value *value, double *out, tsu_error *err);
tsu_status tsu_model_value_each(const tsu_model_value *value, int32_t rows, double *out, tsu_error *err);

/* Three numbers that are asked for together; {0}: they are not. */
typedef struct tsu_model_vector {
    tsu_status (*ask)(void *context, double out[3], tsu_error *err);
    void *context;
    bool (*timely)(void *context); /* as of a value */
} tsu_model_vector;

/* A region that stays as it is, or is asked for whenever it is needed, since it moves; {0}: everywhere. */
typedef struct tsu_model_place {
    const tsu_region *region;
    tsu_status (*ask)(void *context, const tsu_region **out, tsu_error *err); /* NULL: `region` */
    void *context;
    bool (*stays)(
        void *context); /* whether the answer is always the same region, which does not move; NULL: no */
} tsu_model_place;

/* *out: the region where it is now; NULL: everywhere. */
tsu_status tsu_model_place_now(const tsu_model_place *place, const tsu_region **out, tsu_error *err);

/* ---- what a model is ------------------------------------------------------------------------------------------------ */

/* What a model reads and writes, by bits. Who writes a field may read it too: forces are added to, and only a group may be written. */
typedef enum tsu_fields_touched {
    TSU_FIELDS_POSITION = 1 << 0,
    TSU_FIELDS_VELOCITY = 1 << 1,
    TSU_FIELDS_SPIN = 1 << 2,
    TSU_FIELDS_FORCE = 1 << 3,
    TSU_FIELDS_TORQUE = 1 << 4,
    TSU_FIELDS_SIZE = 1 << 5, /* radius, density, mass, inertia */
    TSU_FIELDS_TYPE = 1 << 6,
    TSU_FIELDS_GROUP = 1 << 7,
    TSU_FIELDS_IMAGE = 1 << 8,
    TSU_FIELDS_COLUMNS = 1 << 9,   /* named columns: those of the row, or others given in the parameters */
    TSU_FIELDS_CONTACTS = 1 << 10, /* forces of single contacts: they are kept for it (tsu_world_watch) */
    TSU_FIELDS_WALLS = 1 << 11,    /* walls and meshes: motion, temperature */
    TSU_FIELDS_BOX = 1 << 12,
    TSU_FIELDS_COUNT = 1 << 13 /* inserts or removes particles */
} tsu_fields_touched;

/* Where the energy that it puts in or takes out is booked. */
typedef enum tsu_model_account {
    TSU_MODEL_NO_ENERGY,
    TSU_MODEL_WORK, /* external work: of forces that it adds, found by the step, or handed over (tsu_ledger_work) */
    TSU_MODEL_GIVEN /* given: handed over (tsu_ledger_give), or found by the step when something was changed */
} tsu_model_account;

/* A column of the particles that it needs. */
typedef struct tsu_model_column {
    const char *name; /* NULL ends a list */
    int width;
    double initial;
    bool
        own; /* the name of the model follows the name of the column, which may be empty and is removed with the model */
} tsu_model_column;

typedef struct tsu_model tsu_model;
typedef tsu_status tsu_model_call(tsu_model *m, tsu_error *err);

/* How the parts of a divided world run a model themselves: each has one with the same parameters, for its own particles (ranks/models.h).
 * Columns go with the particles; sums over groups (group_sum.h) are those of all parts, and so all parts must take them alike: in each step,
 * or in the same ones. */
enum { TSU_MODEL_VALUES = 6 };
typedef struct tsu_model_parts {
    bool (*can)(const tsu_model *m); /* with its present parameters; NULL: always. Beside these: */
    size_t value_at
        [TSU_MODEL_VALUES +
         1]; /* of each tsu_model_value among them, 0 ends the list: they must be constant or timely */
    size_t vector_at,
        place_at;             /* of a tsu_model_vector, as these, and a place, which must not move; 0: none */
    size_t sums_at;           /* of exact sums over particles in its state; ... */
    int sums;                 /* ... so many, of which each part has its own */
    bool grow;                /* they grow from step to step: those of parts are added to what there is */
    size_t begins_at, begins; /* bytes of the state beyond the parameters with which a part begins */
    size_t ends_at, ends; /* bytes of the state that are the same in all parts after a step, and come back */
    const struct tsu_model_row
        *row; /* of the model that a part has, with the same parameters; NULL: the same row */
} tsu_model_parts;

typedef struct tsu_model_row {
    const char *name, *doc;       /* and one sentence */
    const tsu_model_names *names; /* of parameters and of what it tells; NULL: only a script can create it */
    size_t def_size;              /* of the parameters, with which the state begins [byte] */
    size_t state_size;            /* [byte] */
    void (*preset)(void *def);    /* fills parameters with their defaults */
    /* Checks the parameters in the state and prepares what else it holds, which is zero. NULL: nothing to do. On failure
     * `destroy` is called. */
    tsu_model_call *create;
    void (*destroy)(tsu_model *m);          /* gives back what the state owns; NULL: nothing */
    tsu_model_call *phase[TSU_HOOK_PHASES]; /* in each step; NULL: nothing */
    bool (*rests)(const tsu_model *m);  /* nothing to do until the next drift; NULL: never (tsu_hook_def) */
    int64_t (*due)(const tsu_model *m); /* the next step in which it acts (tsu_hook_due); NULL: in each */
    const tsu_model_parts *parts;       /* NULL: rank 0 takes the steps in which it acts */
    bool (*sleeps)(const tsu_model *m); /* nothing to do after the drift of this step; NULL: never */
    bool stirs;                         /* once it is there forces are found anew */
    uint32_t reads, writes;             /* TSU_FIELDS_...; held to it by inspect.h and tests */
    tsu_model_account account;
    const tsu_model_column *column; /* NULL: none */
    /* Before each run, when no forces are there yet: adds the groups that it moves to those of the world (moving, turning,
     * coasting). */
    void (*mark)(const tsu_model *m);
    /* Before the first step of each run. */
    tsu_model_call *begin;
    /* Between two steps, where the number of the step is a multiple of m->every; if `at_start` before the first step of a run too,
     * whatever its number. */
    tsu_model_call *between;
    bool at_start;
    /* The number of the present step, and the time, were changed by so many steps (`reset_timestep`). */
    void (*renumber)(tsu_model *m, int64_t by);
    /* What a restart file holds of it beyond its parameters; in the same order. */
    void (*save)(const tsu_model *m, tsu_pack *pack);
    tsu_status (*load)(tsu_model *m, tsu_cursor *saved, tsu_error *err);
    /* What it tells. */
    tsu_status (*scalar)(tsu_model *m, double *out, tsu_error *err);
    int numbers; /* negative: any number, `number` knows how many */
    tsu_status (*number)(tsu_model *m, int index, double *out, tsu_error *err); /* index from 0 */
    int table_columns;                                                          /* of a table; 0: none */
    int64_t (*table_rows)(const tsu_model *m);
    tsu_status (*table)(tsu_model *m, int64_t row, int column, double *out, tsu_error *err);
    int particle_numbers;                           /* of each particle; 0: none */
    const double *(*particles)(const tsu_model *m); /* [rows][particle_numbers], lent until the next step */
    bool scalar_is_energy;                          /* a potential energy of the particles [J] */
    bool settles; /* values belong to the present forces: between runs these are made current before */
} tsu_model_row;

enum { TSU_MODEL_NAME = 64 };

struct tsu_model {
    const tsu_model_row *row;
    char name[TSU_MODEL_NAME];
    struct tsu_world *world;
    void *state;   /* owned; begins with the parameters */
    int64_t every; /* steps between calls of `between`, set by `create`; 0: none */
    bool
        between_runs; /* what `load` takes up was saved when no run was under way: the next one begins as any */
    int numbers, table_columns, particle_numbers; /* as in the row, unless `create` knows better */
    bool scalar;                                  /* ... likewise: there is one */
    int columns;                                  /* of the row, that it has */
    int hooks;
    tsu_hook_handle hook[TSU_HOOK_PHASES];
};

/* models.c: all of them, NULL behind the last; and the one of that name, NULL: none. */
extern const tsu_model_row *const tsu_model_rows[];
const tsu_model_row *tsu_model_row_find(const char *name);

/* ---- the models of a world ------------------------------------------------------------------------------------------- */

/* Creates a model with these parameters (row->def_size bytes, copied; NULL: the defaults). It acts from the next step on, after
 * those created before, and lives until it or the world is destroyed. `name` is kept in restart files and need not be unique. On
 * failure the world is as it was. */
tsu_status tsu_model_create(struct tsu_world *w, const tsu_model_row *row, const char *name, const void *def,
                            tsu_model **out, tsu_error *err);
void tsu_model_destroy(tsu_model *m); /* NULL is fine */
int tsu_models_count(const struct tsu_world *w);
tsu_model *tsu_models_at(const struct tsu_world *w, int k); /* in the order of creation */
tsu_model *tsu_models_find(const struct tsu_world *w, const char *name);
/* Another one with this row; NULL: there is none. */
tsu_model *tsu_models_of(const struct tsu_world *w, const tsu_model_row *row);

/* Whether parts of a divided world can run it themselves. */
bool tsu_model_divides(const tsu_model *m);

/* Calls `mark` of all; `alone`: nothing moves but what they say. */
void tsu_models_mark(struct tsu_world *w, bool alone);
/* Calls `begin`, or `between`, of one; those that have none do nothing. */
tsu_status tsu_model_begin(tsu_model *m, tsu_error *err);
tsu_status tsu_model_between(tsu_model *m, tsu_error *err);
/* Calls `begin` of all. */
tsu_status tsu_models_begin(struct tsu_world *w, tsu_error *err);
/* The steps that ramps of the present run count from and to: its own, unless it is said to be a part of a longer one. */
typedef struct tsu_run_span {
    int64_t first, last;
} tsu_run_span;
void tsu_models_set_span(struct tsu_world *w, tsu_run_span span);
tsu_run_span tsu_models_span(const struct tsu_world *w);
/* A run: begins, takes steps, and calls `between` where it is due. Who runs a world with models calls this in place of
 * tsu_world_advance_until. */
tsu_status tsu_models_advance(struct tsu_world *w, int64_t steps, bool (*wanted)(void *context),
                              void *context, tsu_error *err);

/* From now on a model that changes a field which its row does not name ends the run (inspect.h). */
tsu_status tsu_models_inspect(struct tsu_world *w, bool on, tsu_error *err);

/* Where warnings of models go, one sentence each, and what else they tell, which may be a part of a line; without, nowhere. */
typedef void tsu_model_sink(void *context, bool warning, const char *text);
tsu_status tsu_models_listen(struct tsu_world *w, tsu_model_sink *sink, void *context, tsu_error *err);
void tsu_model_warn(const tsu_model *m, const char *format, ...) TSU_PRINTF(2, 3);
void tsu_model_say(const tsu_model *m, const char *format, ...) TSU_PRINTF(2, 3);

/* ---- for who writes one ------------------------------------------------------------------------------------------------ */

/* Whether a particle is in a group (mask). */
static inline bool tsu_in_group(const struct tsu_world *w, int32_t row, uint32_t group)
{
    return (w->particles.group[row] & group) != 0;
}

/* The name of one of its columns. */
void tsu_model_column_name(const tsu_model *m, const tsu_model_column *column, char name[TSU_MODEL_NAME]);

#endif
