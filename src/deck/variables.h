/* SPDX-License-Identifier: Apache-2.0 */
/* variables.h - the variables of a deck. */
#ifndef TSU_DECK_VARIABLES_H
#define TSU_DECK_VARIABLES_H

#include "deck/formula.h"
#include "deck/script.h"
#include <stdio.h>

typedef struct tsu_variable {
    char *name;
    tsu_variable_style style;
    int64_t count;        /* index, universe: number of values; loop, uloop: last value */
    int64_t which;        /* index of the value now, from 0 */
    int pad;              /* digits of a padded loop, 0: no padding */
    char **value;         /* [n_value]; formula, text or the name of what is read */
    size_t n_value;       /* 0 for loops */
    tsu_formula *formula; /* of equal and atom, parsed at first use */
    bool given;           /* by the command line */
    bool busy;            /* being evaluated: finds variables that refer to themselves */
    FILE *file;           /* of file and atomfile */
    uint64_t *id;         /* atomfile: particle ids, ascending, and their values [n_id] */
    double *number;
    size_t n_id;
} tsu_variable;

typedef struct tsu_variables {
    tsu_variable **list;
    size_t count, capacity;
    bool forbid_files;
} tsu_variables;

void tsu_variables_free(tsu_variables *v);
tsu_variable *tsu_variables_find(const tsu_variables *v, const char *name);
/* "there is no variable `x`; did you mean `y`?" */
tsu_status tsu_variables_unknown(const tsu_variables *v, const char *name, tsu_error *err);
/* `variable NAME STYLE args`, cursor at NAME. */
tsu_status tsu_variables_define(tsu_variables *v, tsu_words *words, tsu_error *err);
tsu_status tsu_variables_define_index(tsu_variables *v, const char *name, int count,
                                      const char *const *values, tsu_error *err);
/* `next a b ...`, cursor at the first name; *exhausted if a variable ran out and was removed. */
tsu_status tsu_variables_next(tsu_variables *v, tsu_words *words, bool *exhausted, tsu_error *err);
/* Moves a file variable on; removes it at the end of its file. */
tsu_status tsu_variables_advance(tsu_variables *all, tsu_variable *v, bool *exhausted, tsu_error *err);
/* The value of an atomfile variable for a particle, 0 if the file does not name it. */
double tsu_variable_particle(const tsu_variable *variable, uint64_t id);
/* The text of a variable that is neither equal nor per particle; the caller frees *out. */
tsu_status tsu_variable_plain_text(const tsu_variable *variable, char **out, tsu_error *err);
const char *tsu_variable_style_name(tsu_variable_style style);

#endif
