/* SPDX-License-Identifier: Apache-2.0 */
/* snapshot_film.h - a film of a run: which of its frames, seen from where. */
#ifndef TSU_CLI_SNAPSHOT_FILM_H
#define TSU_CLI_SNAPSHOT_FILM_H

#include "picture/snapshot.h"
#include "view/record/record.h"

enum { TSU_FILM_VIEWS = 16 };

typedef struct tsu_film_plan {
    const char *path;
    int frames;  /* pictures; 0: as many as the run has, within bounds */
    double rate; /* of them per second */
    bool has_from, has_to;
    double from, to; /* [s] */
    double turn;     /* of the eye during the film [degree] */
    int views;       /* the eye goes from one to the next */
    double view[TSU_FILM_VIEWS][3];
} tsu_film_plan;

tsu_status tsu_cli_film(const tsu_recording *run, const tsu_film_plan *plan, const tsu_snapshot_options *look,
                        tsu_error *err);

#endif
