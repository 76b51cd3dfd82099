/* SPDX-License-Identifier: Apache-2.0 */
/* hopper.c - 5,000 grains run out of a hopper onto a slope, in air that drags them; then a script runs. To be started where
 * the folder `examples` is. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <tsubu/tsubu.h>

static tsu_error err;

static void need(bool done)
{
    if (!done) exit((fprintf(stderr, "failed: %s\n", err.message), 1));
}

static tsu_status drag(void *context, const tsu_step_view *now, tsu_error *error)
{
    (void)error;
    for (size_t k = 0; k < 4 * now->count; k++) {
        if (k % 4 < 3) now->force[k] -= *(double *)context * now->v[k];
    }
    return TSU_OK;
}

static tsu_world *make(void)
{
    static const double young = 5e6, poisson = 0.3, restitution = 0.5, friction = 0.5,
                        down[3] = {0, 0, -9.81};
    static tsu_particle_def grain[5000];
    tsu_world_def def = {{-0.15, -0.15, -0.2}, {0.15, 0.15, 0.2}, {"ff", "ff", "ff"}, .materials = 1};
    tsu_mesh_def mesh = {.name = "hopper", .file = "examples/starters/hopper.stl", .scale = 1.0};
    tsu_wall_def hopper = {.name = "hopper", .shape = "mesh", .mesh = "hopper", .type = 1};
    tsu_wall_def slope = {.name = "slope", .shape = "plane", .direction = {0.5, 0.0, 0.866}, .type = 1};
    double dt;
    tsu_world *w = tsu_world_create(&def, &err);
    need(w && tsu_property_set_type(w, "youngsModulus", &young, &err) == TSU_OK);
    need(tsu_property_set_type(w, "poissonsRatio", &poisson, &err) == TSU_OK);
    need(tsu_property_set_pair(w, "coefficientRestitution", &restitution, &err) == TSU_OK);
    need(tsu_property_set_pair(w, "coefficientFriction", &friction, &err) == TSU_OK);
    need(tsu_laws_choose(w, "model hertz tangential history", &err) == TSU_OK);
    need(tsu_meshes_add(w, &mesh, &err) == TSU_OK && tsu_walls_add(w, &hopper, &err) == TSU_OK);
    slope.centre[2] = -0.03;
    need(tsu_walls_add(w, &slope, &err) == TSU_OK);
    for (int n = 0, cell = 0; n < 5000; cell++) { /* on a lattice, where it is inside the hopper */
        const double x[3] = {2.1e-3 * (cell % 33 - 16), 2.1e-3 * (cell / 33 % 33 - 16),
                             2.1e-3 * (cell / 1089)};
        if (hypot(x[0], x[1]) > 0.036) continue;
        grain[n++] = (tsu_particle_def){0, 1, 1e-3, 2500.0, {x[0], x[1], 0.04 + x[2]}, {0}, {0}};
    }
    need(tsu_particles_add(w, grain, 5000, &err) == TSU_OK && tsu_world_set_gravity(w, down, &err) == TSU_OK);
    need(tsu_world_stable_timestep(w, 0.2, &dt, &err) == TSU_OK &&
         tsu_world_set_timestep(w, dt, &err) == TSU_OK);
    return w;
}

int main(void)
{
    double viscous = 1e-4, tilted[3] = {3.0, 0.0, -9.3}, weight = 0.0, mean;
    tsu_callback_def air = {"air", TSU_CALL_FORCE, 1, drag, &viscous};
    tsu_contacts_view c;
    tsu_energy e;
    tsu_world *w = make(), *again;
    need(tsu_callbacks_add(w, &air, NULL, &err) == TSU_OK && tsu_world_step(w, 2500, &err) == TSU_OK);
    need(tsu_contacts_list(w, &c, &err) == TSU_OK);
    for (size_t k = 0; k < c.count; k++) {
        if (c.contact[k].wall == 0) weight += c.contact[k].force[2];
    }
    need(tsu_world_set_gravity(w, tilted, &err) == TSU_OK && tsu_world_step(w, 200, &err) == TSU_OK);
    need(tsu_world_energy(w, &e, &err) == TSU_OK && tsu_world_save(w, "hopper.restart", &err) == TSU_OK);
    need((again = tsu_world_load("hopper.restart", 0, &err)) && tsu_world_hash(again) == tsu_world_hash(w));
    printf("%zu contacts, %.3g N on the hopper; audit %.1e\n", c.count, weight, e.residual / e.exchanged);
    need(fabs(e.residual) < 1e-12 * e.exchanged && e.external_work < 0.0 && weight > 0.0 && c.count > 1000);
    tsu_session *s = tsu_session_create(&(tsu_session_def){0}, &err);
    need(s && tsu_session_run_file(s, "examples/api/drop.in", &err) == TSU_OK);
    need(tsu_session_evaluate(s, "f_mean", &mean, &err) == TSU_OK && mean > 0.0 && !remove("hopper.restart"));
    printf("the script's mean kinetic energy is %.4g J\n", mean);
    tsu_session_destroy(s), tsu_world_destroy(again), tsu_world_destroy(w);
    return 0;
}
