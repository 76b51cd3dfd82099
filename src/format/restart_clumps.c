/* SPDX-License-Identifier: Apache-2.0 */
/* restart_clumps.c - clumps in a restart file: one row a clump, and the arms of all their spheres, in the order of clumps and places. */
#include "base/memory.h"
#include "format/restart_layout.h"
#include "step/clump/clumps.h"
#include <math.h>
#include <string.h>

enum { NUMBERS = 31 }; /* of a clump: see put and take */

static void put(const tsu_clump *c, double n[NUMBERS])
{
    const tsu_rigid *b = &c->body;
    const double all[NUMBERS] = {
        b->centre.x,    b->centre.y,    b->centre.z,    b->velocity.x,  b->velocity.y,   b->velocity.z,
        b->momentum.x,  b->momentum.y,  b->momentum.z,  b->turn.w,      b->turn.x,       b->turn.y,
        b->turn.z,      b->mass,        b->inertia.x,   b->inertia.y,   b->inertia.z,    (double)c->locked,
        c->after[0][0], c->after[0][1], c->after[0][2], c->after[1][0], c->after[1][1],  c->after[1][2],
        c->step.w,      c->step.x,      c->step.y,      c->step.z,      (double)c->then, (double)c->kind,
        c->mass};
    memcpy(n, all, sizeof all);
}

static bool take(tsu_clump *c, const double n[NUMBERS])
{
    for (int k = 0; k < NUMBERS; k++) {
        if (!isfinite(n[k])) return false;
    }
    const tsu_rigid b = {.centre = {n[0], n[1], n[2]},
                         .velocity = {n[3], n[4], n[5]},
                         .momentum = {n[6], n[7], n[8]},
                         .turn = {n[9], n[10], n[11], n[12]},
                         .mass = n[13],
                         .inertia = {n[14], n[15], n[16]}};
    const double length = n[9] * n[9] + n[10] * n[10] + n[11] * n[11] + n[12] * n[12];
    c->body = b;
    memcpy(c->after, n + 18, sizeof c->after);
    const tsu_quaternion step = {n[24], n[25], n[26], n[27]};
    c->step = step;
    if (!(n[17] >= 0.0) || !(n[17] <= TSU_CLUMP_LOCKED) || !(fabs(length - 1.0) < 1.0e-6)) return false;
    if (!(n[28] >= 0.0) || !(n[28] <= TSU_CLUMP_LOCKED)) return false;
    c->locked = (uint8_t)n[17];
    c->then = (uint8_t)n[28];
    if (!(n[29] >= 0.0) || !(n[29] <= INT32_MAX)) return false;
    c->kind = (int32_t)n[29];
    if (!(n[30] > 0.0) || !(n[30] <= b.mass)) return false;
    c->mass = n[30];
    return b.mass > 0.0 && b.inertia.x > 0.0 && b.inertia.x <= b.inertia.y && b.inertia.y <= b.inertia.z;
}

tsu_status tsu_restart_pack_clumps(tsu_pack *p, const tsu_world *w, tsu_error *err)
{
    const tsu_clumps *all = w->clumps;
    if (!all) return TSU_OK;
    const size_t n = (size_t)all->count;
    uint64_t *id = NULL;
    int32_t(*whole)[4] = NULL; /* spheres, images */
    int64_t *release = NULL;
    double(*number)[NUMBERS] = NULL;
    tsu_vec3 *arm = NULL;
    size_t spheres = 0;
    tsu_status s = tsu_memory_allocate(&id, n, sizeof *id, "clumps to save", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&whole, n, sizeof *whole, "clumps to save", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&release, n, sizeof *release, "clumps to save", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&number, n, sizeof *number, "clumps to save", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&arm, (size_t)all->spheres, sizeof *arm, "clumps to save", err);
    for (size_t k = 0; k < n && s == TSU_OK; k++) {
        const tsu_clump *c = tsu_clumps_in_order(all, (int32_t)k);
        id[k] = c->id;
        release[k] = c->release;
        whole[k][0] = c->count;
        memcpy(whole[k] + 1, c->image, sizeof c->image);
        put(c, number[k]);
        memcpy(arm + spheres, all->arm + c->first, (size_t)c->count * sizeof *arm);
        spheres += (size_t)c->count;
    }
    if (s == TSU_OK) {
        tsu_pack_group(p, "clumps");
        tsu_pack_count(p, "next_id", all->next_id);
        tsu_pack_array(p, "id", TSU_SECTION_U64, n, 1, NULL, id);
        tsu_pack_array(p, "spheres_image", TSU_SECTION_I32, n, 4, NULL, whole);
        tsu_pack_array(p, "release", TSU_SECTION_I64, n, 1, NULL, release);
        tsu_pack_array(p, "body", TSU_SECTION_F64, n, NUMBERS, "m, m/s, kg m^2/s, 1, kg, kg m^2", number);
        tsu_pack_array(p, "arm", TSU_SECTION_F64, (size_t)all->spheres, 3, "m", arm);
    }
    tsu_memory_release(&id);
    tsu_memory_release(&whole);
    tsu_memory_release(&release);
    tsu_memory_release(&number);
    tsu_memory_release(&arm);
    return s;
}

