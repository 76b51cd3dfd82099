/* SPDX-License-Identifier: Apache-2.0 */
/* particle_values.h - words that stand for a number of each particle: those of fields (state/fields.h: x, vx, radius ...), c_ID,
 * c_ID[k], f_ID, f_ID[k], v_NAME. */
#ifndef TSU_SESSION_PARTICLE_VALUES_H
#define TSU_SESSION_PARTICLE_VALUES_H

#include "session/session.h"

/* Fails unless the word names something that gives one number for each particle. Nothing is evaluated. */
tsu_status tsu_particle_value_check(const tsu_session *s, const char *word, tsu_error *err);
/* The numbers of all rows. */
tsu_status tsu_particle_values(tsu_session *s, const char *word, double *out, tsu_error *err);
/* True for c_..., f_... and v_... */
bool tsu_is_reference(const char *word);

/* The vector or column of an array that a word stands for: c_ID, c_ID[k], f_ID, f_ID[k]; lent until the next such question. */
tsu_status tsu_global_column(tsu_session *s, const char *word, tsu_column *column, tsu_error *err);

#endif
