/* SPDX-License-Identifier: Apache-2.0 */
/* wall_region.c - `fix wall/region`: the surface of a region repels, or attracts, the centres of particles by a potential of
 * their distance r, cut off at a length c and zero there:
 *   harmonic  e (c - r)^2     lj93  e (2/15 (s/r)^9 - (s/r)^3)     lj126  4 e ((s/r)^12 - (s/r)^6)
 * Their work is booked as that of added forces. */
#include "fix/fix.h"
#include "io/sections.h"
#include "model/group_sum.h"
#include "step/hooks.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum law { LJ93, LJ126, COLLOID, HARMONIC } law;

typedef struct region_wall {
    tsu_session *session;
    int group;
    char id[TSU_NAME], region[TSU_NAME];
    law law;
    double epsilon, sigma, cutoff;
    double offset;   /* of the potential at the cutoff [J] */
    double energy;   /* of all particles, in the last step [J] */
    double force[3]; /* on the wall [N] */
} region_wall;

/* ---- the force ------------------------------------------------------------------------------------------------------------- */

/* The potential before the offset, and the force away from the surface. */
static double potential(const region_wall *f, double r, double *force)
{
    const double e = f->epsilon;
    if (f->law == HARMONIC) {
        *force = 2.0 * e * (f->cutoff - r);
        return e * (f->cutoff - r) * (f->cutoff - r);
    }
    const double s = f->sigma / r, s3 = s * s * s, s6 = s3 * s3;
    if (f->law == LJ93) {
        *force = 3.0 * e * s3 * (0.4 * s6 - 1.0) / r;
        return e * s3 * (2.0 / 15.0 * s6 - 1.0);
    }
    *force = 24.0 * e * s6 * (2.0 * s6 - 1.0) / r;
    return 4.0 * e * s6 * (s6 - 1.0);
}

static tsu_status outside(const region_wall *f, uint64_t id, tsu_error *err)
{
    return tsu_error_set(
        err, TSU_ERROR_INPUT,
        "particle %llu is outside region %s of fix wall/region %s, or on its surface; begin within "
        "it, and make the wall steeper or the time step shorter if it got through",
        (unsigned long long)id, f->region, f->id);
}

static tsu_status push_row(const region_wall *f, const tsu_region *region, tsu_world *world, int32_t i,
                           tsu_exact_sum sum[4], tsu_error *err)
{
    tsu_particles *p = &world->particles;
    double way[TSU_REGION_FACES][3];
    const double x[3] = {tsu_boundary_inside(world, i, 0), tsu_boundary_inside(world, i, 1),
                         tsu_boundary_inside(world, i, 2)};
    if (!tsu_region_contains(region, x)) return outside(f, p->id[i], err);
    const int faces = tsu_region_surface(region, x, f->cutoff, way);
    for (int k = 0; k < faces; k++) {
        const double *w = way[k], r = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
        double size;
        if (!(r > 0.0)) return outside(f, p->id[i], err);
        tsu_exact_add(&sum[3], potential(f, r, &size) - f->offset);
        for (int q = 0; q < 3; q++) {
            p->force[i][q] += size * w[q] / r;
            tsu_exact_add(&sum[q], -(size * w[q] / r));
        }
    }
    return TSU_OK;
}

static tsu_status push(tsu_world *w, void *context, tsu_error *err)
{
    region_wall *f = context;
    tsu_region *region;
    tsu_status status = tsu_session_region(f->session, f->region, &region, err);
    tsu_exact_sum sum[4]; /* force and energy */
    for (int q = 0; q < 4; q++) {
        tsu_exact_init(&sum[q]);
    }
    for (int32_t i = 0; i < w->particles.count && status == TSU_OK; i++) {
        if (tsu_session_in_group(f->session, i, f->group)) status = push_row(f, region, w, i, sum, err);
    }
    for (int q = 0; q < 3; q++) {
        f->force[q] = tsu_exact_round(&sum[q]);
    }
    f->energy = tsu_exact_round(&sum[3]);
    return status;
}

/* ---- what f_ID gives ------------------------------------------------------------------------------------------------------- */

static tsu_status wall_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    const tsu_status status = tsu_session_settle(s, err);
    *out = ((const region_wall *)state)->energy;
    return status;
}

