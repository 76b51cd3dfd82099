/* SPDX-License-Identifier: Apache-2.0 */
/* clumps.c - adding, placing and removing clumps. */
#include "step/clump/clumps.h"
#include "base/memory.h"
#include "state/clump_kind.h"
#include "state/inertia.h"
#include "step/ledger/energy.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

#define COLUMN "id_multisphere"
#define PLACES TSU_CLUMP_PLACES

void tsu_clumps_destroy(tsu_clumps *c)
{
    if (!c) return;
    tsu_memory_release(&c->clump);
    tsu_memory_release(&c->name);
    tsu_memory_release(&c->arm);
    tsu_memory_release(&c->row);
    tsu_memory_release(&c->laid);
    tsu_memory_release(&c->masses);
    tsu_memory_release(&c->slot);
    tsu_memory_release(&c->side_row);
    tsu_memory_release(&c->told);
    tsu_memory_release(&c->slip);
    for (int k = 0; k < c->kinds; k++) {
        tsu_clump_kind_destroy(c->kind[k]);
    }
    free(c->kind);
    free(c);
}

tsu_status tsu_clumps_keep_kind(world *w, tsu_clump_kind *kind, tsu_error *err)
{
    const tsu_status s = tsu_clumps_begin(w, err);
    if (s != TSU_OK) return s;
    tsu_clumps *c = w->clumps;
    tsu_clump_kind **larger = realloc(c->kind, (size_t)(c->kinds + 1) * sizeof *larger);
    if (!larger) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for template %s", kind->name);
    c->kind = larger;
    c->kind[c->kinds++] = kind;
    return TSU_OK;
}

tsu_status tsu_clumps_begin(world *w, tsu_error *err)
{
    tsu_particles *p = &w->particles;
    const tsu_particle_column *c = tsu_particles_column(p, COLUMN, 1, 0.0, err);
    if (!c) return TSU_ERROR_INPUT;
    p->clump_column = (int)(c - p->column) + 1;
    if (!tsu_particles_column(p, PLACES, 1, 0.0, err)) return TSU_ERROR_INPUT;
    if (w->clumps) return TSU_OK;
    w->clumps = calloc(1, sizeof *w->clumps);
    if (!w->clumps) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for clumps");
    w->clumps->next_id = 1;
    return TSU_OK;
}

/* ---- adding ---------------------------------------------------------------------------------------------------------- */

static bool finite3(const double x[3])
{
    return isfinite(x[0] + x[1] + x[2]);
}

static tsu_status check_spheres(const world *w, const tsu_clump_def *d, tsu_error *err)
{
    if (d->count < 1) return tsu_error_set(err, TSU_ERROR_INPUT, "a clump needs at least one sphere");
    for (int32_t k = 0; k < d->count; k++) {
        if (!(d->radius[k] > 0.0) || !isfinite(d->radius[k]) || !finite3(d->arm[k]))
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "sphere %d of a clump has radius %g and place %g %g %g; the radius must be "
                                 "positive and the place finite",
                                 k + 1, d->radius[k], d->arm[k][0], d->arm[k][1], d->arm[k][2]);
        if (d->type[k] < 0 || d->type[k] >= w->materials.types)
            return tsu_error_set(err, TSU_ERROR_INPUT, "sphere %d of a clump has type %d; there are 1 to %d",
                                 k + 1, d->type[k] + 1, w->materials.types);
    }
    return TSU_OK;
}

static tsu_status check(const world *w, const tsu_clump_def *d, tsu_error *err)
{
    const double *m = d->moments, *q = d->turn;
    if (!(d->mass > 0.0) || !isfinite(d->mass) || !(d->density > 0.0) || !isfinite(d->density))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "a clump has mass %g and density %g; both must be positive", d->mass,
                             d->density);
    const double tensor[3][3] = {{m[0], 0.0, 0.0}, {0.0, m[1], 0.0}, {0.0, 0.0, m[2]}};
    const tsu_status s = tsu_inertia_check(tensor, "a clump", err);
    if (s != TSU_OK) return s;
    if (!(m[0] <= m[1]) || !(m[1] <= m[2]))
        return tsu_error_set(err, TSU_ERROR_INPUT, "the moments of inertia of a clump must ascend");
    const double unit = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (!(fabs(unit - 1.0) < 1.0e-9))
        return tsu_error_set(err, TSU_ERROR_INPUT, "the quaternion of a clump must have length 1");
    if (!finite3(d->centre) || !finite3(d->velocity) || !finite3(d->spin))
        return tsu_error_set(err, TSU_ERROR_INPUT, "place, velocity or spin of a clump is not finite");
    return check_spheres(w, d, err);
}

