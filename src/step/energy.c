/* SPDX-License-Identifier: Apache-2.0 */
/* energy.c - the audit: what the system holds, what it has dissipated, what was put in, and what is left unexplained. */
#include "base/hash.h"
#include "step/boundary.h"
#include "step/mesh_body.h"
#include "step/resume.h"
#include "step/world.h"
#include <math.h>

typedef struct tsu_world world;

/* A running sum that carries its rounding error along, so that it hardly depends on how rows are sorted. */
typedef struct sum {
    double total, error;
} sum;

static void sum_add(sum *s, double value)
{
    const double t = s->total + value;
    const double big = fabs(s->total) >= fabs(value) ? s->total : value;
    const double small = fabs(s->total) >= fabs(value) ? value : s->total;
    s->error += (big - t) + small;
    s->total = t;
}

static double norm2(const double *a)
{
    return a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
}

double tsu_energy_kinetic(const world *w)
{
    sum s = {0};
    for (int32_t i = 0; i < w->particles.count; i++) {
        const double *v = w->particles.vm[i];
        sum_add(&s, 0.5 * w->particles.mass[i] * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
    }
    return s.total + s.error;
}

double tsu_energy_rotational(const world *w)
{
    sum s = {0};
    for (int32_t i = 0; i < w->particles.count; i++) {
        const double *o = w->particles.wi[i], r = w->particles.xr[i][3];
        sum_add(&s, 0.2 * w->particles.mass[i] * r * r * (o[0] * o[0] + o[1] * o[1] + o[2] * o[2]));
    }
    return s.total + s.error;
}

double tsu_energy_gravitational(const world *w)
{
    sum s = {0};
    for (int32_t i = 0; i < w->particles.count; i++) {
        for (int q = 0; q < 3; q++) {
            const double x = w->particles.xr[i][q] + w->particles.image[i][q] * (w->box.hi[q] - w->box.lo[q]);
            sum_add(&s, -w->particles.mass[i] * w->gravity[q] * x);
        }
    }
    return s.total + s.error;
}

double tsu_energy_of_particle(const world *w, int32_t i, double since)
{
    const tsu_particles *p = &w->particles;
    const double *o = p->wi[i], m = p->mass[i], r = p->xr[i][3];
    const double kick = p->group[i] & w->moving ? 0.5 * since : 0.0;
    double e = 0.2 * m * r * r * (o[0] * o[0] + o[1] * o[1] + o[2] * o[2]);
    for (int q = 0; q < 3; q++) {
        const double v = p->vm[i][q] - kick * w->gravity[q];
        const double x = p->xr[i][q] + p->image[i][q] * (w->box.hi[q] - w->box.lo[q]) - since * p->vm[i][q];
        e += m * (0.5 * v * v - w->gravity[q] * x);
    }
    return e;
}

double tsu_energy_of_motion(const world *w, int32_t i)
{
    const tsu_particles *p = &w->particles;
    const double m = p->mass[i], r = p->xr[i][3];
    return 0.5 * m * norm2(p->vm[i]) + 0.2 * m * r * r * norm2(p->wi[i]);
}

double tsu_energy_dissipated(const tsu_books *b)
{
    double total = 0.0;
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        total += q == TSU_ACCOUNT_INTEGRATION ? 0.0 : b->dissipated[q];
    }
    return total;
}

double tsu_energy_known(const world *w)
{
    const tsu_books *b = &w->books;
    const double held =
        tsu_energy_kinetic(w) + tsu_energy_rotational(w) + tsu_energy_gravitational(w) + b->elastic;
    return held + tsu_energy_dissipated(b) + b->dissipated[TSU_ACCOUNT_INTEGRATION];
}

/* What kicks do to the energy of motion and of rotation beyond the work of force and torque, over dt^2/8. */
static double kick_of_motion(const world *w, int32_t i, double g2)
{
    const tsu_particles *p = &w->particles;
    const bool moves = p->group[i] & w->moving && p->vm[i][3] > 0.0;
    return moves ? p->vm[i][3] * norm2(p->force[i]) - p->mass[i] * g2 : 0.0;
}

static double kick_of_rotation(const world *w, int32_t i)
{
    const tsu_particles *p = &w->particles;
    return p->group[i] & w->turning ? p->wi[i][3] * norm2(p->torque[i]) : 0.0;
}

double tsu_energy_kick_of(const world *w, int32_t i)
{
    return 0.125 * w->dt * w->dt * (kick_of_motion(w, i, norm2(w->gravity)) + kick_of_rotation(w, i));
}

