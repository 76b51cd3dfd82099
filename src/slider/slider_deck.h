/* SPDX-License-Identifier: Apache-2.0 */
/* slider_deck.h - the slider in the deck language, so that variables, formulas and loops work for sweeps.
 *
 *   mass M | spring K | damper C | area S | dimensions 1|2 | timestep DT
 *   friction mu_s A mu_k A kappa A xi A m A alpha A [initial A] [split on|off]
 *   normal F | normal v_NAME | normal table T1 F1 T2 F2 ...
 *   drive T VX [VY] | drive none               the driver moves so from time T on
 *   newton [tolerance A] [iterations N] [cuts N] [tangent consistent|elastic] [print on|off]
 *   case NAME | start rest | start steady [nudge DV] | record DT | run T | mark
 *   stability [velocity V] | stability_map velocity V1 V2 N stiffness K1 K2 N [simulate on|off]
 *   table FILE | page FILE
 *
 * In formulas the columns of record.h are numbers (time, u, force, mu ...), and so are force_max, force_min and traction_max
 * (since `mark`), mu_ss, growth, frequency, critical_velocity, critical_stiffness (of the last `stability`). */
#ifndef TSU_SLIDER_SLIDER_DECK_H
#define TSU_SLIDER_SLIDER_DECK_H

#include "deck/script.h"
#include "slider/record.h"

typedef struct tsu_slider_deck tsu_slider_deck;

typedef struct tsu_slider_deck_options {
    void (*print)(void *context, const char *text);
    void *context;
    bool stability_only; /* `run` does nothing; what stability gives is printed at the end */
} tsu_slider_deck_options;

/* NULL when out of memory. */
tsu_slider_deck *tsu_slider_deck_create(const tsu_slider_deck_options *options);
void tsu_slider_deck_destroy(tsu_slider_deck *d);

tsu_script *tsu_slider_deck_script(tsu_slider_deck *d); /* to set variables before it runs */
const tsu_slider_record *tsu_slider_deck_record(const tsu_slider_deck *d);

tsu_status tsu_slider_deck_run(tsu_slider_deck *d, const char *path, tsu_error *err);
tsu_status tsu_slider_deck_run_text(tsu_slider_deck *d, const char *name, const char *text, tsu_error *err);

extern const tsu_command tsu_commands_slider[];

#endif
