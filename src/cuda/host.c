/* SPDX-License-Identifier: Apache-2.0 */
/* host.c - the kernels on a processor: one thread calls them index by index, in a random order that is another one each time. It is for
 * tests, which demand the bits of the steps of the processor, and for sanitizers, which see each access. */
#define TSU_LANES_OF_BLOCK 1
#include "base/memory.h"
#include "cuda/backend.h"
#include "cuda/contact.h"
#include "cuda/making_meshes.h"
#include "cuda/making_walls.h"
#include "cuda/row.h"
#include "cuda/sums.h"
#include <string.h>

_Static_assert((int)TSU_ELASTOPLASTIC_HISTORY <= (int)TSU_GPU_OWN &&
                   (int)TSU_ROLL_LUDING_HISTORY <= (int)TSU_GPU_OWN,
               "room for the history of a stage");

/* ---- memory ---------------------------------------------------------------------------------------------------------- */

static bool open_host(tsu_gpu_about *about)
{
    *about = (tsu_gpu_about){.name = "the processor, for tests"};
    return true;
}

static void *allocate(size_t bytes)
{
    void *memory = NULL;
    return tsu_memory_allocate(&memory, bytes, 1, "the processor in place of a GPU", NULL) == TSU_OK ? memory
                                                                                                     : NULL;
}

static void release(void *memory)
{
    tsu_memory_release(&memory);
}

static bool copy(void *to, const void *from, size_t bytes)
{
    if (bytes > 0) memcpy(to, from, bytes);
    return true;
}

static bool clear(void *memory, size_t bytes)
{
    memset(memory, 0, bytes);
    return true;
}

static const char *fault(void)
{
    return "no memory";
}

/* ---- order ----------------------------------------------------------------------------------------------------------- */

/* All indices below n, each once: from a random one on in steps that have no divisor in common with n. */
typedef struct walk {
    int64_t n, at, step;
} walk;

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b > 0) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static walk begin_walk(int64_t n)
{
    static uint64_t state = 88172645463325252u; /* xorshift64 */
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    walk w = {n, n > 0 ? (int64_t)(state >> 1) % n : 0, n > 0 ? (int64_t)(state >> 20) % n : 1};
    while (n > 0 && common_divisor(w.step, n) != 1) {
        w.step++;
    }
    return w;
}

static void go_on(walk *w)
{
    w->at = (w->at + w->step) % w->n;
}

/* ---- kernels --------------------------------------------------------------------------------------------------------- */

static const tsu_gpu_choice any = {.any = true};

static void add_found(const tsu_gpu_view *g, const tsu_gpu_found *found)
{
    g->sums->touching += found->touching;
    tsu_gpu_join(&g->sums->used, found->sums);
    for (int s = 0; found->sums >> s; s++) {
        int64_t quanta;
        if (!(found->sums & 1u << s)) continue;
        if (g->measured) tsu_gpu_join(&g->sums->size[s], tsu_gpu_size(g, s, found->energy[s]));
        if (tsu_gpu_quanta(g, s, found->energy[s], &quanta))
            tsu_gpu_add_quanta(g->sums, s, quanta);
        else
            tsu_gpu_add_large(g, s, found->energy[s]);
    }
}

static bool find(const tsu_gpu_view *g, const tsu_gpu_wall *mesh)
{
    walk w = begin_walk(g->turn->stop ? 0 : mesh->mesh.near);
    for (int64_t k = 0; k < w.n; k++, go_on(&w)) {
        tsu_gpu_find_contacts(g, mesh, w.at);
    }
    return true;
}

static bool pairs(const tsu_gpu_view *g)
{
    tsu_gpu_found found;
    walk w = begin_walk(g->turn->stop ? 0 : g->pairs.count);
    for (int64_t k = 0; k < w.n; k++, go_on(&w)) {
        tsu_gpu_pair(g, w.at, tsu_gpu_entry_of(&g->pairs, w.at), any, &found);
        add_found(g, &found);
    }
    return true;
}

static bool at_wall(const tsu_gpu_view *g, const tsu_gpu_wall *wall)
{
    tsu_gpu_found found;
    walk w = begin_walk(g->turn->stop ? 0 : wall->list.count);
    for (int64_t k = 0; k < w.n; k++, go_on(&w)) {
        tsu_gpu_at_wall(g, wall, w.at, any, &found);
        add_found(g, &found);
    }
    return true;
}

static bool wear(const tsu_gpu_view *g, const tsu_gpu_wall *mesh)
{
    walk w = begin_walk(g->turn->stop ? 0 : mesh->list.count);
    for (int64_t k = 0; k < w.n; k++, go_on(&w)) {
        tsu_gpu_wear_contact(g, mesh, w.at);
    }
    w = begin_walk(g->turn->stop ? 0 : mesh->mesh.triangles);
    for (int64_t k = 0; k < w.n; k++, go_on(&w)) {
        tsu_gpu_wear_triangle(mesh, w.at);
    }
    return true;
}

static bool rows(const tsu_gpu_view *g)
{
    tsu_gpu_moved moved;
    walk w = begin_walk(g->turn->stop ? 0 : g->rows);
    for (int64_t k = 0; k < w.n; k++, go_on(&w)) {
        tsu_gpu_row(g, w.at, &moved);
        const uint64_t furthest2 =
            tsu_gpu_bits(moved.furthest2); /* in the order of the numbers, as none is negative */
        if (furthest2 > g->sums->furthest2) g->sums->furthest2 = furthest2;
        g->sums->outside |= moved.outside;
        g->sums->not_finite |= moved.not_finite;
    }
    return true;
}