double tsu_energy_kicks(const world *w)
{
    const double g2 = norm2(w->gravity);
    sum s = {0};
    for (int32_t i = 0; i < w->particles.count; i++) {
        sum_add(&s, kick_of_motion(w, i, g2));
        sum_add(&s, kick_of_rotation(w, i));
    }
    return 0.125 * w->dt * w->dt * (s.total + s.error);
}

bool tsu_account_only_loses(int account)
{
    const unsigned losing = 1u << TSU_ACCOUNT_NORMAL_DASHPOT | 1u << TSU_ACCOUNT_SLIDING |
                            1u << TSU_ACCOUNT_TANGENTIAL_DASHPOT | 1u << TSU_ACCOUNT_ROLLING_SLIP |
                            1u << TSU_ACCOUNT_ROLLING_DASHPOT;
    return losing >> account & 1u;
}

static double gained(const tsu_books *b)
{
    double total = 0.0;
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        if (tsu_account_only_loses(q)) total += fmax(0.0, -b->dissipated[q]);
    }
    return total;
}

tsu_balance tsu_energy_balance(const world *w)
{
    const tsu_books *b = &w->books;
    tsu_balance e = {.kinetic = tsu_energy_kinetic(w),
                     .rotational = tsu_energy_rotational(w),
                     .gravitational = tsu_energy_gravitational(w)};
    const double held = e.kinetic + e.rotational + e.gravitational + b->elastic;
    const double put_in = b->wall_work + b->external_work + b->given;
    e.step_error = b->dissipated[TSU_ACCOUNT_INTEGRATION] + (b->kick - tsu_energy_kicks(w));
    e.residual = held + (tsu_energy_dissipated(b) + e.step_error - put_in) - b->start;
    /* what is in motion now was exchanged, if the power of gravity was found too long ago */
    e.exchanged = fmax(b->exchanged, e.kinetic + e.rotational);
    e.gained = gained(b);
    e.off = e.exchanged > 0.0 ? (fabs(e.residual) + fabs(e.step_error) + e.gained) / e.exchanged : 0.0;
    return e;
}

void tsu_energy_open(world *w)
{
    tsu_books *b = &w->books;
    const double kicks = tsu_energy_kicks(w);
    const bool changed = b->changing || !b->open; /* something may have been set in motion */
    if (b->changing) b->given += tsu_energy_known(w) - b->before;
    if (b->changing) b->kick += kicks - b->kick_before;
    b->changing = false;
    if (changed)
        b->exchanged =
            fmax(b->exchanged, tsu_energy_kinetic(w) + tsu_energy_rotational(w) + fabs(b->elastic));
    if (b->open) return;
    b->open = true;
    b->gravity_power = -1.0;
    b->kick = kicks;
    b->start = 0.0;
    b->start = tsu_energy_balance(w).residual;
}

void tsu_world_set_dt(world *w, double dt)
{
    const double larger =
        w->dt > 0.0 ? dt * dt / (w->dt * w->dt) : 1.0; /* energies of kicks go by its square */
    if (w->resume) {
        w->books.kick += (larger - 1.0) * w->resume->kicks;
        w->resume->kicks *= larger;
    } else if (w->books.open && !w->books.changing && w->forces_current) {
        w->books.kick += (larger - 1.0) * tsu_energy_kicks(w);
    }
    w->dt = dt;
}

/* Meshes whose temperature changes. */
static uint64_t hash_warm_meshes(const world *w)
{
    uint64_t h = 0;
    for (int k = 0; k < w->meshes && w->heating.on; k++) {
        const tsu_mesh_body *m = w->mesh[k];
        if (m->thermal_mass > 0.0) h = tsu_hash_doubles(tsu_hash_word(h, (uint64_t)k), &m->temperature, 1);
    }
    return h;
}

uint64_t tsu_world_hash_state(const world *w)
{
    const tsu_particles *p = &w->particles;
    const tsu_particle_column *warm = w->heating.on ? tsu_particles_find_column(p, "Temp") : NULL;
    const uint64_t meshes = hash_warm_meshes(w);
    tsu_hash_set set = {0};
    for (int32_t i = 0; i < p->count; i++) {
        double state[11];
        for (int q = 0; q < 3; q++) {
            state[q] = tsu_boundary_inside(w, i, q);
            state[3 + q] = p->vm[i][q];
            state[6 + q] = p->wi[i][q];
        }
        state[9] = p->xr[i][3];
        if (warm) state[10] = warm->value[(int64_t)i * warm->width];
        tsu_hash_set_add(&set, tsu_hash_doubles(tsu_hash_word(0, p->id[i]), state, warm ? 11 : 10));
    }
    if (meshes) tsu_hash_set_add(&set, meshes);
    return tsu_hash_set_value(set);
}
