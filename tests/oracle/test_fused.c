/* SPDX-License-Identifier: Apache-2.0 */
/* Laws in one loop and laws stage by stage give the same bits, accounts included, for every fused loop there is. */
#include "base/random.h"
#include "law/fused.h"
#include "oracle/fused_laws.h"
#include "step/ledger/energy.h"
#include "step/list/places.h"
#include "step/world.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIDE = 6, PARTICLES = SIDE * SIDE * SIDE, STEPS = 120, LONG = 300, LONG_STEPS = 25 };

typedef struct lattice {
    int side, layers, steps;
    double large; /* radius of a sphere in the middle of every tenth layer; 0: none [m] */
    bool alike;   /* all have one radius and one mass */
    bool single;  /* and one material */
} lattice;

static const lattice cube = {SIDE, SIDE, STEPS, 0.0, false, false},
                     alike = {SIDE, SIDE, STEPS, 0.0, true, false},
                     single = {SIDE, SIDE, STEPS, 0.0, true, true},
                     column = {SIDE, LONG, LONG_STEPS, 0.0, false, false},
                     mixed = {14, 60, LONG_STEPS, 0.00512, false, false};
static const double cell = 0.00205; /* [m] */

/* Makes the sphere in the middle of every tenth layer large; tells whether this one is in the way of a large one. */
static bool make_large(const lattice *t, tsu_particle_def *p, int k)
{
    const int layer = k / (t->side * t->side), middle = t->side / 2 * (t->side + 1);
    double d2 = 0.0;
    if (t->large == 0.0) return false;
    for (int q = 0; q < 3; q++) {
        const double at = cell * (0.5 + (q == 2 ? layer / 10 * 10 + 5 : t->side / 2));
        d2 += (p->position[q] - at) * (p->position[q] - at);
    }
    if (layer % 10 == 5 && k % (t->side * t->side) == middle) p->radius = t->large;
    return p->radius < t->large && d2 < (t->large + 0.9 * p->radius) * (t->large + 0.9 * p->radius);
}

/* A periodic box of spheres that just touch or do not, moving and spinning at random. */
static tsu_world *fill(const char *laws, double exponent, const lattice *t, int threads)
{
    tsu_error err = {0};
    tsu_world_def def = tsu_world_def_default();
    const int places = t->side * t->side * t->layers;
    int particles = 0;
    for (int q = 0; q < 3; q++) {
        def.hi[q] = (q == 2 ? t->layers : t->side) * cell;
    }
    memcpy(def.boundary, "pppppp", 6);
    def.materials = 2;
    def.timestep = 2.0e-6;
    def.skin = 4.0e-4;
    def.threads = threads;
    tsu_world *w = tsu_world_create(&def, &err);
    assert_non_null(w);
    set_properties(w, exponent);
    tsu_particle_def *p = calloc((size_t)places, sizeof *p);
    assert_non_null(p);
    for (int k = 0; k < places; k++) {
        tsu_particle_def *to = &p[particles];
        *to = tsu_particle_def_default();
        to->type = t->single ? 1 : 1 + k % 2;
        to->radius = t->alike ? 0.00104 : 0.00100 + 0.00007 * tsu_random_uniform(3, (uint64_t)k, 1, 9);
        for (int q = 0; q < 3; q++) {
            const int at = q == 0 ? k % t->side : q == 1 ? k / t->side % t->side : k / t->side / t->side;
            to->position[q] = cell * (0.5 + at);
            to->velocity[q] = 0.6 * (tsu_random_uniform(3, (uint64_t)k, 1, (uint64_t)q) - 0.5);
            to->spin[q] = 300.0 * (tsu_random_uniform(3, (uint64_t)k, 1, (uint64_t)(3 + q)) - 0.5);
        }
        if (!make_large(t, to, k)) particles++;
    }
    if (tsu_laws_choose(w, laws, &err) != TSU_OK ||
        tsu_particles_add(w, p, (size_t)particles, &err) != TSU_OK)
        fail_msg("%s: %s", laws, err.message);
    free(p);
    return w;
}

static void take_steps(tsu_world *w, int64_t steps)
{
    tsu_error err = {0};
    if (tsu_world_step(w, steps, &err) != TSU_OK) fail_msg("%s", err.message);
}

static tsu_world *make(const char *laws, double exponent, const lattice *t, int threads, bool staged)
{
    tsu_world *w = fill(laws, exponent, t, threads);
    w->staged = staged;
    take_steps(w, t->steps);
    return w;
}