static bool turn(const tsu_gpu_view *g)
{
    tsu_gpu_turn_over(g);
    return true;
}

/* ---- lists ------------------------------------------------------------------------------------------------------------- */

static bool each(tsu_gpu_task task, int64_t n, const tsu_gpu_making *m)
{
#define FUNCTION(name, function) [name] = function,
    static void (*const known[])(const tsu_gpu_making *, int64_t) = {TSU_GPU_TASKS(FUNCTION)};
#undef FUNCTION
    walk w = begin_walk(n);
    for (int64_t k = 0; k < w.n; k++, go_on(&w)) {
        known[task](m, w.at);
    }
    return true;
}

static size_t scratch(int64_t n)
{
    (void)n;
    return 1;
}

static bool scan(uint32_t *number, int64_t n, tsu_gpu_scratch room)
{
    uint32_t all = 0;
    (void)room;
    for (int64_t k = 0; k < n; k++) {
        const uint32_t mine = number[k];
        number[k] = all;
        all += mine;
    }
    return true;
}

/* Bit by bit. */
static bool sort(uint32_t *const key[2], uint32_t *const value[2], int64_t n, int bits, tsu_gpu_scratch room)
{
    (void)room;
    for (int b = 0; b < bits; b++) {
        int64_t next[2] = {0, 0};
        for (int64_t k = 0; k < n; k++) {
            next[1] += !(key[0][k] >> b & 1);
        }
        for (int64_t k = 0; k < n; k++) {
            const int64_t to = next[key[0][k] >> b & 1]++;
            key[1][to] = key[0][k];
            value[1][to] = value[0][k];
        }
        if (b + 1 == bits || n == 0) continue;
        memcpy(key[0], key[1], (size_t)n * sizeof **key);
        memcpy(value[0], value[1], (size_t)n * sizeof **value);
    }
    return true;
}

static bool powers(const tsu_gpu_making *m, int64_t n)
{
    walk w = begin_walk(n);
    for (int64_t k = 0; k < w.n; k++, go_on(&w)) {
        tsu_gpu_add_exact(&m->extent->power, tsu_gpu_power(m, w.at));
    }
    return true;
}

const tsu_gpu_backend tsu_gpu_host = {.open = open_host,
                                      .allocate = allocate,
                                      .release = release,
                                      .write = copy,
                                      .read = copy,
                                      .clear = clear,
                                      .find = find,
                                      .pairs = pairs,
                                      .at_wall = at_wall,
                                      .wear = wear,
                                      .rows = rows,
                                      .turn = turn,
                                      .each = each,
                                      .scratch = scratch,
                                      .scan = scan,
                                      .sort = sort,
                                      .powers = powers,
                                      .fault = fault};

/* ---- the numbers of the contact models --------------------------------------------------------------------------------- */

int tsu_gpu_stage_of(const tsu_law *law)
{
    static const tsu_law *const known[TSU_GPU_STAGES] = {
        [TSU_GPU_EDINBURGH] = &tsu_law_normal_edinburgh,
        [TSU_GPU_EDINBURGHS] = &tsu_law_normal_edinburgh_stiffness,
        [TSU_GPU_HERTZ] = &tsu_law_normal_hertz,
        [TSU_GPU_HERTZS] = &tsu_law_normal_hertz_stiffness,
        [TSU_GPU_HOOKE] = &tsu_law_normal_hooke,
        [TSU_GPU_HOOKES] = &tsu_law_normal_hooke_stiffness,
        [TSU_GPU_HOOKEH] = &tsu_law_normal_hooke_hysteresis,
        [TSU_GPU_LUDING] = &tsu_law_normal_luding,
        [TSU_GPU_THORNTON] = &tsu_law_normal_thornton_ning,
        [TSU_GPU_JKR] = &tsu_law_normal_jkr,
        [TSU_GPU_SJKR] = &tsu_law_cohesion_sjkr,
        [TSU_GPU_SJKR2] = &tsu_law_cohesion_sjkr2,
        [TSU_GPU_HISTORY] = &tsu_law_tangential_history,
        [TSU_GPU_JKR_TAN] = &tsu_law_tangential_jkr_tan,
        [TSU_GPU_NO_HISTORY] = &tsu_law_tangential_no_history,
        [TSU_GPU_ELASTOPLASTIC] = &tsu_law_tangential_elastoplastic,
        [TSU_GPU_CDT] = &tsu_law_rolling_cdt,
        [TSU_GPU_EPSD] = &tsu_law_rolling_epsd,
        [TSU_GPU_EPSD2] = &tsu_law_rolling_epsd2,
        [TSU_GPU_EPSD3] = &tsu_law_rolling_epsd3,
        [TSU_GPU_ROLL_LUDING] = &tsu_law_rolling_luding,
    };
    if (!law) return TSU_GPU_OFF;
    for (int k = 1; k < TSU_GPU_STAGES; k++) {
        if (known[k]->kind == law->kind && strcmp(known[k]->name, law->name) == 0) return k;
    }
    return -1;
}
