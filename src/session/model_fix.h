/* SPDX-License-Identifier: Apache-2.0 */
/* model_fix.h - a fix that is a model of the engine (model/model.h): the words of the deck fill the parameters, and everything
 * else (hooks, values, restart, removal) follows from the row of the model.
 *
 *     tsu_object fix;
 *     tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
 *     if (status != TSU_OK) return status;
 *     tsu_spring_def def = tsu_model_spring_default();
 *     def.group = 1u << fix.group;
 *     status = read_spring(words, &def, err);
 *     return tsu_model_fix_finish(s, &fix, status, &tsu_model_spring, &def, err);
 */
#ifndef TSU_SESSION_MODEL_FIX_H
#define TSU_SESSION_MODEL_FIX_H

#include "model/model.h"
#include "session/session.h"

/* Begins a fix with an ID that is free; its state is given back by tsu_model_fix_finish or with the fix. */
tsu_status tsu_model_fix_begin(tsu_session *s, const tsu_words *words, tsu_object *fix, tsu_error *err);
/* A parameter that the deck has given as a number or a variable; of style atom: one for each particle. */
tsu_status tsu_model_fix_value(const tsu_object *fix, const tsu_quantity *q, tsu_model_value *out,
                               tsu_error *err);
/* ... as c_ID, f_ID or v_NAME, or by a word for a number of each particle (particle_values.h). */
tsu_status tsu_model_fix_word(const tsu_object *fix, const char *word, bool each, tsu_model_value *out,
                              tsu_error *err);
/* The word that the context of such a value stands for, and its session. */
tsu_session *tsu_model_fix_asked(const void *context, const char **word);
/* ... as the name of a region, empty: everywhere. */
tsu_status tsu_model_fix_place(const tsu_object *fix, const char *region, tsu_model_place *out,
                               tsu_error *err);
/* Something that parameters refer to and that is given back with the fix, after its model. */
void tsu_model_fix_own(const tsu_object *fix, void *owned, void (*release)(tsu_session *s, void *owned));
void *tsu_model_fix_owned(const void *state); /* from the state of the fix */
/* Creates the model with the ID of the fix as its name and adds the fix, if reading it went well (status). What the caller has set
 * in *fix stays: values, init, output ... */
tsu_status tsu_model_fix_finish(tsu_session *s, tsu_object *fix, tsu_status status, const tsu_model_row *row,
                                const void *def, tsu_error *err);
/* The model of a fix, for who knows that it has one. */
tsu_model *tsu_model_fix_of(const tsu_object *fix);
/* The same from the state of the fix: for functions of its own that a fix sets before tsu_model_fix_finish. */
tsu_model *tsu_model_of_state(const void *state);

#endif
