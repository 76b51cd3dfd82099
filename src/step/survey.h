/* SPDX-License-Identifier: Apache-2.0 */
/* survey.h - what has to be known of all particles when lists are made anew, found out in one go. */
#ifndef TSU_STEP_SURVEY_H
#define TSU_STEP_SURVEY_H

#include "step/world.h"

typedef struct tsu_survey {
    double lo[3], hi[3]; /* of the centres; infinite, and lo > hi, without particles [m] */
    double largest;      /* radius                                                   [m] */
    double radii;        /* sum of the radii                                         [m] */
    double velocity[3];  /* sum over the particles that move at all                  [m/s] */
    int64_t outside;     /* particles beyond a fixed face */
    bool alike;          /* all are of one material */
    bool same;           /* all have one radius and one mass */
    bool strange;        /* a position is no number, or many box lengths away */
} tsu_survey;

void tsu_survey_take(const struct tsu_world *w, tsu_survey *s);

/* Whether a particle is beyond a fixed face; *axis and *high say which. */
bool tsu_survey_outside(const struct tsu_world *w, int64_t i, int *axis, int *high);
/* Whether its position is a number and not too many box lengths away along a periodic axis; else *axis says along which, -1: it is
 * no number. */
bool tsu_survey_sound(const struct tsu_world *w, int64_t i, int *axis);

/* The longest difference of a velocity from this one [m/s]. */
double tsu_survey_fastest(const struct tsu_world *w, const double frame[3]);

#endif