static tsu_status reserve(world *w, int32_t spheres, tsu_error *err)
{
    tsu_clumps *c = w->clumps;
    const size_t all = (size_t)c->spheres + (size_t)spheres;
    tsu_status s = tsu_particles_reserve(&w->particles, (int64_t)w->particles.count + spheres, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&c->clump, &c->capacity, (size_t)c->count + 1, sizeof *c->clump, "clumps", err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&c->name, &c->name_capacity, (size_t)c->count + 1, sizeof *c->name, "clumps",
                            err);
    if (s == TSU_OK) s = tsu_memory_grow(&c->arm, &c->arm_capacity, all, sizeof *c->arm, "clumps", err);
    if (s == TSU_OK) s = tsu_memory_grow(&c->row, &c->row_capacity, all, sizeof *c->row, "clumps", err);
    return s;
}

static tsu_vec3 vector_of(const double x[3])
{
    return tsu_vec3_make(x[0], x[1], x[2]);
}

/* The shares of the mass, by volume. */
static double volume_of_spheres(const tsu_clump_def *d)
{
    double sum = 0.0;
    for (int32_t k = 0; k < d->count; k++) {
        sum += d->radius[k] * d->radius[k] * d->radius[k];
    }
    return sum;
}

/* What follows from arms and shares. */
static void weigh(const world *w, tsu_clump *c)
{
    double sum = 0.0;
    c->lopsided = tsu_vec3_make(0.0, 0.0, 0.0);
    for (int32_t k = c->first; k < c->first + c->count; k++) {
        const double share = w->particles.mass[w->clumps->row[k]];
        sum += share;
        c->lopsided = tsu_vec3_madd(c->lopsided, share, w->clumps->arm[k]);
    }
    c->missing = c->mass - sum;
}

static void append_spheres(world *w, const tsu_clump_def *d, tsu_clump *c)
{
    tsu_particles *p = &w->particles;
    const double volume = volume_of_spheres(d);
    for (int32_t k = 0; k < d->count; k++) {
        int32_t row;
        const double r = d->radius[k];
        tsu_particles_append(p, 0, d->type[k], r, d->density, d->centre, &row, NULL);
        p->group[row] |= d->group;
        p->mass[row] = d->count == 1 ? d->mass : d->mass * (r * r * r / volume);
        p->column[p->clump_column - 1].value[row] = (double)c->id;
        tsu_particles_find_column(p, PLACES)->value[row] = (double)k;
        w->clumps->arm[c->first + k] = vector_of(d->arm[k]);
        w->clumps->row[c->first + k] = row;
    }
}

static void bear_mass(world *w, const tsu_clump *c)
{
    tsu_particles *p = &w->particles;
    for (int32_t k = c->first; k < c->first + c->count; k++) {
        const int32_t i = w->clumps->row[k];
        const double r = p->xr[i][3], m = c->mass;
        p->vm[i][3] = c->frozen ? 0.0 : 1.0 / m;
        p->wi[i][3] = c->frozen ? 0.0 : 1.0 / (0.4 * m * r * r);
    }
}

static void carry(world *w, const tsu_clump *c)
{
    tsu_particles *p = &w->particles;
    const tsu_vec3 v = c->body.velocity, o = tsu_rigid_spin(&c->body);
    for (int32_t k = c->first; k < c->first + c->count; k++) {
        const int32_t i = w->clumps->row[k];
        const tsu_vec3 arm = tsu_quaternion_out(c->body.turn, w->clumps->arm[k]);
        const tsu_vec3 at = tsu_vec3_add(v, tsu_vec3_cross(o, arm));
        memcpy(p->vm[i], (double[3]){at.x, at.y, at.z}, 3 * sizeof(double));
        memcpy(p->wi[i], (double[3]){o.x, o.y, o.z}, 3 * sizeof(double));
    }
}