static bool same_accounts(const tsu_world *a, const tsu_world *b)
{
    const tsu_accounts x = tsu_energy_accounts(&a->ledger), y = tsu_energy_accounts(&b->ledger);
    return memcmp(&x, &y, sizeof x) == 0 &&
           memcmp(&a->ledger.quanta, &b->ledger.quanta, sizeof a->ledger.quanta) == 0;
}

static void compare(const char *laws, double exponent, const lattice *t, tsu_fused_fn *run)
{
    tsu_world *fused = make(laws, exponent, t, 1, false), *staged = make(laws, exponent, t, 1, true);
    assert_true((fused->fused ? fused->fused->run : NULL) == run && fused->lists.same == t->alike);
    assert_null(staged->fused);
    assert_true(fused->touching > PARTICLES / 8);
    assert_int_equal(fused->touching, staged->touching);
    if (tsu_world_hash(fused) != tsu_world_hash(staged)) fail_msg("%s: other bits", laws);
    if (!same_accounts(fused, staged)) fail_msg("%s: other accounts", laws);
    const tsu_contacts *a = &fused->contacts, *b = &staged->contacts;
    assert_int_equal(a->count, b->count);
    for (int64_t k = 0; k < a->count; k++) {
        assert_memory_equal(fused->forces.record[k], staged->forces.record[k], 7 * sizeof(double));
        for (int q = 0; q < a->history_width; q++) {
            assert_true(*tsu_contacts_history(a, q, k) == *tsu_contacts_history(b, q, k));
        }
    }
    tsu_world_destroy(fused);
    tsu_world_destroy(staged);
}

static void compare_loop(const char *laws, double exponent, const tsu_fused *loop, bool first)
{
    (void)first;
    compare(laws, exponent, &cube, loop->run);
    compare(laws, exponent, &alike, loop->run);
    if (loop->know) compare(laws, exponent, &single, loop->run);
}

static void every_fused_loop_gives_the_bits_of_the_stages(void **state)
{
    (void)state;
    for_every_loop(compare_loop);
}

static void others_go_stage_by_stage(void **state)
{
    (void)state;
    compare("model hertz tangential no_history rolling_friction epsd2", 1.0, &cube, NULL);
    compare("model edinburgh/stiffness tangential history rolling_friction epsd3", 1.2, &cube, NULL);
}

/* Loops for particles that are alike must not be taken for others: one grows, another is held fast, between lists. */
static void particles_alike_until_one_is_changed(void **state)
{
    (void)state;
    static const char laws[] = "model hertz tangential history rolling_friction epsd2";
    tsu_world *w[2];
    for (int k = 0; k < 2; k++) {
        w[k] = make(laws, 1.0, &alike, 1, k == 1);
        const int64_t builds = w[k]->lists.builds;
        for (int32_t i = 0; i < w[k]->particles.count; i++) {
            if (w[k]->particles.id[i] == 5) tsu_particles_set_size(&w[k]->particles, i, 0.001041, 2500.0);
            if (w[k]->particles.id[i] == 9) tsu_particles_hold(&w[k]->particles, i, true);
        }
        take_steps(w[k], 2);
        assert_true(w[k]->lists.same && w[k]->lists.builds == builds);
    }
    assert_true(tsu_world_hash(w[0]) == tsu_world_hash(w[1]));
    assert_true(same_accounts(w[0], w[1]));
    tsu_world_destroy(w[0]);
    tsu_world_destroy(w[1]);
}

/* A long list goes round in rings, on several threads in strips; both leave rows to be summed at the end. */
static void compare_rings(const lattice *t, bool late)
{
    static const char laws[] = "model hertz tangential history rolling_friction epsd2";
    tsu_world *staged = make(laws, 1.0, t, 1, true);
    static const int numbers[] = {1, 2, 3, 12}; /* the last one has a short strip for each thread */
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
        const int threads = numbers[n];
        tsu_world *w = make(laws, 1.0, t, threads, false);
        const tsu_schedule *c = &w->schedule;
        int64_t open = 0;
        for (int64_t r = 0; r < c->runs; r++) {
            open += c->run[r].open;
        }
        assert_true(late == (c->late < w->particles.count));
        assert_true(c->ring > 0 && c->ring < c->entries && w->pool.kept > 0);
        assert_true(open < c->runs && (late || threads > 1) == (open > 0));
        assert_true(threads == 1 ? c->strips == 1 : c->strips > 1);
        assert_true(tsu_world_hash(w) == tsu_world_hash(staged));
        assert_true(same_accounts(w, staged));
        tsu_world_destroy(w);
    }
    tsu_world_destroy(staged);
}

