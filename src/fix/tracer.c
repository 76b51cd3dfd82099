/* SPDX-License-Identifier: Apache-2.0 */
/* tracer.c - `fix property/atom/tracer` (model/tracer.h), and `compute nparticles/tracer/region`, which counts marked particles in
 * another region: how long material stays. */
#include "model/tracer.h"
#include "model/rows.h"
#include "session/define.h"
#include "session/groups.h"
#include "session/model_fix.h"
#include <stdlib.h>
#include <string.h>

static tsu_status read_tracer(const tsu_session *s, tsu_words *words, const tsu_object *fix,
                              tsu_tracer_def *t, tsu_error *err)
{
    enum { REGION, STEP, NEEDED, STYLE = NEEDED, EVERY, KEYWORDS };
    static const char *const list[] = {[REGION] = "region_mark",
                                       [STEP] = "mark_step",
                                       [STYLE] = "marker_style",
                                       [EVERY] = "check_mark_every",
                                       NULL};
    static const char *const styles[] = {
        [TSU_MARK_HEAVISIDE] = "heaviside", [TSU_MARK_DIRAC] = "dirac", [TSU_MARK_NONE] = "none", NULL};
    bool has[KEYWORDS] = {false};
    char region[TSU_NAME] = "";
    tsu_status status = TSU_OK;
    words->loose = true;
    while (status == TSU_OK && tsu_words_left(words)) {
        int key, k = 0;
        status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status != TSU_OK) return status;
        has[key] = true;
        if (key == REGION) status = tsu_session_read_region(s, words, region, err);
        if (key == STEP) status = tsu_words_integer_in(words, "the step", 0, INT64_MAX, &t->from, err);
        if (key == STYLE) status = tsu_words_choice(words, "heaviside, dirac or none", styles, &k, err);
        if (key == STYLE) t->marking = (tsu_marking)k;
        if (key == EVERY) status = tsu_words_integer_in(words, "steps between", 1, INT64_MAX, &t->every, err);
    }
    for (int k = 0; k < NEEDED && status == TSU_OK; k++) {
        if (!has[k]) return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`%s` is missing", list[k]);
    }
    return status == TSU_OK ? tsu_model_fix_place(fix, region, &t->region, err) : status;
}

static tsu_status fix_tracer(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_tracer_def def = tsu_model_tracer_default();
    def.group = 1u << fix.group;
    status = read_tracer(s, words, &fix, &def, err);
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_tracer, &def, err);
}

const tsu_command tsu_fixes_tracer[] = {{"property/atom/tracer",
                                         "fix ID GROUP property/atom/tracer region_mark R mark_step N "
                                         "[marker_style heaviside|dirac|none] [check_mark_every N]",
                                         "marks particles in a region from a step on, or at that step; f_ID "
                                         "is the number marked since it was last read",
                                         fix_tracer},
                                        {0}};

/* ---- counting ------------------------------------------------------------------------------------------------------------ */

enum { ALL, MARKED, MASS, MARKED_MASS, NUMBERS };

typedef struct census {
    int group, axis; /* axis -1: whatever the image */
    int64_t image;
    bool any_image, reset;
    char region[TSU_NAME], tracer[TSU_NAME];
    int64_t step; /* of the last count; marks are taken off once in a step */
    double now[NUMBERS];
} census;

static void destroy_census(tsu_session *s, void *state)
{
    (void)s;
    free(state);
}

static bool image_fits(const tsu_session *s, const census *c, int32_t i)
{
    if (c->axis < 0 || c->any_image) return true;
    const tsu_box *b = &s->world->box;
    double x[3];
    tsu_world_unwrapped(s->world, i, x);
    const double length = b->hi[c->axis] - b->lo[c->axis], from = (x[c->axis] - b->lo[c->axis]) / length;
    return from >= (double)c->image && from < (double)c->image + 1.0;
}