void tsu_clumps_carry(world *w)
{
    tsu_clumps_find_rows(w);
    for (int32_t k = 0; k < w->clumps->count; k++) {
        bear_mass(w, &w->clumps->clump[k]);
        carry(w, &w->clumps->clump[k]);
    }
}

static double on_lattice(double x, double lattice)
{
    const double shifted = x + lattice;
    return shifted - lattice;
}

static void place(world *w, tsu_clump *c)
{
    double at[3] = {c->body.centre.x, c->body.centre.y, c->body.centre.z}, length[3];
    for (int q = 0; q < 3; q++) {
        length[q] = w->box.hi[q] - w->box.lo[q];
        if (!w->box.periodic[q]) continue;
        at[q] = on_lattice(at[q], w->lattice[q]);
        const double times = floor((at[q] - w->box.lo[q]) / length[q]);
        at[q] -= times * length[q];
        c->image[q] += (int32_t)times;
    }
    c->body.centre = vector_of(at);
    for (int32_t k = c->first; k < c->first + c->count; k++) {
        const int32_t i = w->clumps->row[k];
        const tsu_vec3 arm = tsu_quaternion_out(c->body.turn, w->clumps->arm[k]);
        const double by[3] = {arm.x, arm.y, arm.z};
        for (int q = 0; q < 3; q++) {
            const double x = at[q] + on_lattice(by[q], w->lattice[q]);
            const int32_t images = w->box.periodic[q] ? c->image[q] - w->particles.image[i][q] : 0;
            w->particles.xr[i][q] = images ? x + images * length[q] : x;
        }
    }
}

void tsu_clumps_place(world *w)
{
    tsu_clumps_find_rows(w);
    tsu_clumps_unlay(w->clumps);
    for (int32_t k = 0; k < w->clumps->count; k++) {
        place(w, &w->clumps->clump[k]);
    }
}

static double fluid_of(const world *w, const tsu_clump *c)
{
    const double density = w->particles.density[w->clumps->row[c->first]];
    return w->clumps->fluid * (c->mass / density);
}

void tsu_clumps_drag_fluid(world *w, double density)
{
    tsu_clumps *all = w->clumps;
    tsu_clumps_find_rows(w);
    tsu_clumps_unlay(all);
    all->fluid = density;
    for (int32_t k = 0; k < all->count; k++) {
        tsu_clump *c = &all->clump[k];
        const double mass = c->mass + fluid_of(w, c);
        if (c->body.mass == mass) continue; /* so it is after a restart */
        tsu_world_change(w);
        c->body.mass = mass;
    }
}

void tsu_clump_freeze(world *w, tsu_clump *c, bool frozen)
{
    if (c->frozen == frozen) return;
    tsu_world_change(w); /* contacts feel another mass */
    tsu_clumps_find_rows(w);
    c->frozen = frozen;
    bear_mass(w, c);
    w->particles.resized++;
}

/* The second half kick will add half a step of gravity, so that much is taken off (as world_particles.c does). */
static void begin_midway(world *w, tsu_clump *c)
{
    tsu_particles *p = &w->particles;
    if (!w->ledger.changing) tsu_exact_add(&w->ledger.given, tsu_clump_energy(w, c, 0.0));
    w->ledger.exchanged += tsu_clump_energy_of_motion(c);
    const double half = 0.5 * w->dt * (c->mass / c->body.mass);
    const double by[3] = {half * w->gravity[0], half * w->gravity[1], half * w->gravity[2]};
    double *v[3] = {&c->body.velocity.x, &c->body.velocity.y, &c->body.velocity.z};
    for (int q = 0; q < 3; q++) {
        if (!(c->locked & TSU_CLUMP_LOCKED_X << q)) *v[q] -= by[q];
    }
    for (int32_t k = c->first; k < c->first + c->count; k++) {
        for (int q = 0; q < 3; q++) {
            p->force[w->clumps->row[k]][q] = p->mass[w->clumps->row[k]] * w->gravity[q];
        }
    }
    c->fresh = true;
    tsu_world_lose(w, TSU_CURRENT_LISTS);
    tsu_world_gain_particle(w, p->id[w->clumps->row[c->first]]);
}

