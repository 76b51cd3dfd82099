/* SPDX-License-Identifier: Apache-2.0 */
/* restart.h - restart files: when they are written, and what they hold for fixes that are defined again. */
#ifndef TSU_SESSION_RESTART_H
#define TSU_SESSION_RESTART_H

#include "session/object.h"
#include <stddef.h>

struct tsu_sections; /* io/sections.h */

typedef struct tsu_restart_plan { /* the command `restart` */
    int64_t every;                /* steps between files of the first kind; 0: none */
    char path[1024];              /* its * stands for the step */
    int64_t every_two;            /* steps between files of the second kind */
    char two[2][1024];            /* written in turn */
    int turn;
} tsu_restart_plan;

/* The state of a fix in a restart file, until the fix is defined again. */
typedef struct tsu_saved_fix {
    char id[TSU_NAME], style[TSU_NAME];
    uint8_t *data;
    size_t size;
} tsu_saved_fix;

/* command/restart.c: writes a restart file; writes those that `restart` wants at the present step, and tells the next step
 * with one; gives a new fix what a restart file holds for it; gives the world, before its first step, what waits for it. */
tsu_status tsu_session_write_restart(tsu_session *s, const char *path, tsu_error *err);
/* Makes the world of a restart file, in a session that has none. */
tsu_status tsu_session_read_restart(tsu_session *s, const char *path, tsu_error *err);
tsu_status tsu_session_read_sections(const tsu_session *s, const char *path, struct tsu_sections *out,
                                     tsu_error *err);
tsu_status tsu_session_restart_due(tsu_session *s, tsu_error *err);
int64_t tsu_session_restart_next(const tsu_session *s, int64_t step);
tsu_status tsu_session_load_fix(tsu_session *s, const char *id, tsu_error *err);
/* The same for a compute, in a run that was interrupted and goes on. */
tsu_status tsu_session_load_compute(tsu_session *s, const char *id, tsu_error *err);
tsu_status tsu_session_resume(tsu_session *s, tsu_error *err);
void tsu_session_forget_saved(tsu_session *s);

#endif
