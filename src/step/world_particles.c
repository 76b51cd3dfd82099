/* SPDX-License-Identifier: Apache-2.0 */
/* world_particles.c - adding, removing and reading particles, time and energy: the rest of the public interface. */
#include "base/memory.h"
#include "step/clump/clumps.h"
#include "step/ledger/energy.h"
#include "step/list/boundary.h"
#include "step/list/drop.h"
#include "step/list/removal.h"
#include "step/onlooker.h"
#include "step/wall/wall.h"
#include "step/world.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

tsu_particle_def tsu_particle_def_default(void)
{
    return (tsu_particle_def){.type = 1, .radius = 1.0e-3, .density = 2500.0};
}

static tsu_status check_particle(const tsu_world *w, const tsu_particle_def *d, tsu_error *err)
{
    if (d->type < 1 || d->type > w->materials.types)
        return tsu_error_set(err, TSU_ERROR_INPUT, "particle type %d; there are 1 to %d", d->type,
                             w->materials.types);
    if (!(d->radius > 0.0) || !isfinite(d->radius))
        return tsu_error_set(err, TSU_ERROR_INPUT, "particle radius %g; it must be positive", d->radius);
    if (!(d->density > 0.0) || !isfinite(d->density))
        return tsu_error_set(err, TSU_ERROR_INPUT, "particle density %g; it must be positive", d->density);
    for (int q = 0; q < 3; q++) {
        if (!isfinite(d->position[q] + d->velocity[q] + d->spin[q]))
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "position, velocity or spin of a particle is not finite");
    }
    return TSU_OK;
}

static int compare_ids(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* `id` holds the ids that the new particles will have, by rising number. */
static tsu_status check_free(const tsu_particles *p, const uint64_t *id, size_t count, tsu_error *err)
{
    for (size_t k = 1; k < count; k++) {
        if (id[k] == id[k - 1])
            return tsu_error_set(
                err, TSU_ERROR_INPUT,
                "two of the new particles have id %llu; give each its own, or 0 for the next",
                (unsigned long long)id[k]);
    }
    if (count == 0 || id[0] >= p->next_id) return TSU_OK; /* larger than all there are */
    for (int32_t i = 0; i < p->count; i++) {
        if (bsearch(&p->id[i], id, count, sizeof *id, compare_ids))
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "there is already a particle %llu; give another id, or 0 for the next",
                                 (unsigned long long)p->id[i]);
    }
    return TSU_OK;
}

/* Whether the ids that are given, and those that follow for 0, are free. */
static tsu_status check_ids(const tsu_particles *p, const tsu_particle_def *def, size_t count, tsu_error *err)
{
    uint64_t *id = NULL, next = p->next_id;
    bool given = false;
    for (size_t k = 0; k < count; k++) {
        given = given || def[k].id != 0;
    }
    if (!given) return TSU_OK;
    tsu_status s = tsu_memory_allocate(&id, count, sizeof *id, "ids of new particles", err);
    for (size_t k = 0; k < count && s == TSU_OK; k++) {
        id[k] = def[k].id ? def[k].id : next;
        if (id[k] >= next) next = id[k] + 1;
    }
    if (s == TSU_OK) {
        qsort(id, count, sizeof *id, compare_ids);
        s = check_free(p, id, count, err);
    }
    tsu_memory_release(&id);
    return s;
}

tsu_status tsu_particles_add(tsu_world *w, const tsu_particle_def *def, size_t count, tsu_error *err)
{
    if (!w || (count > 0 && !def)) return tsu_error_null(err, "tsu_particles_add", "world and def");
    tsu_status s = tsu_world_need_rest(w, "tsu_particles_add", err);
    for (size_t k = 0; k < count && s == TSU_OK; k++) {
        s = check_particle(w, &def[k], err);
    }
    tsu_particles *p = &w->particles;
    if (s == TSU_OK) s = check_ids(p, def, count, err);
    if (s == TSU_OK) s = tsu_particles_reserve(p, (int64_t)p->count + (int64_t)count, err);
    if (s != TSU_OK) return s;
    tsu_world_change(w);
    for (size_t k = 0; k < count; k++) {
        int32_t row;
        tsu_particles_append(p, def[k].id, def[k].type - 1, def[k].radius, def[k].density, def[k].position,
                             &row, NULL);
        memcpy(p->vm[row], def[k].velocity, 3 * sizeof(double));
        memcpy(p->wi[row], def[k].spin, 3 * sizeof(double));
    }
    return TSU_OK;
}

/* Forces that hooks have added follow their particles: half of their work is still to be booked. Particles that were inserted since
 * are behind the others and have none. */
static void shrink_external(tsu_world *w, const int32_t *order, int32_t kept)
{
    int32_t rows = 0;
    for (; rows < kept && order[rows] < w->external_rows; rows++) {
        memmove(w->external[2 * rows], w->external[2 * order[rows]], 2 * sizeof *w->external);
    }
    w->external_rows = rows;
}

