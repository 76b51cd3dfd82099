/* SPDX-License-Identifier: Apache-2.0 */
/* error.h - errors are values: a status and one sentence that names the culprit, its value and the remedy. */
#ifndef TSU_BASE_ERROR_H
#define TSU_BASE_ERROR_H

#include "base/portable.h"
#include "tsubu/tsubu.h"
#include <stdarg.h>

/* Writes the sentence and returns `status`. `err` may be NULL. A sentence that is already there is replaced.
 */
tsu_status tsu_error_set(tsu_error *err, tsu_status status, const char *format, ...) TSU_PRINTF(3, 4);
tsu_status tsu_error_setv(tsu_error *err, tsu_status status, const char *format, va_list args);

/* Notes what the error just set says is missing; returns its status. */
tsu_status tsu_error_lacks(tsu_error *err, tsu_lack what, tsu_status status);
/* The same for something with a name. */
tsu_status tsu_error_lacks_named(tsu_error *err, tsu_lack what, const char *name, tsu_status status);
tsu_status tsu_error_lacks_name(tsu_error *err, const char *name, tsu_status status); /* TSU_LACKS_NAME */
/* What another error lacked, of which this one tells. */
tsu_status tsu_error_lacks_same(tsu_error *err, const tsu_error *inner, tsu_status status);

/* For functions of the public interface: one of the arguments that these words name is NULL. */
tsu_status tsu_error_null(tsu_error *err, const char *function, const char *arguments);

/* Puts "where: " in front of the sentence, once: an error that already has a place keeps it. */
void tsu_error_locate(tsu_error *err, const char *file, int line);

/* The entry of `known` (NULL-terminated) nearest to `word` by edit distance, or NULL if none is near. */
const char *tsu_nearest_word(const char *word, const char *const *known);

#endif
