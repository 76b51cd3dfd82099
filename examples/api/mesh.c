/* SPDX-License-Identifier: Apache-2.0 */
/* mesh.c - meshes: a tray made of two triangles is tilted until a ball slides, asked for force and torque, and driven. */
#include <math.h>
#include <stdio.h>
#include <tsubu/tsubu.h>

int main(void)
{
    static const double corner[] = {-0.5, -0.5, 0.0, 0.5, -0.5, 0.0, 0.5, 0.5, 0.0, -0.5, 0.5, 0.0};
    static const int32_t triangle[] = {0, 1, 2, 0, 2, 3};
    static const double young = 1e7, poisson = 0.3, restitution = 0.3, friction = 0.6;
    static const double y[3] = {0.0, 1.0, 0.0}, none[3] = {0.0, 0.0, 0.0}, up[3] = {0.0, 0.0, 0.05};
    tsu_error err = {0};
    tsu_world_def def = tsu_world_def_default();
    def.lo[0] = def.lo[1] = def.lo[2] = -1.0;
    def.gravity[2] = -10.0;
    def.timestep = 2e-5;
    tsu_mesh_def tray = tsu_mesh_def_default();
    tray.name = "tray";
    tray.vertices = corner;
    tray.vertex_count = 4;
    tray.triangles = triangle;
    tray.triangle_count = 2;
    tsu_wall_def wall = tsu_wall_def_default();
    wall.name = wall.mesh = "tray";
    wall.shape = "mesh";
    tsu_particle_def ball = tsu_particle_def_default();
    ball.radius = 0.01;
    ball.position[0] = 0.2;
    ball.position[2] = 0.00999;
    double force[3], torque[3];
    tsu_view v = {0}, x = {0};
    tsu_world *w = tsu_world_create(&def, &err);
    bool done = w && tsu_property_set_type(w, "youngsModulus", &young, &err) == TSU_OK &&
                tsu_property_set_type(w, "poissonsRatio", &poisson, &err) == TSU_OK &&
                tsu_property_set_pair(w, "coefficientRestitution", &restitution, &err) == TSU_OK &&
                tsu_property_set_pair(w, "coefficientFriction", &friction, &err) == TSU_OK &&
                tsu_laws_choose(w, "model hertz tangential history", &err) == TSU_OK &&
                tsu_meshes_add(w, &tray, &err) == TSU_OK && tsu_walls_add(w, &wall, &err) == TSU_OK &&
                tsu_particles_add(w, &ball, 1, &err) == TSU_OK && tsu_world_step(w, 20000, &err) == TSU_OK &&
                tsu_wall_force(w, "tray", force, &err) == TSU_OK &&
                tsu_wall_torque(w, "tray", none, torque, &err) == TSU_OK;
    const double weight = 4.0 / 3.0 * 3.14159265358979 * 1e-6 * 2500.0 * 10.0;
    if (!done) return fprintf(stderr, "%s\n", err.message), 1;
    printf("the ball of %.4f N presses with %.4f N, %.5f N m about the middle\n", weight, -force[2],
           torque[1]);
    bool right = fabs(force[2] + weight) < 1e-3 * weight && fabs(torque[1] - 0.2 * weight) < 1e-3 * weight;

    /* Tilted about the ball by 30 degrees it rolls down without slipping, at 5/7 g sin 30; 0.2 s later it is driven upwards. */
    const double foot[3] = {0.2, 0.0, 0.0}, angle = 3.14159265358979 / 6.0, gap = 0.01 * (1.0 - 0.8660254);
    const double back[3] = {-0.5 * gap, 0.0, -0.8660254 * gap};
    done = tsu_mesh_rotate(w, "tray", foot, y, angle, &err) == TSU_OK &&
           tsu_mesh_move(w, "tray", back, &err) == TSU_OK && tsu_world_step(w, 10000, &err) == TSU_OK &&
           tsu_field_view(w, "v", &v, &err) == TSU_OK;
    if (!done) return fprintf(stderr, "%s\n", err.message), 1;
    const double speed = sqrt(v.data[0] * v.data[0] + v.data[2] * v.data[2]);
    printf("tilted, it rolls with %.4f m/s after 0.2 s (%.4f)\n", speed, 10.0 * 0.5 * 5.0 / 7.0 * 0.2);
    right = right && fabs(speed - 10.0 * 0.5 * 5.0 / 7.0 * 0.2) < 0.03;
    done = tsu_mesh_set_motion(w, "tray", up, none, none, &err) == TSU_OK &&
           tsu_world_step(w, 1000, &err) == TSU_OK && tsu_mesh_view(w, "tray", &x, &err) == TSU_OK;
    if (!done) return fprintf(stderr, "%s\n", err.message), 1;
    printf("driven upwards for 0.02 s, its first corner is at z = %.4f m\n", x.data[2]);
    right = right && fabs(x.data[2] - (0.7 * 0.5 + back[2] + 0.001)) < 1e-6;
    tsu_world_destroy(w);
    return right ? 0 : 1;
}
