/* SPDX-License-Identifier: Apache-2.0 */
/* commands_box.c - regions and the simulation box. */
#include "script/session.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- regions ----------------------------------------------------------------------------------------------------------- */

/* A coordinate that may be INF or EDGE; EDGE is the box where there is one, else endless. */
static tsu_status read_bound(const tsu_session *s, tsu_words *words, const char *what, int axis, bool high,
                             double *out, tsu_error *err)
{
    const double none = high ? INFINITY : -INFINITY;
    if (tsu_words_accept(words, "INF")) {
        *out = none;
        return TSU_OK;
    }
    if (tsu_words_accept(words, "EDGE")) {
        if (!s->world)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "EDGE needs a simulation box");
        *out = high ? s->world->box.hi[axis] : s->world->box.lo[axis];
        return TSU_OK;
    }
    return tsu_words_number(words, what, out, err);
}

static tsu_status read_block(const tsu_session *s, tsu_words *words, tsu_region *r, tsu_error *err)
{
    static const char *const names[3][2] = {{"xlo", "xhi"}, {"ylo", "yhi"}, {"zlo", "zhi"}};
    for (int q = 0; q < 3; q++) {
        tsu_status status = read_bound(s, words, names[q][0], q, false, &r->lo[q], err);
        if (status == TSU_OK) status = read_bound(s, words, names[q][1], q, true, &r->hi[q], err);
        if (status != TSU_OK) return status;
        if (!(r->lo[q] <= r->hi[q]))
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "%s (%g) is above %s (%g)",
                                   names[q][0], r->lo[q], names[q][1], r->hi[q]);
    }
    return TSU_OK;
}

static tsu_status read_axis(tsu_words *words, int *axis, tsu_error *err)
{
    static const char *const list[] = {"x", "y", "z", NULL};
    return tsu_words_choice(words, "the axis", list, axis, err);
}

/* cylinder: dim c1 c2 radius lo hi; cone: dim c1 c2 radlo radhi lo hi; wedge adds angles. */
static tsu_status read_turned(const tsu_session *s, tsu_words *words, tsu_region *r, tsu_error *err)
{
    tsu_status status = read_axis(words, &r->axis, err);
    if (status != TSU_OK) return status;
    /* the two coordinates across the axis come in the order x, y, z */
    const int a = r->axis == 0 ? 1 : 0, b = r->axis == 2 ? 1 : 2;
    status = tsu_words_number(words, "the centre", &r->centre[a], err);
    if (status == TSU_OK) status = tsu_words_number(words, "the centre", &r->centre[b], err);
    const int radii = r->shape == TSU_REGION_CONE ? 2 : 1;
    for (int k = 0; k < radii && status == TSU_OK; k++) {
        status = tsu_words_number(words, "the radius", &r->radius[k], err);
        if (status == TSU_OK && !(r->radius[k] >= 0.0))
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the radius is %g",
                                   r->radius[k]);
    }
    if (status == TSU_OK) status = read_bound(s, words, "the lower end", r->axis, false, &r->along[0], err);
    if (status == TSU_OK) status = read_bound(s, words, "the upper end", r->axis, true, &r->along[1], err);
    if (status == TSU_OK && !(r->along[0] <= r->along[1]))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "the lower end %g is above the upper end %g", r->along[0], r->along[1]);
    return status;
}

