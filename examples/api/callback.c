/* SPDX-License-Identifier: Apache-2.0 */
/* callback.c - callbacks, setters and groups: a spring of our own holds one of two balls, the other is held fast; the work of the spring is
 * in the accounts, and what is set is booked as given. */
#include <math.h>
#include <stdio.h>
#include <tsubu/tsubu.h>

typedef struct spring {
    double stiffness, x0; /* [N/m], [m] */
    int64_t samples;
    double highest; /* speed [m/s] */
} spring;

static tsu_status pull(void *context, const tsu_step_view *now, tsu_error *err)
{
    const spring *s = context;
    (void)err;
    for (size_t k = 0; k < now->count; k++) {
        if (now->id[k] == 1) now->force[4 * k] -= s->stiffness * (now->x[4 * k] - s->x0);
    }
    return TSU_OK;
}

static tsu_status watch(void *context, const tsu_step_view *now, tsu_error *err)
{
    spring *s = context;
    s->samples++;
    for (size_t k = 0; k < now->count; k++) {
        if (now->id[k] == 1) s->highest = fmax(s->highest, fabs(now->v[4 * k]));
    }
    /* A callback reads; what would change the world is refused. */
    return tsu_world_step(now->world, 1, err) == TSU_OK ? TSU_ERROR_INPUT : TSU_OK;
}

int main(void)
{
    static const double young = 1e7, poisson = 0.3, restitution = 0.5, heavy = 5000.0,
                        at_rest[3] = {0.0, 0.0, 0.0};
    static const uint64_t first = 1, second = 2;
    tsu_error err = {0};
    tsu_world_def def = tsu_world_def_default();
    def.timestep = 1e-5;
    tsu_particle_def ball[2] = {tsu_particle_def_default(), tsu_particle_def_default()};
    for (int k = 0; k < 2; k++) {
        ball[k].radius = 0.01;
        ball[k].position[0] = k ? 0.8 : 0.51;
        ball[k].position[1] = ball[k].position[2] = 0.5;
    }
    spring s = {.stiffness = 10.0, .x0 = 0.5};
    tsu_callback_def force = tsu_callback_def_default(), probe = force;
    force.name = "spring";
    force.call = pull;
    probe.name = "watch";
    probe.call = watch;
    probe.when = TSU_CALL_AFTER_STEP;
    probe.every = 10;
    force.context = probe.context = &s;
    uint64_t handle = 0;
    tsu_energy e, after;
    tsu_world *w = tsu_world_create(&def, &err);
    const bool done = w && tsu_property_set_type(w, "youngsModulus", &young, &err) == TSU_OK &&
                      tsu_property_set_type(w, "poissonsRatio", &poisson, &err) == TSU_OK &&
                      tsu_property_set_pair(w, "coefficientRestitution", &restitution, &err) == TSU_OK &&
                      tsu_laws_choose(w, "model hertz tangential off", &err) == TSU_OK &&
                      tsu_particles_add(w, ball, 2, &err) == TSU_OK &&
                      tsu_groups_add(w, "still", &second, 1, &err) == TSU_OK &&
                      tsu_group_hold(w, "still", true, &err) == TSU_OK &&
                      tsu_callbacks_add(w, &force, &handle, &err) == TSU_OK &&
                      tsu_callbacks_add(w, &probe, NULL, &err) == TSU_OK &&
                      tsu_world_step(w, 20000, &err) == TSU_OK && tsu_world_energy(w, &e, &err) == TSU_OK &&
                      tsu_field_write(w, "density", &first, 1, 1, &heavy, &err) == TSU_OK &&
                      tsu_field_write(w, "v", &first, 1, 3, at_rest, &err) == TSU_OK &&
                      tsu_callbacks_remove(w, handle, &err) == TSU_OK &&
                      tsu_world_step(w, 100, &err) == TSU_OK && tsu_world_energy(w, &after, &err) == TSU_OK;
    if (!done) return fprintf(stderr, "%s\n", err.message), 1;
    const double mass = 4.0 / 3.0 * 3.14159265358979 * 1e-6 * 2500.0, omega = sqrt(s.stiffness / mass);
    printf("highest speed %.5f m/s, by the formula %.5f, in %lld samples\n", s.highest, 0.01 * omega,
           (long long)s.samples);
    printf("kinetic %.6g J, work of the spring %.6g J, residual %.1e J; stopped, given %.6g J\n", e.kinetic,
           e.external_work, e.residual, after.given - e.given);
    const bool right = fabs(s.highest - 0.01 * omega) < 1e-3 * 0.01 * omega && s.samples == 2010 &&
                       fabs(e.residual) < 1e-12 * e.exchanged && after.kinetic == 0.0 &&
                       fabs(after.given - e.given + e.kinetic) < 1e-12 * e.exchanged;
    tsu_world_destroy(w);
    return right ? 0 : 1;
}
