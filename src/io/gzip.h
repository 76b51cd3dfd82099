/* SPDX-License-Identifier: Apache-2.0 */
/* gzip.h - text that is compressed on its way to a stream. Each begin and end make one whole member of a gzip file; members
 * may follow each other in a file, and readers give back all of them. */
#ifndef TSU_IO_GZIP_H
#define TSU_IO_GZIP_H

#include "base/error.h"
#include <stdio.h>

typedef struct tsu_gzip tsu_gzip;

/* Whether this build can compress. */
bool tsu_gzip_known(void);

/* The stream is borrowed. After TSU_OK call tsu_gzip_end. */
tsu_status tsu_gzip_begin(tsu_gzip **gzip, FILE *stream, tsu_error *err);
/* A failure is remembered until the end. */
void tsu_gzip_put(tsu_gzip *gzip, const void *bytes, size_t count);
/* Writes the rest and gives all back; NULL is fine. False: something could not be written. */
bool tsu_gzip_end(tsu_gzip *gzip);

#endif
