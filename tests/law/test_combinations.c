/* SPDX-License-Identifier: Apache-2.0 */
/* Every combination of registered laws, between two spheres and at a plane: an oblique collision of spinning bodies.
 * Momentum is conserved to rounding, exchanging the bodies changes no bit, nothing is ever NaN, and the energy audit
 * closes: below 1e-4 of the energy exchanged at a fiftieth of the contact time, falling as the square of the step. */
#include "values.h"
#include <stdio.h>

typedef struct combination {
    const tsu_law *law[DRIVE_KINDS];
    bool at_plane;
} combination;

typedef struct outcome {
    double final;       /* audit residual after the collision, over the energy exchanged */
    double worst;       /* largest one during it */
    double integration; /* the account of that name, likewise */
    double momentum;    /* change of momentum over the largest momentum of a body */
    double angular;     /* likewise, angular */
} outcome;

/* `laws_with_off` lists the laws of a kind and NULL for off; returns how many. */
static int laws_with_off(tsu_law_kind kind, const tsu_law *list[32])
{
    int n = 0;
    for (const tsu_law *const *law = tsu_laws_of_kind(kind); *law; law++) {
        list[n++] = *law;
    }
    if (kind != TSU_NORMAL) list[n++] = NULL;
    return n;
}

static drive_scene collision(bool at_plane, double gap)
{
    drive_scene s = {
        .a = drive_sphere(1.0e-3, 2500.0), .b = drive_sphere(1.5e-3, 2000.0), .at_plane = at_plane};
    const tsu_vec3 n = {0.48, 0.6, 0.64};
    s.plane_normal = n;
    s.a.x = tsu_vec3_scale((at_plane ? 1.0e-3 : 2.5e-3) + gap, n);
    s.a.v = tsu_vec3_madd(tsu_vec3_make(0.25, -0.12, -0.08), -0.5, n);
    s.b.v = tsu_vec3_make(0.05, 0.02, 0.01);
    s.a.w = tsu_vec3_make(150.0, -100.0, 130.0);
    s.b.w = tsu_vec3_make(80.0, 170.0, -90.0);
    return s;
}

static double gap_speed(const drive_scene *s)
{
    const tsu_vec3 v = s->at_plane ? s->a.v : tsu_vec3_sub(s->a.v, s->b.v);
    return -tsu_vec3_dot(v, s->plane_normal);
}

/* Twice the time to the largest overlap, whatever comes after [s]. */
static double contact_time(const combination *k)
{
    const tsu_law *const laws[DRIVE_KINDS] = {
        [TSU_NORMAL] = k->law[TSU_NORMAL], [TSU_COHESION] = k->law[TSU_COHESION]};
    drive d;
    drive_select_laws(&d, laws, law_values, NULL);
    for (double dt = 1.0e-6;; dt *= 0.1) {
        drive_scene s = collision(k->at_plane, 0.0);
        drive_start(&s, &d);
        int steps = 0;
        for (double overlap = -1.0; s.contact.overlap > overlap && steps < 100000; steps++) {
            overlap = s.contact.overlap;
            drive_step(&s, &d, dt);
        }
        if (steps > 100) return 2.0 * steps * dt;
    }
}

static void check_finite(const combination *k, const drive_scene *s)
{
    double sum = s->contact.elastic + drive_dissipated(s) + tsu_vec3_norm(s->a.x) + tsu_vec3_norm(s->a.v) +
                 tsu_vec3_norm(s->a.w);
    if (!isfinite(sum)) fail_msg("%s: not finite", k->law[TSU_NORMAL]->name);
}

static outcome collide(const combination *k, const drive_value *values, const drive_keyword *keywords,
                       double dt, double phase)
{
    drive d;
    drive_select_laws(&d, k->law, values, keywords);
    drive_scene s = collision(k->at_plane, 0.0);
    s = collision(k->at_plane, phase * gap_speed(&s) * dt);
    drive_start(&s, &d);
    const double energy = drive_energy_audited(&s, dt);
    const tsu_vec3 p = drive_momentum(&s), l = drive_angular_momentum(&s);
    outcome o = {0};
    /* a liquid bridge lasts far longer than the impact; its end has tests of its own */
    const bool bridge = k->law[TSU_COHESION] && k->law[TSU_COHESION]->apart;
    for (int step = 0;
         step < 3000 && (step < 5 || (s.contact.touching && !(bridge && s.contact.overlap < 0.0))); step++) {
        drive_step(&s, &d, dt);
        check_finite(k, &s);
        o.final = fabs(drive_energy_audited(&s, dt) - energy);
        o.worst = fmax(o.worst, o.final);
    }
    o.final /= s.turned_over;
    o.worst /= s.turned_over;
    o.integration = fabs(s.account[TSU_ACCOUNT_INTEGRATION]) / s.turned_over;
    o.momentum = tsu_vec3_norm(tsu_vec3_sub(drive_momentum(&s), p)) / (s.b.mass * 0.1);
    o.angular = tsu_vec3_norm(tsu_vec3_sub(drive_angular_momentum(&s), l)) / tsu_vec3_norm(l);
    return o;
}

