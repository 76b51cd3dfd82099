/* SPDX-License-Identifier: Apache-2.0 */
/* verify_scene.c - small worlds and single contacts for the verification card. */
#include "base/memory.h"
#include "verify/verify.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MATERIALS_MAX = 2, WORDS_MAX = 64 };

/* ---- properties ------------------------------------------------------------------------------------ */

/* How a property is given, from the tables of the laws. */
static tsu_shape_of_value shape_of(const char *name)
{
    for (int kind = 0; kind < TSU_LAW_KINDS; kind++) {
        for (const tsu_law *const *law = tsu_laws_of_kind((tsu_law_kind)kind); *law; law++) {
            for (const tsu_law_parameter *p = (*law)->parameters; p && p->name; p++) {
                if (strcmp(p->name, name) == 0) return p->shape;
            }
        }
    }
    return TSU_PER_PAIR;
}

static void spread(const tsu_value *v, int materials, double type[MATERIALS_MAX],
                   double pair[MATERIALS_MAX * MATERIALS_MAX])
{
    for (int a = 0; a < materials; a++) {
        type[a] = a == 1 && v->other != 0.0 ? v->other : v->value;
    }
    for (int q = 0; q < materials * materials; q++) {
        pair[q] = v->value;
    }
}

static tsu_status set_value(tsu_world *w, int materials, const tsu_value *v, tsu_error *err)
{
    double type[MATERIALS_MAX], pair[MATERIALS_MAX * MATERIALS_MAX];
    spread(v, materials, type, pair);
    switch (shape_of(v->name)) {
    case TSU_SCALAR: return tsu_property_set(w, v->name, v->value, err);
    case TSU_PER_TYPE: return tsu_property_set_type(w, v->name, type, err);
    default: return tsu_property_set_pair(w, v->name, pair, err);
    }
}

/* ---- worlds ----------------------------------------------------------------------------------------- */

tsu_scene tsu_scene_create(int materials, double dt, const char *laws, const tsu_value *values,
                           const double gravity[3])
{
    tsu_scene s = {.dt = dt};
    tsu_world_def def = tsu_world_def_default();
    for (int q = 0; q < 3; q++) {
        def.lo[q] = -100.0;
        def.hi[q] = 100.0;
        def.gravity[q] = gravity ? gravity[q] : 0.0;
    }
    def.materials = materials;
    def.timestep = dt;
    def.threads = 1;
    s.world = tsu_world_create(&def, &s.err);
    if (!s.world) {
        s.status = s.err.status;
        return s;
    }
    for (const tsu_value *v = values; v->name && s.status == TSU_OK; v++) {
        s.status = set_value(s.world, materials, v, &s.err);
    }
    if (s.status == TSU_OK) s.status = tsu_laws_choose(s.world, laws, &s.err);
    return s;
}

void tsu_scene_destroy(tsu_scene *s)
{
    tsu_world_destroy(s->world);
    s->world = NULL;
}

void tsu_scene_sphere(tsu_scene *s, double radius, double density, const double x[3], const double v[3],
                      const double w[3])
{
    if (s->status != TSU_OK) return;
    tsu_particle_def p = tsu_particle_def_default();
    p.radius = radius;
    p.density = density;
    for (int q = 0; q < 3; q++) {
        p.position[q] = x[q];
        p.velocity[q] = v ? v[q] : 0.0;
        p.spin[q] = w ? w[q] : 0.0;
    }
    s->status = tsu_particles_add(s->world, &p, 1, &s->err);
}

void tsu_scene_plane(tsu_scene *s, int axis, double position, int material)
{
    static const char *const shapes[] = {"xplane", "yplane", "zplane"};
    if (s->status != TSU_OK) return;
    tsu_wall_def d = tsu_wall_def_default();
    d.name = shapes[axis];
    d.shape = shapes[axis];
    d.position = position;
    d.type = material;
    s->status = tsu_walls_add(s->world, &d, &s->err);
}

void tsu_scene_step(tsu_scene *s, int64_t steps)
{
    if (s->status == TSU_OK) s->status = tsu_world_step(s->world, steps, &s->err);
}

void tsu_scene_get(const tsu_scene *s, const char *field, uint64_t id, double out[3])
{
    tsu_view view;
    memset(out, 0, 3 * sizeof *out);
    if (s->status != TSU_OK || tsu_field_view(s->world, field, &view, NULL) != TSU_OK) return;
    const uint64_t *ids = tsu_particle_ids(s->world);
    for (size_t k = 0; k < view.count; k++) {
        if (ids[k] == id) memcpy(out, view.data + k * view.stride, view.width * sizeof *out);
    }
}

double tsu_scene_component(const tsu_scene *s, const char *field, uint64_t id, int axis)
{
    double v[3];
    tsu_scene_get(s, field, id, v);
    return v[axis];
}

tsu_energy tsu_scene_energy(tsu_scene *s)
{
    tsu_energy e = {0};
    if (s->status == TSU_OK) s->status = tsu_world_energy(s->world, &e, &s->err);
    return e;
}

bool tsu_scene_ok(const tsu_scene *s, tsu_card *card, const char *what, const char *source)
{
    if (s->status == TSU_OK) return true;
    tsu_card_broken(card, what, source, &s->err);
    return false;
}

/* ---- an impact --------------------------------------------------------------------------------------- */