/* With a sphere its clump goes. */
tsu_status tsu_world_remove(tsu_world *w, const uint8_t *flags, tsu_moment moment, tsu_error *err)
{
    tsu_particles *p = &w->particles;
    const int32_t before = p->count;
    int32_t *new_row = NULL, *order = NULL, kept = 0;
    uint8_t *wide = NULL;
    tsu_status s = tsu_clumps_widen(w, flags, &wide, err);
    const uint8_t *remove = wide ? wide : flags;
    if (s == TSU_OK) s = tsu_memory_allocate(&new_row, (size_t)p->count, sizeof *new_row, "rows", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&order, (size_t)p->count, sizeof *order, "rows", err);
    for (int32_t i = 0; i < p->count && s == TSU_OK; i++) {
        new_row[i] = remove[i] ? -1 : kept;
        if (!remove[i]) order[kept++] = i;
    }
    w->generation++;
    if (s == TSU_OK) s = tsu_removal_book(w, remove, moment, err);
    if (s == TSU_OK) {
        tsu_particles_keep(p, order, kept, w->threads);
        const tsu_leavers l = {new_row, order, before, kept};
        for (int k = 0; k < w->walls; k++) {
            tsu_contacts_shrink(&w->wall[k]->contacts, &w->wall[k]->forces, &l, false);
        }
        tsu_lists_drop(w, &l);
        if (!tsu_world_is(w, TSU_CURRENT_LISTS))
            tsu_contacts_shrink(&w->contacts, tsu_world_is(w, TSU_CURRENT_RECORDS) ? &w->forces : NULL, &l,
                                true);
        shrink_external(w, order, kept);
        if (wide) tsu_clumps_drop(w);
    }
    tsu_memory_release(&wide);
    tsu_memory_release(&new_row);
    tsu_memory_release(&order);
    return s;
}

/* The second half kick of the step will add half a step of gravity, so that much is taken off the velocity. */
static void insert_one(tsu_world *w, const tsu_particle_def *def, uint32_t group)
{
    tsu_particles *p = &w->particles;
    int32_t i;
    tsu_particles_append(p, def->id, def->type - 1, def->radius, def->density, def->position, &i, NULL);
    p->group[i] |= group;
    memcpy(p->vm[i], def->velocity, 3 * sizeof(double));
    memcpy(p->wi[i], def->spin, 3 * sizeof(double));
    if (!w->ledger.changing) tsu_exact_add(&w->ledger.given, tsu_energy_of_particle(w, i, 0.0));
    w->ledger.exchanged += tsu_energy_of_motion(w, i);
    tsu_world_gain_particle(w, p->id[i]);
    for (int q = 0; q < 3; q++) {
        p->force[i][q] = p->mass[i] * w->gravity[q];
        if (p->group[i] & w->moving) p->vm[i][q] -= 0.5 * w->dt * w->gravity[q];
    }
}

tsu_status tsu_world_insert(tsu_world *w, const tsu_particle_def *def, const uint32_t *group, size_t count,
                            int32_t *first, tsu_error *err)
{
    tsu_status s = TSU_OK;
    for (size_t k = 0; k < count && s == TSU_OK; k++) {
        s = check_particle(w, &def[k], err);
    }
    tsu_particles *p = &w->particles;
    if (s == TSU_OK) s = tsu_particles_reserve(p, (int64_t)p->count + (int64_t)count, err);
    if (s != TSU_OK) return s;
    *first = p->count;
    for (size_t k = 0; k < count; k++) {
        insert_one(w, &def[k], group ? group[k] : 0);
    }
    if (count > 0) tsu_world_lose(w, TSU_CURRENT_LISTS);
    return TSU_OK;
}

uint64_t tsu_world_generation(const tsu_world *w)
{
    if (!w) return 0;
    return w->generation;
}

bool tsu_view_is_current(const tsu_world *w, const tsu_view *view)
{
    if (!w || !view) return false;
    return w->generation == view->generation;
}

size_t tsu_particles_count(const tsu_world *w)
{
    if (!w) return 0;
    return (size_t)w->particles.count;
}

const uint64_t *tsu_particle_ids(const tsu_world *w)
{
    if (!w) return NULL;
    return w->particles.id;
}

tsu_status tsu_world_step(tsu_world *w, int64_t steps, tsu_error *err)
{
    if (!w) return tsu_error_null(err, "tsu_world_step", "world");
    const tsu_status s = tsu_world_need_rest(w, "tsu_world_step", err);
    return s == TSU_OK ? tsu_world_run_seen(w, steps, NULL, NULL, err) : s;
}

tsu_status tsu_world_step_until(tsu_world *w, int64_t steps, bool (*wanted)(void *context), void *context,
                                tsu_error *err)
{
    if (!w) return tsu_error_null(err, "tsu_world_step_until", "world");
    const tsu_status s = tsu_world_need_rest(w, "tsu_world_step_until", err);
    return s == TSU_OK ? tsu_world_run_seen(w, steps, wanted, context, err) : s;
}

int64_t tsu_world_step_count(const tsu_world *w)
{
    if (!w) return 0;
    return w->step;
}

double tsu_world_time(const tsu_world *w)
{
    if (!w) return 0.0;
    return w->time;
}

uint64_t tsu_world_hash(const tsu_world *w)
{
    if (!w) return 0;
    return tsu_world_hash_state(w);
}

tsu_status tsu_world_energy(tsu_world *w, tsu_energy *e, tsu_error *err)
{
    if (!w || !e) return tsu_error_null(err, "tsu_world_energy", "world and energy");
    const tsu_status s = tsu_world_settle(w, err);
    if (s != TSU_OK) return s;
    const tsu_balance b = tsu_energy_balance(w);
    const tsu_accounts a = tsu_energy_accounts(&w->ledger);
    *e = (tsu_energy){
        .kinetic = b.kinetic,
        .rotational = b.rotational,
        .gravitational = b.gravitational,
        .elastic = a.elastic,
        .dissipated_total = tsu_energy_dissipated(&w->ledger),
        .integration = b.step_error,
        .wall_work = a.wall_work,
        .external_work = a.external_work,
        .given = a.given,
        .residual = b.residual,
        .exchanged = b.exchanged,
    };
    memcpy(e->dissipated, a.dissipated, sizeof e->dissipated);
    return TSU_OK;
}

const char *tsu_account_name(tsu_account account)
{
    return tsu_account_names[account];
}

const char *tsu_version(void)
{
    return TSU_VERSION;
}

int tsu_abi(void)
{
    return TSU_ABI;
}
