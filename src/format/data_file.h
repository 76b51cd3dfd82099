/* SPDX-License-Identifier: Apache-2.0 */
/* data_file.h - particles as text in the layout of LAMMPS' and LIGGGHTS' data files for spheres:
 *
 *   any first line
 *   N atoms
 *   T atom types
 *   LO HI xlo xhi          (and y, z; header lines in any order)
 *   Atoms
 *   id type diameter density x y z [ix iy iz]
 *   Velocities
 *   id vx vy vz [wx wy wz]
 *
 * Empty lines and what follows a # do not count. */
#ifndef TSU_FORMAT_DATA_FILE_H
#define TSU_FORMAT_DATA_FILE_H

#include "base/error.h"

typedef struct tsu_data_particle {
    uint64_t id;
    int64_t line;                /* of the file */
    int32_t type;                /* from 1 */
    int32_t image[3];            /* times it has crossed each periodic face */
    double diameter, density;    /* [m], [kg/m^3] */
    double x[3], v[3], omega[3]; /* [m], [m/s], [rad/s] */
} tsu_data_particle;

typedef struct tsu_data {
    double lo[3], hi[3]; /* the box                                                    [m] */
    bool bounded[3];     /* whether its extent is given */
    int32_t types;
    int64_t count;
    tsu_data_particle *particle; /* [count], in the order of the file, owned */
} tsu_data;

void tsu_data_free(tsu_data *d);

/* Reads `size` bytes; data[size] must be readable and 0. Checks ids, types and sizes; errors name file and line. On failure
 * *d is empty. */
tsu_status tsu_data_parse(const char *text, size_t size, const char *name, tsu_data *d, tsu_error *err);
tsu_status tsu_data_read(const char *path, tsu_data *d, tsu_error *err);

/* Writes such a file, whole or not at all; numbers come back as they were to the last bit. */
tsu_status tsu_data_write(const tsu_data *d, const char *path, const char *first_line, tsu_error *err);

#endif
