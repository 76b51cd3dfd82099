/* SPDX-License-Identifier: Apache-2.0 */
/* dump_read.h - particles out of a text dump (`dump custom` of tsubu, LIGGGHTS or LAMMPS). */
#ifndef TSU_FORMAT_DUMP_READ_H
#define TSU_FORMAT_DUMP_READ_H

#include "base/error.h"

enum { TSU_DUMP_NAME = 64, TSU_DUMP_COLUMNS = 64 };

typedef struct tsu_dump_frame {
    int64_t step;
    double time;         /* [s], no number where the file does not say */
    double lo[3], hi[3]; /* box [m] */
    int columns;
    char name[TSU_DUMP_COLUMNS][TSU_DUMP_NAME];
    size_t rows;
    double *value; /* [rows][columns], owned */
    int place[3];  /* columns of x, y, z */
    int speed[3];  /* columns of vx, vy, vz, or -1 */
} tsu_dump_frame;

/* Whether a file begins like a text dump. */
bool tsu_dump_is(const char *path);
/* Takes a frame, which stays the reader's. */
typedef tsu_status tsu_dump_take(void *context, tsu_dump_frame *frame, tsu_error *err);
/* Reads all whole frames, one after the other. Positions must be there: x y z, xu yu zu or xs ys zs, which are made x y z. A diameter
 * becomes a radius. */
tsu_status tsu_dump_read_all(const char *path, tsu_dump_take *take, void *context, tsu_error *err);
/* Finds the columns of positions and velocities of a table; for readers of other files. */
tsu_status tsu_dump_find_columns(tsu_dump_frame *frame, const char *path, tsu_error *err);
void tsu_dump_free(tsu_dump_frame *frame);

#endif
