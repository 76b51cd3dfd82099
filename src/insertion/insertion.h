/* SPDX-License-Identifier: Apache-2.0 */
/* insertion.h - `fix insert/...` and `fix particletemplate/...`: the words of a deck for the models of model/insertion/.
 *
 *   fix_template.c     templates and distributions of particles
 *   fix_clump_template.c   templates of clumps
 *   fix_insert.c       `insert/pack`, `insert/rate/region`, `insert/stream`
 *   insert_options.c   their keywords, a table
 *
 * A new keyword is a member of the parameters (tsu_insertion_def), a row in insert_options.c, and what the model does with it. */
#ifndef TSU_INSERTION_INSERTION_H
#define TSU_INSERTION_INSERTION_H

#include "model/insertion/insertion.h"
#include "session/model_fix.h"
#include <string.h>

/* The model of a `fix insert/...`; NULL if the fix is another one. */
static inline tsu_model *tsu_insertion_of(const tsu_object *fix)
{
    return strncmp(fix->style, "insert/", 7) == 0 ? tsu_model_fix_of(fix) : NULL;
}
/* ... and its parameters. */
static inline const tsu_insertion_def *tsu_insertion_def_of(const tsu_object *fix)
{
    const tsu_model *m = tsu_insertion_of(fix);
    return m ? m->state : NULL;
}

/* insert_options.c: any integer. */
tsu_status tsu_insertion_read_seed(tsu_words *words, int64_t *seed, tsu_error *err);
/* Reads the words after the style. */
tsu_status tsu_insertion_read(tsu_session *s, tsu_words *words, tsu_object *fix, tsu_insertion_kind kind,
                              tsu_insertion_def *def, tsu_error *err);

/* What templates of all kinds read. fix_template.c */
tsu_status tsu_template_read_type(const tsu_session *s, tsu_words *words, int32_t *type, tsu_error *err);
tsu_status tsu_template_read_group(const tsu_session *s, tsu_words *words, uint32_t *groups, tsu_error *err);

#endif
