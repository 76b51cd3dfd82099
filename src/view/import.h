/* SPDX-License-Identifier: Apache-2.0 */
/* import.h - files that are no recorded runs, opened as if they were: text dumps, particles in VTK and HDF5 files, restart files. */
#ifndef TSU_VIEW_IMPORT_H
#define TSU_VIEW_IMPORT_H

#include "view/record/record.h"

typedef struct tsu_import_note {
    double assumed_radius; /* of particles without one [m]; 0: all had theirs */
} tsu_import_note;

/* Opens files, one after the other in time; a recorded run must be the only one. What is read goes through a temporary file. */
tsu_status tsu_import(tsu_recording **recording, const char *const *path, int paths, tsu_import_note *note,
                      tsu_error *err);

#endif
