/* SPDX-License-Identifier: Apache-2.0 */
/* particle_values.h - words that stand for a number of each particle: what formulas know (x, vx, radius ...), c_ID, c_ID[k],
 * f_ID, f_ID[k], v_NAME, and the words below. */
#ifndef TSU_SESSION_PARTICLE_VALUES_H
#define TSU_SESSION_PARTICLE_VALUES_H

#include "session/session.h"

/* What is known beside what formulas know: volume diameter xs ys zs xu yu zu ix iy iz. The number of such a word, or -1; and its
 * value for a row. */
int tsu_particle_word(const char *name);
double tsu_particle_word_value(const tsu_session *s, int32_t row, int word);

/* Fails unless the word names something that gives one number for each particle. Nothing is evaluated. */
tsu_status tsu_particle_value_check(const tsu_session *s, const char *word, tsu_error *err);
/* The numbers of all rows. */
tsu_status tsu_particle_values(tsu_session *s, const char *word, double *out, tsu_error *err);
/* True for c_..., f_... and v_... */
bool tsu_is_reference(const char *word);

/* The vector or column of an array that a word stands for: c_ID, c_ID[k], f_ID, f_ID[k]; lent until the next such question. */
tsu_status tsu_global_column(tsu_session *s, const char *word, tsu_column *column, tsu_error *err);

#endif