/* Overlap of sphere 1 with a plane at 0 or with sphere 2, along the axis. */
static double overlap_of(const tsu_scene *s, int axis, bool plane)
{
    double x[3], y[3] = {0}, r[3], q[3] = {0};
    tsu_scene_get(s, "x", 1, x);
    tsu_scene_get(s, "radius", 1, r);
    if (plane) return r[0] - fabs(x[axis]);
    tsu_scene_get(s, "x", 2, y);
    tsu_scene_get(s, "radius", 2, q);
    return r[0] + q[0] -
           sqrt((x[0] - y[0]) * (x[0] - y[0]) + (x[1] - y[1]) * (x[1] - y[1]) +
                (x[2] - y[2]) * (x[2] - y[2]));
}

/* The largest value of the parabola through three samples of equal distance, if the middle one is largest. */
static double peak(const double v[3])
{
    const double curve = v[0] - 2.0 * v[1] + v[2], slope = 0.5 * (v[2] - v[0]);
    const bool inside = v[1] >= v[0] && v[1] >= v[2] && curve < 0.0;
    return inside ? v[1] - 0.5 * slope * slope / curve : v[1];
}

static void push(double v[3], double value)
{
    v[0] = v[1];
    v[1] = v[2];
    v[2] = value;
}

tsu_impact tsu_scene_impact(tsu_scene *s, int axis, bool plane, int64_t most)
{
    tsu_impact hit = {0};
    double d[3] = {0}, f[3] = {0}, began = 0.0;
    bool touched = false;
    d[2] = overlap_of(s, axis, plane);
    for (int64_t k = 0; k < most && !hit.parted && s->status == TSU_OK; k++) {
        tsu_scene_step(s, 1);
        push(d, overlap_of(s, axis, plane));
        push(f, fabs(tsu_scene_component(s, "f", 1, axis)));
        const double top = peak(d), most_force = peak(f);
        hit.overlap = top > hit.overlap ? top : hit.overlap;
        hit.force = most_force > hit.force ? most_force : hit.force;
        const double share = d[1] / (d[1] - d[2]); /* of the step, until the overlap is zero */
        if (!touched && d[2] > 0.0) began = ((double)k + share) * s->dt;
        if (touched && d[2] <= 0.0) hit.time = ((double)k + share) * s->dt - began;
        hit.parted = touched && d[2] <= 0.0;
        touched = touched || d[2] > 0.0;
    }
    return hit;
}

/* ---- one contact ---------------------------------------------------------------------------------------- */

static tsu_status choose(tsu_lawset *laws, const char *text, tsu_error *err)
{
    char copy[512], *rest = copy;
    const char *word[WORDS_MAX];
    int words = 0, used = 0;
    snprintf(copy, sizeof copy, "%s", text);
    for (char *w = strtok_r(copy, " ", &rest); w && words < WORDS_MAX; w = strtok_r(NULL, " ", &rest)) {
        word[words++] = w;
    }
    tsu_status s = tsu_lawset_choose(laws, words, word, &used, err);
    for (int k = used; k + 1 < words && s == TSU_OK; k += 2) {
        s = tsu_lawset_set_keyword(laws, word[k], word[k + 1], err);
    }
    return s;
}

static tsu_status prepare(tsu_bench *b, const char *laws, const tsu_value *values)
{
    b->materials.types = 1;
    tsu_status s = TSU_OK;
    for (const tsu_value *v = values; v->name && s == TSU_OK; v++) {
        s = tsu_materials_set(&b->materials, v->name, TSU_PROPERTY_SCALAR, 1, 1, &v->value, NULL, &b->err);
    }
    if (s == TSU_OK) s = choose(&b->laws, laws, &b->err);
    return s == TSU_OK ? tsu_lawset_prepare(&b->laws, &b->materials, &b->err) : s;
}

tsu_bench *tsu_bench_create(const char *laws, const tsu_value *values, tsu_contact_path_def def)
{
    tsu_bench *b = calloc(1, sizeof *b);
    if (!b) return NULL;
    b->status = prepare(b, laws, values);
    if (b->status != TSU_OK) return b;
    def.laws = &b->laws;
    b->path = tsu_contact_path_create(&def, &b->err);
    if (!b->path) b->status = b->err.status;
    return b;
}

void tsu_bench_destroy(tsu_bench *b)
{
    if (!b) return;
    tsu_contact_path_destroy(b->path);
    tsu_lawset_free(&b->laws);
    tsu_materials_free(&b->materials);
    free(b);
}

void tsu_bench_go(tsu_bench *b, tsu_contact_row row)
{
    if (b && b->status == TSU_OK) b->status = tsu_contact_path_step(b->path, &row, &b->now, &b->err);
}

void tsu_bench_ramp(tsu_bench *b, tsu_contact_row from, tsu_contact_row to, int steps)
{
    for (int k = 1; k <= steps; k++) {
        const double q = (double)k / steps, p = 1.0 - q;
        const tsu_contact_row row = {.overlap = p * from.overlap + q * to.overlap,
                                     .sx = p * from.sx + q * to.sx,
                                     .sy = p * from.sy + q * to.sy,
                                     .rx = p * from.rx + q * to.rx,
                                     .ry = p * from.ry + q * to.ry,
                                     .rz = p * from.rz + q * to.rz};
        tsu_bench_go(b, row);
    }
}

double tsu_bench_history(const tsu_bench *b, const char *name)
{
    const int index = b && b->path ? tsu_contact_path_history_find(b->path, name) : -1;
    return index < 0 ? NAN : tsu_contact_path_history(b->path, index);
}

bool tsu_bench_ok(const tsu_bench *b, tsu_card *card, const char *what, const char *source)
{
    const tsu_error memory = {.status = TSU_ERROR_MEMORY, .message = "no memory"};
    if (b && b->status == TSU_OK) return true;
    tsu_card_broken(card, what, source, b ? &b->err : &memory);
    return false;
}