tsu_status tsu_clumps_add(world *w, const tsu_clump_def *d, tsu_moment moment, int32_t *first, tsu_error *err)
{
    tsu_status s = check(w, d, err);
    if (s == TSU_OK) s = tsu_clumps_begin(w, err);
    if (s == TSU_OK) s = reserve(w, d->count, err);
    if (s != TSU_OK) return s;
    if (moment == TSU_BETWEEN_STEPS) tsu_world_change(w);
    tsu_clumps *all = w->clumps;
    tsu_clumps_find_rows(w);
    tsu_clump *c = &all->clump[all->count];
    *c = (tsu_clump){.id = all->next_id++,
                     .first = all->spheres,
                     .count = d->count,
                     .locked = d->locked,
                     .kind = d->kind,
                     .mass = d->mass,
                     .step = {1.0, 0.0, 0.0, 0.0}};
    c->body = (tsu_rigid){.centre = vector_of(d->centre),
                          .velocity = vector_of(d->velocity),
                          .turn = {d->turn[0], d->turn[1], d->turn[2], d->turn[3]},
                          .mass = d->mass,
                          .inertia = vector_of(d->moments)};
    c->body.turn = tsu_quaternion_unit(c->body.turn);
    tsu_rigid_set_spin(&c->body, vector_of(d->spin));
    append_spheres(w, d, c);
    all->name[all->count] = (tsu_clump_name){c->id, all->count};
    all->count++;
    all->spheres += d->count;
    tsu_clumps_unlay(all);
    all->arranged = w->particles.arranged;
    c->body.mass = c->mass + fluid_of(w, c);
    weigh(w, c);
    bear_mass(w, c);
    place(w, c);
    if (moment == TSU_MIDWAY) begin_midway(w, c);
    carry(w, c);
    if (first) *first = all->row[c->first];
    return TSU_OK;
}

void tsu_clumps_lead(world *w, int64_t release, uint8_t then, const double velocity[3], const double spin[3])
{
    tsu_clump *c = &w->clumps->clump[w->clumps->count - 1];
    w->clumps->leading = true;
    c->release = release;
    c->then = then;
    memcpy(c->after[0], velocity, sizeof c->after[0]);
    memcpy(c->after[1], spin, sizeof c->after[1]);
}

void tsu_clumps_release(world *w)
{
    w->clumps->leading = false;
    for (int32_t k = 0; k < w->clumps->count; k++) {
        tsu_clump *c = &w->clumps->clump[k];
        if (c->release != 0 && w->step < c->release) w->clumps->leading = true;
        if (c->release == 0 || w->step < c->release) continue;
        const double before = tsu_clump_energy_of_motion(c);
        c->release = 0;
        c->locked = c->then;
        c->body.velocity = vector_of(c->after[0]);
        tsu_rigid_set_spin(&c->body, vector_of(c->after[1]));
        tsu_ledger_give(w, tsu_clump_energy_of_motion(c) - before);
        tsu_ledger_kick(w, tsu_clump_kick(w, c)); /* that its forces will give it first */
        carry(w, c);
    }
}

void tsu_clump_set_motion(world *w, tsu_clump *c, tsu_vec3 velocity, tsu_vec3 spin)
{
    c->body.velocity = velocity;
    tsu_rigid_set_spin(&c->body, spin);
    tsu_clumps_find_rows(w);
    carry(w, c);
}

void tsu_clump_shift(tsu_clump *c, tsu_vec3 by, tsu_quaternion turn)
{
    c->body.centre = tsu_vec3_add(c->body.centre, by);
    c->body.turn = tsu_quaternion_unit(tsu_quaternion_times(turn, c->body.turn));
    c->body.momentum = tsu_quaternion_out(turn, c->body.momentum);
}

/* ---- after a restart ---------------------------------------------------------------------------------------------------- */