static tsu_status wall_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    const tsu_status status = tsu_session_settle(s, err);
    *out = ((const region_wall *)state)->force[index];
    return status;
}

static void save_wall(tsu_session *s, const void *state, tsu_pack *pack)
{
    (void)s;
    const region_wall *f = state;
    tsu_pack_f64(pack, f->energy);
    tsu_pack_numbers(pack, f->force, 3, sizeof *f->force);
}

static tsu_status load_wall(tsu_session *s, void *state, tsu_cursor *saved, tsu_error *err)
{
    (void)s;
    (void)err;
    region_wall *f = state;
    f->energy = tsu_cursor_f64(saved);
    tsu_cursor_numbers(saved, f->force, 3, sizeof *f->force);
    return TSU_OK;
}

static void destroy_wall(tsu_session *s, void *state)
{
    if (s->world) tsu_world_change(s->world);
    free(state);
}

/* ---- reading --------------------------------------------------------------------------------------------------------------- */

static tsu_status read_law(tsu_words *words, region_wall *f, tsu_error *err)
{
    static const char *const laws[] = {"lj93", "lj126", "colloid", "harmonic", NULL};
    int key = 0;
    double unused;
    tsu_status status = tsu_words_choice(words, "the potential", laws, &key, err);
    if (status == TSU_OK && key == COLLOID)
        return tsu_words_error(
            words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
            "the attraction of colloids is for suspended molecules; grains take `harmonic`, or "
            "`fix wall/gran` with a cohesion law");
    f->law = (law)key;
    if (status == TSU_OK) status = tsu_words_number(words, "epsilon", &f->epsilon, err);
    if (status == TSU_OK) status = tsu_words_number(words, "sigma", &f->sigma, err);
    if (status == TSU_OK) status = tsu_words_number(words, "the cutoff [m]", &f->cutoff, err);
    if (status == TSU_OK && !(f->cutoff > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "the cutoff is %g; it must be positive", f->cutoff);
    if (status == TSU_OK) f->offset = f->law == HARMONIC ? 0.0 : potential(f, f->cutoff, &unused);
    return status == TSU_OK ? tsu_words_end(words, err) : status;
}

static tsu_status read_shape(const tsu_session *s, tsu_words *words, region_wall *f, tsu_error *err)
{
    tsu_region *region = NULL;
    double way[TSU_REGION_FACES][3];
    const double anywhere[3] = {0.0, 0.0, 0.0};
    tsu_status status = tsu_session_read_region(s, words, f->region, err);
    if (status == TSU_OK) status = tsu_session_region(s, f->region, &region, err);
    if (status == TSU_OK && tsu_region_surface(region, anywhere, 0.0, way) < 0)
        return tsu_words_error(
            words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
            "walls are made of blocks, spheres, cylinders and planes that do not rotate; use "
            "several of them, or `fix mesh/surface` with `fix wall/gran` for other shapes");
    return status;
}

static tsu_status fix_wall_region(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    region_wall *f = fix.state = tsu_session_new_state(&fix, sizeof *f, err);
    if (!f) return TSU_ERROR_MEMORY;
    fix.destroy = destroy_wall;
    fix.save = save_wall;
    fix.load = load_wall;
    f->session = s;
    f->group = fix.group;
    snprintf(f->id, sizeof f->id, "%s", fix.id);
    status = read_shape(s, words, f, err);
    if (status == TSU_OK) status = read_law(words, f, err);
    fix.values = (tsu_values){.scalar = wall_scalar, .vector_length = 3, .vector = wall_vector};
    fix.scalar_is_energy = true;
    if (status == TSU_OK) tsu_world_change(s->world);
    const tsu_hook_def hook = {.phase = TSU_HOOK_FORCE, .run = push, .context = f};
    if (status == TSU_OK) status = tsu_session_hook(s, &fix, hook, err);
    return tsu_session_finish_fix(s, &fix, status, err);
}

const tsu_command tsu_fixes_wall_region[] = {
    {"wall/region", "fix ID GROUP wall/region REGION harmonic|lj93|lj126 EPSILON SIGMA CUTOFF",
     "the surface of a region repels the centres of particles by a potential; f_ID: its energy, f_ID[1..3]: "
     "the force "
     "on the wall",
     fix_wall_region},
    {0}};