/* ---- reading --------------------------------------------------------------------------------------------------------- */

typedef struct saved {
    size_t count, spheres;
    uint64_t *id;
    int32_t (*whole)[4];
    int64_t *release;
    double (*number)[NUMBERS];
} saved;

static tsu_status read_arrays(tsu_unpack *u, saved *a, tsu_clumps *all, tsu_error *err)
{
    tsu_status s = tsu_memory_allocate(&a->id, a->count, sizeof *a->id, "saved clumps", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&a->whole, a->count, sizeof *a->whole, "saved clumps", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&a->release, a->count, sizeof *a->release, "saved clumps", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&a->number, a->count, sizeof *a->number, "saved clumps", err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&all->clump, &all->capacity, a->count, sizeof *all->clump, "clumps", err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&all->name, &all->name_capacity, a->count, sizeof *all->name, "clumps", err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&all->arm, &all->arm_capacity, a->spheres, sizeof *all->arm, "clumps", err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&all->row, &all->row_capacity, a->spheres, sizeof *all->row, "clumps", err);
    if (s != TSU_OK) return s;
    tsu_unpack_array(u, "id", TSU_SECTION_U64, a->count, 1, a->id);
    tsu_unpack_array(u, "spheres_image", TSU_SECTION_I32, a->count, 4, a->whole);
    tsu_unpack_array(u, "release", TSU_SECTION_I64, a->count, 1, a->release);
    tsu_unpack_array(u, "body", TSU_SECTION_F64, a->count, NUMBERS, a->number);
    tsu_unpack_array(u, "arm", TSU_SECTION_F64, a->spheres, 3, all->arm);
    return TSU_OK;
}

static bool make_clumps(const saved *a, tsu_clumps *all)
{
    int64_t spheres = 0;
    for (size_t k = 0; k < a->count; k++) {
        tsu_clump *c = &all->clump[k];
        *c = (tsu_clump){.id = a->id[k], .release = a->release[k]};
        if (a->whole[k][0] < 1 || spheres + a->whole[k][0] > (int64_t)a->spheres) return false;
        if (c->id < 1 || c->id >= all->next_id || (k > 0 && c->id <= a->id[k - 1])) return false;
        all->name[k] = (tsu_clump_name){c->id, (int32_t)k};
        c->first = (int32_t)spheres;
        c->count = a->whole[k][0];
        spheres += c->count;
        memcpy(c->image, a->whole[k] + 1, sizeof c->image);
        if (!take(c, a->number[k])) return false;
    }
    for (size_t k = 0; k < a->spheres; k++) {
        if (!isfinite(all->arm[k].x + all->arm[k].y + all->arm[k].z)) return false;
    }
    all->count = (int32_t)a->count;
    all->spheres = (int32_t)a->spheres;
    return spheres == (int64_t)a->spheres;
}

static void release(saved *a)
{
    tsu_memory_release(&a->id);
    tsu_memory_release(&a->whole);
    tsu_memory_release(&a->release);
    tsu_memory_release(&a->number);
}

tsu_status tsu_restart_unpack_clumps(tsu_unpack *u, tsu_world *w, bool *sound, tsu_error *err)
{
    saved a = {0};
    *sound = true;
    tsu_unpack_group(u, "clumps");
    const tsu_section *ids = tsu_unpack_find(u, "id"), *arms = tsu_unpack_find(u, "arm");
    if (!ids) return TSU_OK; /* there were none */
    *sound = arms && ids->rows <= (size_t)w->particles.count && arms->rows <= (size_t)w->particles.count;
    if (!*sound) return TSU_OK;
    tsu_status s = tsu_clumps_begin(w, err);
    if (s != TSU_OK) return s;
    a.count = ids->rows;
    a.spheres = arms->rows;
    w->clumps->next_id = tsu_unpack_count(u, "next_id", UINT64_C(1) << 52);
    s = read_arrays(u, &a, w->clumps, err);
    if (s == TSU_OK) *sound = !u->bad && make_clumps(&a, w->clumps) && tsu_clumps_adopt(w);
    release(&a);
    return s;
}