static void rings_and_strips_leave_no_trace(void **state)
{
    (void)state;
    compare_rings(&column, false);
}

/* Large ones among small ones come last, and their contacts are kept until then. */
static void large_particles_leave_no_trace(void **state)
{
    (void)state;
    compare_rings(&mixed, true);
}

/* Whether record `place` of the pool is a copy of that of an entry. */
static bool is_copy(const tsu_force_pool *c, int64_t entry, uint32_t place)
{
    const int64_t block = entry / TSU_CONTACT_BLOCK;
    for (uint32_t q = c->keep_first[block]; q < c->keep_first[block + 1]; q++) {
        if (c->keep_place[q] == place) return c->keep_lane[q] == entry % TSU_CONTACT_BLOCK;
    }
    return false;
}

/* Checks the places of a row against its entries; returns how many of them are kept. */
static int64_t check_row(const tsu_schedule *c, const tsu_force_pool *pool, const tsu_contact_run *run,
                         int64_t i)
{
    const int64_t strip = c->unit[run->unit].strip, end = c->unit[run->unit + 1].block * TSU_CONTACT_BLOCK;
    const uint32_t *at = c->sum + c->sum_first[i], *last = c->sum + c->sum_first[i + 1] - 1;
    int64_t kept = 0;
    for (int64_t q = c->incidence.first[i]; q < c->incidence.first[i + 1]; q++) {
        const int64_t entry = tsu_incident_entry(c->incidence.code[q]);
        if (!tsu_place_listed(c, run, entry)) continue;
        const uint32_t place = tsu_incident_entry(*at);
        const bool ring = place == tsu_place_ring(c, strip, entry);
        assert_true((*at & TSU_INCIDENT_SIDE) == (c->incidence.code[q] & TSU_INCIDENT_SIDE));
        assert_true(at <= last && (at == last) == ((*at & TSU_INCIDENT_LAST) != 0));
        assert_true(ring || is_copy(pool, entry, place));
        /* in the ring it is until an entry a whole ring later is computed, in the same strip */
        assert_true(!ring || (!run->open && entry >= end - c->ring && entry < end));
        assert_true(!ring || entry / TSU_CONTACT_BLOCK >= c->unit[c->strip[strip]].block);
        kept += !ring;
        at++;
    }
    if (at == c->sum + c->sum_first[i]) assert_int_equal(tsu_incident_entry(*at++), 0); /* nothing: zero */
    assert_true(at == last + 1);
    return kept;
}

static void check_places(const tsu_schedule *c, const tsu_force_pool *pool)
{
    int64_t kept = 0;
    for (int64_t r = 0; r < c->runs; r++) {
        const tsu_range rows = tsu_run_rows(c, r);
        for (int64_t i = rows.begin; i < rows.end; i++) {
            kept += check_row(c, pool, &c->run[r], i);
        }
    }
    assert_int_equal(c->run[c->runs].row, c->incidence.rows);
    assert_int_equal(kept, pool->kept);
    for (int q = 0; q < 8; q++) {
        assert_true(pool->record[0][q] == 0.0);
    }
}

/* Every row finds the record of each of its entries where it will be when the row is summed. */
static void rows_find_their_records(void **state)
{
    (void)state;
    const lattice *lattices[] = {&column, &mixed};
    for (int k = 0; k < 2; k++) {
        for (int threads = 1; threads <= 3; threads++) {
            tsu_world *w = make("model hertz tangential history", 1.0, lattices[k], threads, false);
            assert_true(w->schedule.sparse && w->schedule.ring > 0);
            check_places(&w->schedule, &w->pool);
            tsu_world_destroy(w);
        }
    }
}

/* Of the small particles one in `many` stays, or leaves, while lists go on. With few left most blocks are passed over that had
 * contacts with large ones. */
static tsu_world *make_leaving(int threads, bool staged, uint64_t many, bool stays)
{
    tsu_error err = {0};
    tsu_world *w = make("model hertz tangential history", 1.0, &mixed, threads, staged);
    uint8_t *gone = calloc((size_t)w->particles.count, 1);
    assert_non_null(gone);
    for (int32_t i = 0; i < w->particles.count; i++) {
        gone[i] = w->particles.xr[i][3] < mixed.large && (w->particles.id[i] % many == 0) != stays;
    }
    const int64_t builds = w->lists.builds, refreshes = w->lists.refreshes;
    assert_int_equal(tsu_world_remove(w, gone, TSU_BETWEEN_STEPS, &err), TSU_OK);
    free(gone);
    assert_true(w->schedule.ring > 0 && w->pool.kept > 0);
    take_steps(w, 5);
    assert_true(w->lists.builds == builds && w->lists.refreshes == refreshes);
    take_steps(w, LONG_STEPS);
    return w;
}

