/* SPDX-License-Identifier: Apache-2.0 */
/* deck_fixture.h - a session whose screen is kept, for tests that run pieces of decks and look at the world. */
#ifndef TSU_TESTS_DECKS_DECK_FIXTURE_H
#define TSU_TESTS_DECKS_DECK_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "session/session.h"
#include "step/world.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct deck {
    tsu_session *session;
    char screen[65536];
    char folder[64]; /* of its own, removed at the end */
} deck;

static inline void deck_print(void *context, const char *text, bool screen, bool log)
{
    deck *d = context;
    const size_t used = strlen(d->screen);
    (void)log;
    if (screen) snprintf(d->screen + used, sizeof d->screen - used, "%s", text);
}

static inline int deck_set_up(void **state)
{
    tsu_error err = {0};
    deck *d = calloc(1, sizeof *d);
    if (!d) return -1;
    d->session =
        tsu_session_open(&(tsu_session_options){.print = deck_print, .context = d, .threads = 2}, &err);
    snprintf(d->folder, sizeof d->folder, "/tmp/tsubu_deck_XXXXXX");
    *state = d;
    return d->session && mkdtemp(d->folder) ? 0 : -1;
}

static inline int deck_tear_down(void **state)
{
    deck *d = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", d->folder);
    tsu_session_destroy(d->session);
    free(d);
    return system(command);
}

static inline void deck_run(deck *d, const char *text)
{
    tsu_error err = {0};
    if (tsu_script_run_string(d->session->script, "deck", text, &err) != TSU_OK)
        fail_msg("deck:%d: %s", err.line, err.message);
}

/* Runs text with every @ replaced by the folder of the test. */
static inline tsu_status deck_try_here(deck *d, const char *text, tsu_error *err)
{
    char full[16384] = "";
    size_t n = 0;
    for (; *text; text++) {
        n += (size_t)(*text == '@' ? snprintf(full + n, sizeof full - n, "%s", d->folder)
                                   : snprintf(full + n, sizeof full - n, "%c", *text));
        assert_true(n < sizeof full);
    }
    return tsu_script_run_string(d->session->script, "deck", full, err);
}

static inline void deck_run_here(deck *d, const char *text)
{
    tsu_error err = {0};
    if (deck_try_here(d, text, &err) != TSU_OK) fail_msg("deck:%d: %s", err.line, err.message);
}

/* The deck fails and its message holds the fragment. */
static inline void deck_refuses(deck *d, const char *text, const char *fragment)
{
    tsu_error err = {0};
    if (tsu_script_run_string(d->session->script, "deck", text, &err) == TSU_OK)
        fail_msg("accepted: %s", text);
    if (!strstr(err.message, fragment)) fail_msg("%s\nhas not: %s", err.message, fragment);
}

static inline void deck_says(const deck *d, const char *fragment)
{
    if (!strstr(d->screen, fragment)) fail_msg("the screen has not: %s\n%s", fragment, d->screen);
}

static inline const tsu_particles *deck_particles(const deck *d)
{
    return &d->session->world->particles;
}

static inline int32_t deck_row(const deck *d, uint64_t id)
{
    const int32_t row = tsu_session_row(d->session, id);
    if (row < 0) fail_msg("there is no particle %llu", (unsigned long long)id);
    return row;
}

/* A number of the deck's language. */
static inline double deck_value(deck *d, const char *formula)
{
    double value = NAN;
    tsu_error err = {0};
    if (tsu_script_evaluate(d->session->script, formula, &value, &err) != TSU_OK)
        fail_msg("%s: %s", formula, err.message);
    return value;
}

static inline void deck_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance)) fail_msg("%.17g is not %.17g", value, expected);
}

/* A file in the folder of the test; the path is lent until the next call. */
static inline const char *deck_file(const deck *d, const char *name, const char *text)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", d->folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    return path;
}

/* What a file in the folder of the test holds; lent until the next call. */
static inline const char *deck_content(const deck *d, const char *name)
{
    static char text[1 << 16];
    char path[512];
    snprintf(path, sizeof path, "%s/%s", d->folder, name);
    FILE *f = fopen(path, "r");
    if (!f) fail_msg("there is no %s", name);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    return text;
}

static inline void deck_file_is(const deck *d, const char *name, const char *expected)
{
    assert_string_equal(deck_content(d, name), expected);
}

static inline void deck_file_has(const deck *d, const char *name, const char *fragment)
{
    const char *text = deck_content(d, name);
    if (!strstr(text, fragment)) fail_msg("%s has not: %s\n%s", name, fragment, text);
}

/* What most decks begin with: one material, a box, laws. */
#define DECK_BEGIN                                                                                           \
    "units si\natom_style granular\nboundary f f f\nnewton off\n"                                            \
    "region box block -1 1 -1 1 -1 1\ncreate_box 2 box\n"
#define DECK_LAWS                                                                                            \
    "fix m1 all property/global youngsModulus peratomtype 1e7 1e7\n"                                         \
    "fix m2 all property/global poissonsRatio peratomtype 0.3 0.3\n"                                         \
    "fix m3 all property/global coefficientRestitution peratomtypepair 2 0.5 0.5 0.5 0.5\n"                  \
    "fix m4 all property/global coefficientFriction peratomtypepair 2 0.5 0.5 0.5 0.5\n"                     \
    "pair_style gran model hertz tangential history\npair_coeff * *\ntimestep 1e-5\n"

#endif
