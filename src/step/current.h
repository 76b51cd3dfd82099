/* SPDX-License-Identifier: Apache-2.0 */
/* current.h - what of a world is current: one set of these, tsu_world.current, read by tsu_world_is and changed by tsu_world_gain and
 * tsu_world_lose. Nothing else remembers it.
 *
 *   what happens                                  gained                     lost
 *   a property or law is changed, a wall added                               LAWS, and what the next line says
 *   tsu_world_change: particles, box, walls ...                              LISTS, FORCES
 *   tsu_world_prepare_laws                        LAWS
 *   tsu_lists_update                              LISTS (without memory for them: lost)
 *   tsu_forces_compute: at rest, or in a step     STANDING, or              -, or STANDING; INSERTED
 *     ... keeps the forces of all contacts        RECORDS                    (does not: lost)
 *     ... TSU_FINISH_AHEAD                        AHEAD
 *   tsu_world_settle                              FORCES; RECORDS if somebody wants them
 *   tsu_world_look                                RECORDS
 *   tsu_world_look_away                                                      RECORDS
 *   first half of a step                                                     AHEAD
 *   particles are inserted midway in a step       INSERTED                   LISTS
 *   nobody is left after a removal                                           LISTS
 *   a restart file is taken over, unchanged       FORCES; RECORDS            LISTS
 *   a step begins; a hook says it mends           GUIDED (the hook)          GUIDED (the step)
 *
 * So a world goes through these states:
 *
 *   changed   without FORCES or LAWS: tsu_world_settle makes lists and forces, at the present places and velocities
 *   settled   LAWS, LISTS, FORCES, STANDING: the state that `run 0` shows
 *   stepped   LAWS, LISTS, FORCES: forces are those at the present places, with the velocities half a step before
 *   ahead     stepped and AHEAD, only inside of tsu_world_advance: places and velocities are those after the first half of the
 *             next step, and of the forces nothing is kept unless GUIDED
 *
 * From changed one comes to settled by tsu_world_settle; from settled, stepped and ahead to stepped or ahead by a step, the last one of
 * an advance ends in stepped; from settled and stepped back to changed by tsu_world_change. */
#ifndef TSU_STEP_CURRENT_H
#define TSU_STEP_CURRENT_H

typedef enum tsu_current {
    TSU_CURRENT_LAWS = 1 << 0,     /* coefficients belong to the present properties */
    TSU_CURRENT_LISTS = 1 << 1,    /* lists hold all that can touch, as long as they are not worn out */
    TSU_CURRENT_FORCES = 1 << 2,   /* forces belong to the present places ... */
    TSU_CURRENT_STANDING = 1 << 3, /* ... and to the present velocities; else to those of half a step ago */
    TSU_CURRENT_RECORDS = 1 << 4,  /* the forces of single contacts are those of the last evaluation */
    TSU_CURRENT_AHEAD = 1 << 5,    /* the first half of the next step has been taken (tsu_world.ahead) */
    TSU_CURRENT_INSERTED = 1 << 6, /* since the drift: contacts with new particles had no start of the step */
    TSU_CURRENT_GUIDED = 1 << 7    /* a hook mends what steps ahead do to some particles: forces are kept */
} tsu_current;

#endif
