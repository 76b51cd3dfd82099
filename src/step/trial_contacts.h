/* SPDX-License-Identifier: Apache-2.0 */
/* trial_contacts.h - contacts that are evaluated besides the steps, for what they hold: copies of some of a list go through the same laws,
 * at the present places or a little before, and the world stays as it is. */
#ifndef TSU_STEP_TRIAL_CONTACTS_H
#define TSU_STEP_TRIAL_CONTACTS_H

#include "law/fused.h"
#include "step/blocks.h"
#include "step/wall/wall.h"

/* What a contact stores: all of it, and of that the part of the normal and cohesion laws, of friction and of rolling. */
enum { TSU_STORED_ALL, TSU_STORED_NORMAL, TSU_STORED_TANGENTIAL, TSU_STORED_ROLLING, TSU_STORED_PARTS };

typedef struct tsu_trial {
    struct tsu_world *w;
    const tsu_wall *wall; /* NULL: contacts between particles */
    const tsu_lawset *laws;
    const double *liquid; /* column of the particles that the laws read; or NULL */
    double back;          /* the step taken, which ends so much before the present places [s] */
    bool parting;         /* contacts end in the step that is under way, */
    bool opening;         /* ... or open in it */
    double kick; /* velocities are those before a kick of this length by the forces that are kept [s] */
    double shift[32][4];                   /* by image */
    tsu_contacts list;                     /* the copies ... */
    tsu_contact_forces forces;             /* ... with the forces found */
    double (*stored)[TSU_STORED_PARTS];    /* by entry of these: the energy stored [J] */
    tsu_exact_sum sum[TSU_SUMS_OF_ENERGY]; /* over all of them [J] */
} tsu_trial;

/* Whether contact k, which touches, is to be looked at; where contacts open, one that did not touch before. */
typedef bool tsu_trial_select(const void *context, const tsu_contacts *c, int64_t k);

/* Evaluates contacts of a wall, or with NULL between particles, over a step of length `back`, at velocities before `kick`. Call
 * tsu_trial_free in any case. */
tsu_status tsu_trial_run(tsu_trial *a, struct tsu_world *w, const tsu_wall *wall, double back, double kick,
                         tsu_trial_select *select, const void *context, tsu_error *err);
/* Lets contacts end within the present step, whose first half kick and drift are taken: the laws book what the old forces do over
 * the step, as at every opening. */
tsu_status tsu_trial_part(tsu_trial *a, struct tsu_world *w, const tsu_wall *wall, tsu_trial_select *select,
                          const void *context, tsu_error *err);
/* Lets contacts open within the present step, just before its evaluation of forces: laws do what they will do there. Those that do
 * not touch then book nothing. */
tsu_status tsu_trial_open(tsu_trial *a, struct tsu_world *w, const tsu_wall *wall, tsu_trial_select *select,
                          const void *context, tsu_error *err);
void tsu_trial_free(tsu_trial *a);

/* Normal and overlap of copy k at a wall, velocity and spin of the surface there. Those of a mesh are as they were at the last
 * evaluation and have changed since by the motion. */
void tsu_trial_look_at_wall(const tsu_trial *a, int64_t k, tsu_vec3 *n, double *overlap, tsu_vec3 *v,
                            tsu_vec3 *w);

#endif