static const char *name_of(const combination *k, char text[200])
{
    snprintf(text, 200, "%s", k->at_plane ? "plane" : "pair");
    for (int q = 0; q < DRIVE_KINDS; q++) {
        const size_t used = strlen(text);
        snprintf(text + used, 200 - used, " %s %s", tsu_law_kind_word((tsu_law_kind)q),
                 k->law[q] ? k->law[q]->name : "off");
    }
    return text;
}

/* Root mean square over some phases of the first touch within a step. */
static outcome average(const combination *k, const drive_keyword *keywords, double dt)
{
    enum { PHASES = 3 };
    outcome sum = {0};
    for (int phase = 0; phase < PHASES; phase++) {
        const outcome o = collide(k, law_values, keywords, dt, (phase + 0.4) / PHASES);
        sum.final += o.final * o.final / PHASES;
        sum.worst = fmax(sum.worst, o.worst);
        sum.momentum = fmax(sum.momentum, o.momentum);
        sum.angular = fmax(sum.angular, o.angular);
    }
    sum.final = sqrt(sum.final);
    return sum;
}

typedef void visitor(const combination *k, double time);

static int visit_all(visitor *visit)
{
    const tsu_law *list[DRIVE_KINDS][32];
    int count[DRIVE_KINDS], visited = 0;
    for (int q = 0; q < DRIVE_KINDS; q++) {
        count[q] = laws_with_off((tsu_law_kind)q, list[q]);
    }
    for (int code = 0; code < 2 * count[0] * count[1]; code++) {
        combination k = {.at_plane = code % 2 != 0};
        k.law[TSU_NORMAL] = list[TSU_NORMAL][code / 2 % count[TSU_NORMAL]];
        k.law[TSU_COHESION] = list[TSU_COHESION][code / 2 / count[TSU_NORMAL]];
        const double time = contact_time(&k);
        for (int rest = 0; rest < count[TSU_TANGENTIAL] * count[TSU_ROLLING]; rest++) {
            k.law[TSU_TANGENTIAL] = list[TSU_TANGENTIAL][rest % count[TSU_TANGENTIAL]];
            k.law[TSU_ROLLING] = list[TSU_ROLLING][rest / count[TSU_TANGENTIAL]];
            visit(&k, time);
            visited++;
        }
    }
    return visited;
}

static const drive_keyword torsion_on[] = {{"torsionTorque", "on"}, {"torsion", "on"}, {NULL, NULL}};

static void audit_one(const combination *k, double time)
{
    char text[200];
    for (int torsion = 0; torsion < (k->law[TSU_ROLLING] && !k->law[TSU_TANGENTIAL] ? 2 : 1); torsion++) {
        const drive_keyword *keywords = torsion ? torsion_on : NULL;
        const outcome coarse = average(k, keywords, time / 50.0), fine = average(k, keywords, time / 200.0);
        const bool small = coarse.worst < 1.0e-4;
        /* Where sliding ends while its direction turns, the dashpot of the last step is booked along the new one:
         * an error below this floor that does not fall. */
        const bool falls = fine.final < coarse.final / 8.0 || fine.final < 1.0e-9;
        const bool conserved = k->at_plane || (coarse.momentum < 1.0e-11 && coarse.angular < 1.0e-11);
        if (!small || !falls || !conserved)
            fail_msg("%s: audit %.2e, at a quarter of the step %.2e, worst %.2e; momentum %.1e, angular %.1e",
                     name_of(k, text), coarse.final, fine.final, coarse.worst, coarse.momentum,
                     coarse.angular);
    }
}

static void audit_closes_for_every_combination(void **test)
{
    (void)test;
    assert_true(visit_all(audit_one) >= 1000);
}

/* Mean of the account of integration, over many phases of the first touch, with a given pull-off force. */
static double mean_integration(const combination *k, double pull_off, double dt)
{
    drive_value values[LAW_VALUES];
    values_with(values, "pullOffForce", pull_off);
    double sum = 0.0;
    for (int phase = 0; phase < 10; phase++) {
        sum += 0.1 * collide(k, values, NULL, dt, (phase + 0.4) / 10.0).integration;
    }
    return sum;
}

/* The error of the step that the normal laws book is small and of second order; of first order where a pull-off force
 * sets in with a jump. */
static void integration_account_is_second_order(void **test)
{
    (void)test;
    const tsu_law *list[32];
    const int count = laws_with_off(TSU_NORMAL, list);
    for (int k = 0; k < 4 * count; k++) {
        const combination one = {.law = {[TSU_NORMAL] = list[k / 4]}, .at_plane = k % 2 != 0};
        const double time = contact_time(&one), pull_off = k & 2 ? -1.0e-3 : 0.0;
        const double coarse = mean_integration(&one, pull_off, time / 50.0);
        const double fine = mean_integration(&one, pull_off, time / 400.0);
        if (coarse > 2.0e-3 || fine > coarse / (pull_off < 0.0 ? 4.0 : 16.0) + 1.0e-12)
            fail_msg("%s: integration %.2e, at an eighth of the step %.2e", list[k / 4]->name, coarse, fine);
    }
}