static tsu_status read_sphere(tsu_words *words, tsu_region *r, tsu_error *err)
{
    tsu_status status = tsu_words_numbers(words, "the centre", 3, r->centre, err);
    if (status == TSU_OK) status = tsu_words_number(words, "the radius", &r->radius[0], err);
    if (status == TSU_OK && !(r->radius[0] >= 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the radius is %g", r->radius[0]);
    return status;
}

static tsu_status read_plane(tsu_words *words, tsu_region *r, tsu_error *err)
{
    tsu_status status = tsu_words_numbers(words, "a point of the plane", 3, r->centre, err);
    if (status == TSU_OK) status = tsu_words_numbers(words, "the normal", 3, r->normal, err);
    if (status != TSU_OK) return status;
    const double n =
        sqrt(r->normal[0] * r->normal[0] + r->normal[1] * r->normal[1] + r->normal[2] * r->normal[2]);
    if (!(n > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the normal has no length");
    for (int q = 0; q < 3; q++) {
        r->normal[q] /= n;
    }
    return TSU_OK;
}

static tsu_status read_parts(const tsu_session *s, tsu_words *words, tsu_region *r, tsu_error *err)
{
    int64_t n;
    tsu_status status = tsu_words_integer_in(words, "the number of regions", 2, 1000, &n, err);
    if (status != TSU_OK) return status;
    r->part = calloc((size_t)n, sizeof *r->part);
    if (!r->part) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a region");
    for (; r->parts < n; r->parts++) {
        const char *name;
        status = tsu_words_text(words, "a region", &name, err);
        if (status == TSU_OK) status = tsu_session_region(s, name, &r->part[r->parts], err);
        if (status != TSU_OK) return status;
    }
    return TSU_OK;
}

static tsu_status read_shape(const tsu_session *s, tsu_words *words, tsu_region *r, tsu_error *err)
{
    switch (r->shape) {
    case TSU_REGION_BLOCK: return read_block(s, words, r, err);
    case TSU_REGION_PRISM: {
        const tsu_status status = read_block(s, words, r, err);
        return status == TSU_OK ? tsu_words_numbers(words, "the tilts xy xz yz", 3, r->tilt, err) : status;
    }
    case TSU_REGION_SPHERE: return read_sphere(words, r, err);
    case TSU_REGION_PLANE: return read_plane(words, r, err);
    case TSU_REGION_CYLINDER:
    case TSU_REGION_CONE: return read_turned(s, words, r, err);
    case TSU_REGION_WEDGE: {
        tsu_status status = read_turned(s, words, r, err);
        if (status == TSU_OK) status = tsu_words_numbers(words, "the angles [degree]", 2, r->angle, err);
        for (int k = 0; k < 2; k++) {
            r->angle[k] *= 3.14159265358979323846 / 180.0;
        }
        return status;
    }
    case TSU_REGION_UNION:
    case TSU_REGION_INTERSECT: return read_parts(s, words, r, err);
    }
    return TSU_OK;
}

/* side in|out, units box|lattice (box only), and seed and volume_limit, which steer how LIGGGHTS estimates volumes. */
static tsu_status read_options(tsu_words *words, tsu_region *r, tsu_error *err)
{
    static const char *const list[] = {"side", "units", "seed", "volume_limit", NULL},
                             *const sides[] = {"in", "out", NULL}, *const units[] = {"box", "lattice", NULL};
    while (tsu_words_left(words)) {
        int key, k;
        int64_t seed;
        double limit;
        tsu_status status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status != TSU_OK) return status;
        if (key == 0) {
            status = tsu_words_choice(words, "in or out", sides, &k, err);
            if (status == TSU_OK) r->outside = k == 1;
        } else if (key == 1) {
            status = tsu_words_choice(words, "box or lattice", units, &k, err);
            if (status == TSU_OK && k == 1)
                return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                                       "regions in units of a lattice are not supported; write `units box`");
        } else if (key == 2) {
            status = tsu_words_integer(words, "a seed", &seed, err);
        } else {
            status = tsu_words_number(words, "a volume", &limit, err);
        }
        if (status != TSU_OK) return status;
    }
    return TSU_OK;
}

static tsu_status run_region(tsu_script *script, tsu_words *words, tsu_error *err)
{
    static const char *const list[] = {"block", "sphere", "cylinder", "cone",      "plane",
                                       "prism", "wedge",  "union",    "intersect", NULL};
    tsu_session *s = tsu_session_of(script);
    const char *name;
    int shape = 0;
    tsu_status status = tsu_words_text(words, "the region's name", &name, err);
    if (status == TSU_OK && tsu_session_find_region(s, name))
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "there is already a region '%s'", name);
    if (status == TSU_OK && strlen(name) >= TSU_NAME)
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "the name '%s' is too long", name);
    if (status == TSU_OK) status = tsu_words_choice(words, "the shape", list, &shape, err);
    if (status != TSU_OK) return status;
    tsu_region *r = calloc(1, sizeof *r);
    tsu_region **larger = realloc(s->region, (size_t)(s->regions + 1) * sizeof *larger);
    if (larger) s->region = larger;
    if (!r || !larger) {
        free(r);
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for region %s", name);
    }
    snprintf(r->name, sizeof r->name, "%s", name);
    r->shape = (tsu_region_shape)shape;
    status = read_shape(s, words, r, err);
    if (status == TSU_OK) status = read_options(words, r, err);
    if (status != TSU_OK) {
        tsu_region_destroy(r);
        return status;
    }
    s->region[s->regions++] = r;
    return TSU_OK;
}

/* ---- the box ----------------------------------------------------------------------------------------------------------- */

static tsu_status run_create_box(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    int64_t types;
    const char *name;
    tsu_region *r;
    double lo[3], hi[3];
    tsu_status status = tsu_words_integer_in(words, "the number of materials", 1, 1000, &types, err);
    if (status == TSU_OK) status = tsu_words_text(words, "the region of the box", &name, err);
    if (status == TSU_OK) status = tsu_session_region(s, name, &r, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status != TSU_OK) return status;
    if (r->shape == TSU_REGION_PRISM)
        return tsu_words_error(words, 2, TSU_ERROR_UNSUPPORTED, err,
                               "a box that is not rectangular is not supported");
    if (!tsu_region_bounds(r, lo, hi) || !isfinite(lo[0] + lo[1] + lo[2] + hi[0] + hi[1] + hi[2]))
        return tsu_words_error(words, 2, TSU_ERROR_INPUT, err,
                               "region '%s' is endless; a box needs finite bounds", name);
    return tsu_session_make_world(s, lo, hi, (int)types, err);
}

const tsu_command tsu_commands_box[] = {
    {"region",
     "region NAME block|sphere|cylinder|cone|plane|prism|wedge|union|intersect ... [side in|out] [units box]",
     "name a volume of space", run_region},
    {"create_box", "create_box N REGION", "make the simulation box, with N materials", run_create_box},
    {0}};