static void compare_leaving(uint64_t many, bool stays)
{
    tsu_world *staged = make_leaving(1, true, many, stays);
    for (int threads = 1; threads <= 3; threads++) {
        tsu_world *w = make_leaving(threads, false, many, stays);
        assert_true(tsu_world_hash(w) == tsu_world_hash(staged));
        assert_true(same_accounts(w, staged));
        tsu_world_destroy(w);
    }
    tsu_world_destroy(staged);
}

static void who_leaves_takes_its_records_along(void **state)
{
    (void)state;
    compare_leaving(7, false);
    compare_leaving(200, true);
}

/* Forces of touching contacts, those of one world over those of another: the largest, and the largest difference. */
static void compare_forces(const tsu_world *one, const tsu_world *other, double *largest, double *apart)
{
    const tsu_contacts *a = &one->contacts, *b = &other->contacts;
    const double(*f)[8] = (const double(*)[8])one->forces.record,
          (*g)[8] = (const double(*)[8])other->forces.record;
    assert_int_equal(a->count, b->count);
    *largest = *apart = 0.0;
    for (int64_t k = 0; k < a->count; k++) {
        assert_int_equal(a->live[k], b->live[k]);
        if (!a->live[k]) continue;
        assert_true(f[k][3] == g[k][3]); /* where particles are says how deep it is */
        for (int q = 0; q < 3; q++) {
            *largest = fmax(*largest, fabs(f[k][q]));
            *apart = fmax(*apart, fabs(f[k][q] - g[k][q]));
        }
        for (int q = 0; q < a->history_width; q++) {
            assert_true(*tsu_contacts_history(a, q, k) == *tsu_contacts_history(b, q, k));
        }
    }
}

/* Steps that do not keep the forces of contacts are the same steps, and so are those after somebody has looked at them. */
static void what_nobody_watches_happens_all_the_same(void **state)
{
    (void)state;
    static const char laws[] = "model hertz tangential history rolling_friction epsd2";
    for (int threads = 1; threads <= 2; threads++) {
        tsu_world *plain = fill(laws, 1.0, &column, 1), *lean = fill(laws, 1.0, &column, threads);
        double largest, apart;
        lean->lean = true;
        take_steps(plain, LONG_STEPS);
        take_steps(lean, LONG_STEPS);
        assert_true(tsu_world_is(plain, TSU_CURRENT_RECORDS));
        assert_false(tsu_world_is(lean, TSU_CURRENT_RECORDS));
        assert_int_equal(tsu_world_look(lean, NULL), TSU_OK);
        assert_true(tsu_world_is(lean, TSU_CURRENT_RECORDS));
        /* with velocities of half a step later, so not the same: friction, at most 0.2 of it, may point elsewhere */
        compare_forces(plain, lean, &largest, &apart);
        assert_true(largest > 0.0 && apart > 0.0 && apart < 0.4 * largest);
        tsu_world_look_away(lean);
        assert_false(tsu_world_is(lean, TSU_CURRENT_RECORDS));
        take_steps(plain, 2);
        take_steps(lean, 2);
        assert_true(tsu_world_hash(plain) == tsu_world_hash(lean));
        assert_true(same_accounts(plain, lean));
        tsu_world_watch(lean);
        take_steps(plain, 1);
        take_steps(lean, 1);
        compare_forces(plain, lean, &largest, &apart);
        assert_true(apart == 0.0);
        tsu_world_destroy(plain);
        tsu_world_destroy(lean);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_fused_loop_gives_the_bits_of_the_stages),
                                       cmocka_unit_test(others_go_stage_by_stage),
                                       cmocka_unit_test(particles_alike_until_one_is_changed),
                                       cmocka_unit_test(rings_and_strips_leave_no_trace),
                                       cmocka_unit_test(large_particles_leave_no_trace),
                                       cmocka_unit_test(rows_find_their_records),
                                       cmocka_unit_test(who_leaves_takes_its_records_along),
                                       cmocka_unit_test(what_nobody_watches_happens_all_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
