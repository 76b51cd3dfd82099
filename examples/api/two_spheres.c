/* SPDX-License-Identifier: Apache-2.0 */
/* two_spheres.c - two glass beads collide: a whole simulation through the C interface. Where tsubu is installed:
 *     cc two_spheres.c $(pkg-config --cflags --libs tsubu) -o two_spheres */
#include <math.h>
#include <stdio.h>
#include <tsubu/tsubu.h>

int main(void)
{
    tsu_error err = {0};
    tsu_world_def def = tsu_world_def_default(); /* a box of one metre, one material */
    def.timestep = 1e-8;                         /* [s] */
    tsu_world *world = tsu_world_create(&def, &err);

    const double young = 48e9, poisson = 0.2, restitution = 0.9; /* glass [Pa], [-], [-] */
    tsu_particle_def bead[2] = {tsu_particle_def_default(), tsu_particle_def_default()};
    for (int k = 0; k < 2; k++) {
        bead[k].radius = 0.01;    /* [m] */
        bead[k].density = 2800.0; /* [kg/m^3] */
        bead[k].position[0] = k ? 0.51 : 0.49;
        bead[k].position[1] = bead[k].position[2] = 0.5;
        bead[k].velocity[0] = k ? -10.0 : 10.0; /* [m/s] */
    }
    tsu_view v;
    tsu_energy before, after;
    const bool done =
        world && tsu_property_set_type(world, "youngsModulus", &young, &err) == TSU_OK &&
        tsu_property_set_type(world, "poissonsRatio", &poisson, &err) == TSU_OK &&
        tsu_property_set_pair(world, "coefficientRestitution", &restitution, &err) == TSU_OK &&
        tsu_laws_choose(world, "model hertz tangential off", &err) == TSU_OK &&
        tsu_particles_add(world, bead, 2, &err) == TSU_OK &&
        tsu_world_energy(world, &before, &err) == TSU_OK && tsu_world_step(world, 10000, &err) == TSU_OK &&
        tsu_world_energy(world, &after, &err) == TSU_OK && tsu_field_view(world, "v", &v, &err) == TSU_OK;
    if (!done) return fprintf(stderr, "%s\n", err.message), 1;

    const double out = fabs(v.data[0] - v.data[v.stride]) / 20.0;
    printf("after %g us they part with %.5f of the speed they met with (restitution %g)\n",
           1e6 * tsu_world_time(world), out, restitution);
    printf("of %.4f J they kept %.4f J and lost %.4f J in the dashpot; %.1e J are unexplained\n",
           before.kinetic, after.kinetic, after.dissipated[TSU_ACCOUNT_NORMAL_DASHPOT], after.residual);
    tsu_world_destroy(world);
    return fabs(out - restitution) < 1e-4 ? 0 : 1;
}