/* The table with the values of the two sides exchanged. */
static void exchanged_values(drive_value out[LAW_VALUES])
{
    memcpy(out, law_values, sizeof law_values);
    for (drive_value *v = out; v->name; v++) {
        if (v->other != 0.0) *v = (drive_value){v->name, v->other, v->value};
    }
}

static bool same_body(const drive_body *p, const drive_body *q)
{
    return memcmp(&p->x, &q->x, sizeof p->x) == 0 && memcmp(&p->v, &q->v, sizeof p->v) == 0 &&
           memcmp(&p->w, &q->w, sizeof p->w) == 0;
}

static void exchange_one(const combination *k, double time)
{
    char text[200];
    drive_value exchanged[LAW_VALUES];
    exchanged_values(exchanged);
    if (k->at_plane) return;
    drive d, e;
    drive_select_laws(&d, k->law, law_values, torsion_on);
    drive_select_laws(&e, k->law, exchanged, torsion_on);
    drive_scene s = collision(false, 1.0e-7), t = s;
    t.a = s.b;
    t.b = s.a;
    drive_start(&s, &d);
    drive_start(&t, &e);
    for (int step = 0; step < 70; step++) {
        drive_step(&s, &d, time / 50.0);
        drive_step(&t, &e, time / 50.0);
        if (!same_body(&s.a, &t.b) || !same_body(&s.b, &t.a) || s.contact.elastic != t.contact.elastic ||
            memcmp(s.account, t.account, sizeof s.account) != 0)
            fail_msg("%s: exchanging the bodies changes step %d", name_of(k, text), step);
    }
}

static void exchanging_the_bodies_changes_no_bit(void **test)
{
    (void)test;
    visit_all(exchange_one);
}

/* A contact at the edge of sense: `which` counts through the cases. */
static bool extreme(int which, tsu_contact *c)
{
    const double overlaps[] = {0.0, 1.0e-300, 1.0e-12, 1.0e-5, 0.9e-3},
                 speeds[] = {0.0, 1.0e-200, 0.1, 1.0e6};
    const double steps[] = {0.0, 1.0e-12, 1.0e-6, 1.0};
    if (which >= 5 * 4 * 4 * 2) return false;
    const double v = speeds[which / 5 % 4], dt = steps[which / 20 % 4];
    const bool wall = which / 80 != 0;
    *c = (tsu_contact){.overlap = overlaps[which % 5],
                       .radius_i = 1.0e-3,
                       .radius_j = 1.0e-3,
                       .r_eff = wall ? 1.0e-3 : 0.5e-3,
                       .m_eff = 1.0e-5,
                       .inv_mass_i = 1.0e5,
                       .inv_mass_j = wall ? 0.0 : 1.0e5,
                       .dt = dt,
                       .v_n = -v,
                       .v_n_before = v,
                       .wall = wall};
    c->touching = c->overlap > 0.0;
    c->overlap_before = c->overlap - v * dt;
    c->n = tsu_vec3_make(0.6, 0.0, 0.8);
    c->v_t = c->v_t_before = tsu_vec3_make(0.8 * v, v, -0.6 * v);
    c->w_r = tsu_vec3_make(1.0e3 * v, -1.0e3 * v, 1.0e3 * v);
    c->w_n_before = tsu_vec3_dot(c->w_r, c->n);
    return true;
}

static bool finite_contact(const tsu_contact *c)
{
    double sum =
        c->f_n + c->f_total + c->elastic + tsu_vec3_dot(c->f_t, c->f_t) + tsu_vec3_dot(c->m_r, c->m_r);
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        sum += c->account[q];
    }
    return isfinite(sum);
}

/* No sequence of extreme contacts gives anything that is not a number, with and without friction. */
static void extreme_one(const combination *k, double time)
{
    (void)time;
    char text[200];
    drive_value none[LAW_VALUES];
    values_with(none, "coefficientFriction", 0.0);
    for (drive_value *v = none; v->name; v++) {
        if (strcmp(v->name, "coefficientRollingFriction") == 0) v->value = 0.0;
        if (strcmp(v->name, "kt") == 0) v->value = 0.0;
        if (strcmp(v->name, "coefficientRestitution") == 0) v->value = 1.0;
    }
    for (int friction = 0; friction < 2; friction++) {
        drive d;
        drive_select_laws(&d, k->law, friction ? law_values : none, torsion_on);
        tsu_contact c;
        for (int which = 0; extreme(which, &c); which++) {
            if (c.wall != k->at_plane) continue;
            drive_run(&d, &c);
            if (!finite_contact(&c)) fail_msg("%s: extreme case %d is not finite", name_of(k, text), which);
        }
    }
}

static void extreme_contacts_stay_finite(void **test)
{
    (void)test;
    visit_all(extreme_one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(audit_closes_for_every_combination),
        cmocka_unit_test(integration_account_is_second_order),
        cmocka_unit_test(exchanging_the_bodies_changes_no_bit),
        cmocka_unit_test(extreme_contacts_stay_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
