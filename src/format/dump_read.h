/* SPDX-License-Identifier: Apache-2.0 */
/* dump_read.h - particles out of a text dump (`dump custom` of tsubu, LIGGGHTS or LAMMPS). */
#ifndef TSU_FORMAT_DUMP_READ_H
#define TSU_FORMAT_DUMP_READ_H

#include "base/error.h"

enum { TSU_DUMP_NAME = 64, TSU_DUMP_COLUMNS = 64 };

typedef struct tsu_dump_frame {
    int64_t step;
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
/* Reads frame `index`, from 0; -1: the last whole one. Positions and radius (or diameter, which becomes radius) must be there. */
tsu_status tsu_dump_read(const char *path, int index, tsu_dump_frame *frame, tsu_error *err);
void tsu_dump_free(tsu_dump_frame *frame);

#endif