static tsu_status count(tsu_session *s, census *c, tsu_error *err)
{
    const tsu_particles *p = &s->world->particles;
    const tsu_particle_column *mark = tsu_particles_find_column(p, c->tracer);
    tsu_region *region;
    const tsu_status status = tsu_session_region(s, c->region, &region, err);
    if (status != TSU_OK) return status;
    if (!mark)
        return tsu_error_lacks_name(
            err, c->tracer,
            tsu_error_set(err, TSU_ERROR_INPUT, "there is no fix property/atom/tracer '%s'", c->tracer));
    memset(c->now, 0, sizeof c->now);
    tsu_exact_sum mass, marked;
    tsu_exact_init(&mass);
    tsu_exact_init(&marked);
    for (int32_t i = 0; i < p->count; i++) {
        if (!tsu_session_in_group(s, i, c->group) || !image_fits(s, c, i) ||
            !tsu_world_in_region(s->world, i, region))
            continue;
        c->now[ALL] += 1.0;
        tsu_exact_add(&mass, p->mass[i]);
        if (mark->value[i] != 1.0) continue;
        c->now[MARKED] += 1.0;
        tsu_exact_add(&marked, p->mass[i]);
        if (c->reset) mark->value[i] = 0.0;
    }
    c->now[MASS] = tsu_exact_round(&mass);
    c->now[MARKED_MASS] = tsu_exact_round(&marked);
    return TSU_OK;
}

static tsu_status census_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    census *c = state;
    const bool again = c->reset && c->step == s->world->step; /* the marks of this step are off already */
    const tsu_status status = again ? TSU_OK : count(s, c, err);
    if (status == TSU_OK) c->step = s->world->step;
    *out = c->now[index];
    return status;
}

static tsu_status read_census(const tsu_session *s, tsu_words *words, census *c, tsu_error *err)
{
    enum { PERIODIC, RESET, TRACER, REGION };
    static const char *const list[] = {[PERIODIC] = "periodic",
                                       [RESET] = "reset_marker",
                                       [TRACER] = "tracer",
                                       [REGION] = "region_count",
                                       NULL};
    static const char *const axes[] = {"x", "y", "z", NULL};
    const char *word;
    tsu_status status = TSU_OK;
    while (status == TSU_OK && tsu_words_left(words)) {
        int key;
        status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status != TSU_OK) return status;
        if (key == PERIODIC) {
            status = tsu_words_choice(words, "an axis", axes, &c->axis, err);
            c->any_image = tsu_words_accept(words, "all");
            if (status == TSU_OK && !c->any_image)
                status = tsu_words_integer(words, "the image or all", &c->image, err);
            if (status == TSU_OK && !s->world->box.periodic[c->axis])
                return tsu_words_error(words, words->at - 2, TSU_ERROR_INPUT, err,
                                       "the box is not periodic there");
        }
        if (key == RESET) status = tsu_words_switch(words, "yes or no", &c->reset, err);
        if (key == TRACER) status = tsu_words_text(words, "the fix", &word, err);
        if (key == TRACER && status == TSU_OK) snprintf(c->tracer, sizeof c->tracer, "%s", word);
        if (key == REGION) status = tsu_session_read_region(s, words, c->region, err);
    }
    if (status == TSU_OK && (!c->tracer[0] || !c->region[0]))
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`tracer` or `region_count` is missing");
    return status;
}

static tsu_status compute_census(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object o;
    tsu_status status = tsu_session_new_compute(s, words, &o, err);
    if (status != TSU_OK) return status;
    census *c = o.state = tsu_session_new_state(&o, sizeof *c, err);
    if (!c) return TSU_ERROR_MEMORY;
    c->group = o.group;
    c->axis = -1;
    c->step = -1;
    c->reset = true;
    o.destroy = destroy_census;
    o.values = (tsu_values){.vector_length = NUMBERS, .vector = census_vector};
    status = read_census(s, words, c, err);
    return tsu_session_finish_compute(s, &o, status, err);
}

const tsu_command tsu_computes_tracer[] = {
    {"nparticles/tracer/region",
     "compute ID GROUP nparticles/tracer/region tracer FIX region_count R [reset_marker yes|no] [periodic "
     "x|y|z N|all]",
     "particles in a region: all, marked, mass of all, mass of the marked; marks are removed",
     compute_census},
    {0}};
