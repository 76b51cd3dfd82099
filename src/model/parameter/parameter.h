/* SPDX-License-Identifier: Apache-2.0 */
/* parameter.h - the parameters of models by name: one table for each model, by which the public interface, its documentation and other
 * languages go. A table belongs to the row of its model (`names` in model.h); its rows say what a parameter is called, where it lies in the
 * parameter struct, its unit, the range of its values and what it means.
 *
 *   tables_force.c, tables_motion.c, tables_insertion.c   the tables
 *   read.c      parameters that somebody gives by name, into the struct
 *   region.c    regions as words
 *   blend.c     templates of particles as words */
#ifndef TSU_MODEL_PARAMETER_PARAMETER_H
#define TSU_MODEL_PARAMETER_PARAMETER_H

#include "base/error.h"
#include "state/blend.h"
#include "state/region.h"
#include <stddef.h>

/* What lies in the struct. */
typedef enum tsu_parameter_store {
    TSU_STORED_NUMBER, /* double */
    TSU_STORED_COUNT,  /* int64_t */
    TSU_STORED_SWITCH, /* bool */
    TSU_STORED_VECTOR, /* double [3] */
    TSU_STORED_AXES,   /* bool [3]: letters out of xyz */
    TSU_STORED_CHOICE, /* int or enum: one of `choice` */
    TSU_STORED_TEXT,   /* char [64] */
    TSU_STORED_GROUP,  /* mask: name of a group */
    TSU_STORED_VALUE,  /* tsu_model_value */
    TSU_STORED_VALUES, /* tsu_model_value [3] */
    TSU_STORED_REGION, /* tsu_model_place: words of region.c */
    TSU_STORED_BLEND,  /* tsu_blend: words of blend.c */
    TSU_STORED_LIST    /* `list` takes the numbers */
} tsu_parameter_store;

typedef enum tsu_parameter_range {
    TSU_RANGE_ANY,
    TSU_RANGE_POSITIVE,
    TSU_RANGE_NOT_NEGATIVE,
    TSU_RANGE_FROM_ONE,
    TSU_RANGE_SHARE /* above 0, at most 1 */
} tsu_parameter_range;

typedef struct tsu_parameter_row {
    const char *name; /* NULL ends a table */
    tsu_parameter_store store;
    size_t at;        /* offset in the struct [byte] */
    const char *unit; /* "": none */
    const char *doc;
    tsu_parameter_range range;
    const char *const *choice; /* NULL behind the last */
    size_t given;              /* offset of a bool, or bool [3], that becomes true with it; 0: none */
    tsu_status (*list)(void *def, const double *number, size_t count, tsu_error *err);
} tsu_parameter_row;

/* `told`: words for what the model tells, the scalar first ("-": there is none), then the numbers. */
typedef struct tsu_model_names {
    const tsu_parameter_row *parameter;
    const char *told;
} tsu_model_names;

extern const tsu_model_names tsu_names_spring, tsu_names_spring_self, tsu_names_set_torque,
    tsu_names_add_force, tsu_names_given_force, tsu_names_viscous, tsu_names_drag, tsu_names_buoyancy,
    tsu_names_gravity, tsu_names_freeze, tsu_names_group, tsu_names_direction, tsu_names_region_wall,
    tsu_names_speed_limit, tsu_names_momentum;
extern const tsu_model_names tsu_names_integrate, tsu_names_move, tsu_names_move_mesh, tsu_names_massflow,
    tsu_names_sieve, tsu_names_adapt, tsu_names_tracer, tsu_names_dt_reset, tsu_names_heat,
    tsu_names_multicontact;
extern const tsu_model_names tsu_names_insert_pack, tsu_names_insert_rate, tsu_names_insert_stream;

struct tsu_model_row;

enum { TSU_PARAMETER_TEXT_MOST = 4096 }; /* letters of a text, with its end */

/* Who reads parameters: how groups are found, and what the struct refers to, which lives as long as the model does. */
typedef struct tsu_parameter_reader {
    const struct tsu_model_row *row;
    const char *name; /* of the model, for messages */
    int materials;
    tsu_status (*group)(void *context, const char *name, uint32_t *mask, tsu_error *err);
    void *context;
    tsu_region *region; /* owned by the caller: tsu_region_destroy */
} tsu_parameter_reader;

/* Fills the struct, which has its defaults; on failure the sentence names the model, the parameter and, where it is unknown, all of them. */
tsu_status tsu_parameters_read(tsu_parameter_reader *r, const tsu_parameter *given, size_t count, void *def,
                               tsu_error *err);
/* One of the table, NULL: none. */
const tsu_parameter_row *tsu_parameter_find(const struct tsu_model_row *row, const char *name);
/* How it is given. */
tsu_parameter_kind tsu_parameter_kind_of(tsu_parameter_store store);

/* "block XLO XHI YLO YHI ZLO ZHI", "sphere X Y Z R", "cylinder AXIS C1 C2 R LO HI", "cone AXIS C1 C2 RLO RHI LO HI" (centres in the order x,
 * y, z), "plane X Y Z NX NY NZ"; `out` behind them: everything but that. NULL on failure. */
tsu_region *tsu_region_from_words(const char *words, tsu_error *err);
/* Templates with semicolons between them: "type N radius SPREAD density SPREAD weight W seed N", where SPREAD is a number or
 * `uniform`, `gaussian`, `lognormal` and two numbers. Weights are shares of the mass, or of the number if `by_number` stands first. The
 * blend is finished; its seed stays. */
tsu_status tsu_blend_from_words(tsu_blend *blend, const char *words, int materials, tsu_error *err);

/* region.c: the next word, ended by a blank or a semicolon, which is a word by itself; false: there is none. */
enum { TSU_PARAMETER_WORD = 64 };
bool tsu_parameter_word(const char **at, char word[TSU_PARAMETER_WORD]);
bool tsu_parameter_number(const char *word, double *out);

#endif
