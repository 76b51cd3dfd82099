/* SPDX-License-Identifier: Apache-2.0 */
/* models.c - models by name: a stream of grains falls through an inlet into air. The models are listed, read,
 * saved with a copy of the world and removed; the accounts close. */
#include <math.h>
#include <stdio.h>
#include <tsubu/tsubu.h>

static tsu_error err;

static int failed(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, err.message);
    return 1;
}

int main(void)
{
    static const double young = 1e7, poisson = 0.3, half = 0.5, down[3] = {0.0, 0.0, -9.81};
    static const double corner[] = {0.4, 0.4, 0.9, 0.6, 0.4, 0.9, 0.6, 0.6, 0.9, 0.4, 0.6, 0.9};
    static const int32_t triangle[] = {0, 1, 2, 0, 2, 3};
    const tsu_parameter stream[] = {
        {.name = "templates",
         .text = "radius 0.004 density 2500 weight 0.5; radius uniform 0.003 0.005 density 2500 weight 0.5"},
        {.name = "face", .text = "inlet"},
        {.name = "velocity", .number = {0.0, 0.0, -1.0}},
        {.name = "particles", .number = {200}},
        {.name = "particle_rate", .number = {5000}},
        {.name = "length", .number = {0.05}},
        {.name = "seed", .number = {4711}}};
    const tsu_parameter air = {.name = "coefficient", .number = {1e-4}};
    tsu_world_def def = tsu_world_def_default();
    tsu_mesh_def inlet = tsu_mesh_def_default();
    tsu_energy e;
    double mass = 0.0, grains = 0.0;
    const char *model = NULL;
    def.timestep = 1e-5;
    inlet.name = "inlet";
    inlet.vertices = corner;
    inlet.vertex_count = 4;
    inlet.triangles = triangle;
    inlet.triangle_count = 2;
    tsu_world *w = tsu_world_create(&def, &err);
    if (!w || tsu_world_set_gravity(w, down, &err) != TSU_OK) return failed("world");
    if (tsu_property_set_type(w, "youngsModulus", &young, &err) != TSU_OK ||
        tsu_property_set_type(w, "poissonsRatio", &poisson, &err) != TSU_OK ||
        tsu_property_set_pair(w, "coefficientRestitution", &half, &err) != TSU_OK ||
        tsu_property_set_pair(w, "coefficientFriction", &half, &err) != TSU_OK ||
        tsu_laws_choose(w, "model hertz tangential history", &err) != TSU_OK ||
        tsu_meshes_add(w, &inlet, &err) != TSU_OK)
        return failed("material");
    if (tsu_models_add(w, "insert_stream", "grains", stream, sizeof stream / sizeof *stream, &err) !=
            TSU_OK ||
        tsu_models_add(w, "viscous", "air", &air, 1, &err) != TSU_OK)
        return failed("models");
    if (tsu_world_step(w, 6000, &err) != TSU_OK) return failed("run");
    tsu_world *copy = tsu_world_copy(w, &err);
    if (!copy || tsu_world_step(copy, 1000, &err) != TSU_OK || tsu_world_step(w, 1000, &err) != TSU_OK)
        return failed("copy");
    for (size_t k = 0; tsu_model_name(w, k, &model); k++) {
        printf("%s is a model %s\n", tsu_model_name(w, k, NULL), model);
    }
    if (tsu_model_tell(w, "grains", "mass", &mass, &err) != TSU_OK ||
        tsu_model_tell(w, "grains", "particles", &grains, &err) != TSU_OK ||
        tsu_world_energy(w, &e, &err) != TSU_OK)
        return failed("values");
    printf("%.0f grains of %.4g kg; residual %.1e of the energy exchanged\n", grains, mass,
           e.residual / e.exchanged);
    const int wrong = grains != 200.0 || !(mass > 0.0) || !(e.external_work < 0.0) ||
                      !(fabs(e.residual) < 1e-12 * e.exchanged) || tsu_world_hash(copy) != tsu_world_hash(w);
    if (tsu_models_remove(w, "air", &err) != TSU_OK) return failed("removal");
    tsu_world_destroy(copy);
    tsu_world_destroy(w);
    return wrong;
}
