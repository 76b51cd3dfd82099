/* SPDX-License-Identifier: Apache-2.0 */
/* deck_state.h - what the commands of a slider deck share; not for other folders. */
#ifndef TSU_SLIDER_DECK_STATE_H
#define TSU_SLIDER_DECK_STATE_H

#include "slider/slider_deck.h"

enum { TSU_SLIDER_SCHEDULE_MAX = 4096 };

struct tsu_slider_deck {
    tsu_slider_deck_options options;
    tsu_script *script;
    tsu_slider slider;
    tsu_slider_phase drive[TSU_SLIDER_SCHEDULE_MAX];
    tsu_slider_load load[TSU_SLIDER_SCHEDULE_MAX];
    tsu_quantity normal; /* the normal traction if it is a variable */
    double evaluated_at; /* time that `time` stands for while the normal traction is evaluated [s] */
    tsu_slider_state state;
    bool started;                /* there is a state */
    bool case_open;              /* the record has a case for it */
    bool in_stability;           /* stability is being printed */
    bool say_newton;             /* print each step's residuals */
    int iterations;              /* of the last step */
    double every;                /* between recorded rows, 0: each step [s] */
    double next_row;             /* [s] */
    char name[64];               /* of the case; empty: made from V and K */
    double force_max, force_min; /* of the spring since `mark` [N] */
    double traction_max;         /* largest traction since `mark` [Pa] */
    tsu_slider_modes modes;      /* of the last `stability` */
    double critical_velocity, critical_stiffness;
    tsu_slider_record record;
};

/* Prints growth, frequency and critical values at a speed; keeps them for formulas. */
tsu_status tsu_slider_deck_stability(tsu_slider_deck *d, double V, tsu_error *err);
/* Adds points on a logarithmic grid of V and K to the record. */
typedef struct tsu_slider_grid {
    double V[2], K[2];
    int64_t V_count, K_count;
    bool simulate;
} tsu_slider_grid;
tsu_status tsu_slider_deck_map(tsu_slider_deck *d, const tsu_slider_grid *grid, tsu_error *err);

#endif