bool tsu_clumps_adopt(world *w)
{
    tsu_clumps *all = w->clumps;
    const tsu_particles *p = &w->particles;
    const double *place_of = tsu_particles_find_column(p, PLACES)->value;
    int32_t found = 0;
    for (int32_t k = 0; k < all->spheres; k++) {
        all->row[k] = -1;
    }
    for (int32_t i = 0; i < p->count; i++) {
        const tsu_clump *c = tsu_clumps_of(w, i);
        if (!c && tsu_clumps_hold(w, i)) return false;
        if (!c) continue;
        if (!(place_of[i] >= 0.0) || !(place_of[i] < c->count)) return false;
        int32_t *row = &all->row[c->first + (int32_t)place_of[i]];
        if (*row >= 0) return false;
        *row = i;
        found++;
    }
    if (found != all->spheres) return false;
    all->arranged = p->arranged;
    tsu_clumps_unlay(all);
    all->leading = true; /* perhaps */
    for (int32_t k = 0; k < all->count; k++) {
        weigh(w, &all->clump[k]);
        bear_mass(w, &all->clump[k]);
    }
    return true;
}

/* ---- removal --------------------------------------------------------------------------------------------------------- */

tsu_status tsu_clumps_widen(world *w, const uint8_t *remove, uint8_t **wide, tsu_error *err)
{
    const tsu_particles *p = &w->particles;
    tsu_clumps *all = w->clumps;
    *wide = NULL;
    if (!all || all->count == 0) return TSU_OK;
    const tsu_status s = tsu_memory_allocate(wide, (size_t)p->count, 1, "particles to be removed", err);
    if (s != TSU_OK) return s;
    memcpy(*wide, remove, (size_t)p->count);
    tsu_clumps_find_rows(w);
    for (int32_t k = 0; k < all->count; k++) {
        tsu_clump *c = &all->clump[k];
        c->gone = false;
        for (int32_t q = c->first; q < c->first + c->count; q++) {
            c->gone = c->gone || remove[all->row[q]];
        }
        for (int32_t q = c->first; q < c->first + c->count && c->gone; q++) {
            (*wide)[all->row[q]] = 1;
        }
    }
    return TSU_OK;
}

void tsu_clumps_book_removal(world *w, tsu_moment moment)
{
    const tsu_clumps *all = w->clumps;
    const bool midway = moment == TSU_MIDWAY;
    for (int32_t k = 0; all && k < all->count; k++) {
        const tsu_clump *c = &all->clump[k];
        if (!c->gone) continue;
        tsu_exact_add(&w->ledger.dissipated[TSU_ACCOUNT_INTEGRATION], c->slip);
        tsu_exact_add(&w->ledger.external_work, c->held);
        tsu_exact_add(&w->ledger.given, -tsu_clump_energy(w, c, midway && !c->fresh ? w->dt : 0.0));
        if (!midway && tsu_world_is(w, TSU_CURRENT_FORCES))
            tsu_exact_add(&w->ledger.kick, -tsu_clump_kick(w, c));
    }
}

/* The numbers of those that stay. */
static int32_t drop_names(tsu_clumps *all)
{
    int32_t kept = 0, named = 0;
    for (int32_t k = 0; k < all->count; k++) {
        if (!all->clump[k].gone) all->clump[k].kept = kept++;
    }
    for (int32_t k = 0; k < all->count; k++) {
        const tsu_clump *c = tsu_clumps_in_order(all, k);
        if (!c->gone) all->name[named++] = (tsu_clump_name){c->id, c->kept};
    }
    return kept;
}

void tsu_clumps_drop(world *w)
{
    tsu_clumps *all = w->clumps;
    const int32_t stay = all ? drop_names(all) : 0;
    int32_t kept = 0, spheres = 0;
    if (!all || stay == all->count) return;
    for (int32_t k = 0; k < all->count; k++) {
        tsu_clump c = all->clump[k];
        if (c.gone) continue;
        memmove(all->arm + spheres, all->arm + c.first, (size_t)c.count * sizeof *all->arm);
        c.first = spheres;
        spheres += c.count;
        all->clump[kept++] = c;
    }
    all->count = kept;
    all->spheres = spheres;
    all->arranged = w->particles.arranged - 1; /* rows are to be found */
    tsu_clumps_unlay(all);
}
