/* SPDX-License-Identifier: Apache-2.0 */
/* model_scenes.h - a small world with a mesh, and models of all kinds that make sense in it, with what decks say for the same. */
#ifndef TSU_TESTS_MODEL_SCENES_H
#define TSU_TESTS_MODEL_SCENES_H

#include "decks/deck_fixture.h"
#include "tsubu/tsubu.h"

enum { PER_SIDE = 3, PARTICLES = PER_SIDE * PER_SIDE * PER_SIDE, STEPS = 400, PARAMETERS = 8 };
static const double radius = 0.05, density = 2000.0;
static tsu_error err;

#define OK(call)                                                                                             \
    do {                                                                                                     \
        if ((call) != TSU_OK) fail_msg("%s: %s", #call, err.message);                                        \
    } while (0)

/* A cube of spheres that overlap by 1 %, and move; every second one is in a group. */
static void place_of(int k, double x[3], double v[3])
{
    const int at[3] = {k % PER_SIDE, k / PER_SIDE % PER_SIDE, k / (PER_SIDE * PER_SIDE)};
    for (int q = 0; q < 3; q++) {
        x[q] = 0.099 * at[q] - 0.2;
        v[q] = 0.1 * (at[(q + 1) % 3] - 1) + 0.01 * q;
    }
}

static tsu_world *make_world(void)
{
    static const double young[2] = {1e7, 1e7}, poisson[2] = {0.3, 0.3}, half[4] = {0.5, 0.5, 0.5, 0.5},
                        conductivity[2] = {400.0, 400.0}, capacity[2] = {10.0, 10.0};
    static const double corner[] = {-0.5, -0.5, -0.45, 0.5, -0.5, -0.45, 0.5, 0.5, -0.45, -0.5, 0.5, -0.45};
    static const int32_t triangle[] = {0, 1, 2, 0, 2, 3};
    tsu_world_def def = tsu_world_def_default();
    for (int q = 0; q < 3; q++) {
        def.lo[q] = -1.0;
        def.hi[q] = 1.0;
    }
    def.gravity[2] = -9.81;
    def.materials = 2;
    def.timestep = 1e-5;
    tsu_world *w = tsu_world_create(&def, &err);
    assert_non_null(w);
    OK(tsu_laws_choose(w, "model hertz tangential history", &err));
    OK(tsu_property_set_type(w, "youngsModulus", young, &err));
    OK(tsu_property_set_type(w, "poissonsRatio", poisson, &err));
    OK(tsu_property_set_pair(w, "coefficientRestitution", half, &err));
    OK(tsu_property_set_pair(w, "coefficientFriction", half, &err));
    OK(tsu_property_set_type(w, "thermalConductivity", conductivity, &err));
    OK(tsu_property_set_type(w, "thermalCapacity", capacity, &err));
    for (uint64_t k = 0; k < PARTICLES; k++) {
        tsu_particle_def p = tsu_particle_def_default();
        const uint64_t id = k + 1;
        p.radius = radius;
        p.density = density;
        place_of((int)k, p.position, p.velocity);
        OK(tsu_particles_add(w, &p, 1, &err));
        if (k % 2 == 0) OK(tsu_groups_add(w, "even", &id, 1, &err));
    }
    tsu_mesh_def mesh = tsu_mesh_def_default();
    mesh.name = "plate";
    mesh.vertices = corner;
    mesh.vertex_count = 4;
    mesh.triangles = triangle;
    mesh.triangle_count = 2;
    OK(tsu_meshes_add(w, &mesh, &err));
    return w;
}

#define NVE "fix n all nve/sphere\n"
#define TEMPLATES                                                                                            \
    "fix t1 all particletemplate/sphere 7 atom_type 1 radius constant 0.02 density constant 2500\n"          \
    "fix t2 all particletemplate/sphere 11 atom_type 2 radius uniform number 0.01 0.03 density constant "    \
    "1500\n"                                                                                                 \
    "fix mix all particledistribution/discrete 5 2 t1 0.4 t2 0.6\n"
#define MIX                                                                                                  \
    {"templates", .text = "type 1 radius 0.02 density 2500 weight 0.4 seed 7; type 2 radius uniform number " \
                          "0.01 0.03 density constant 1500 weight 0.6 seed 11"},                             \
        {"mix_seed", .number = {5}},                                                                         \
    {                                                                                                        \
        "seed", .number = { 1234 }                                                                           \
    }

static const double drive[] = {1e-3, 1.0, 0.0, 2.0};

static const struct scene {
    const char *model;
    tsu_parameter given[PARAMETERS];
    const char *fixes, *word, *value; /* what it tells, and the same of the deck; NULL: nothing is compared */
} scenes[] = {
    {"spring",
     {{"stiffness", .number = {1e4}},
      {"point", .number = {0, 0, 0.5}},
      {"free", .text = "y"},
      {"drive", .list = drive, .count = 4}},
     NVE "fix s all spring drive 1e4 0 NULL 0.5 from 1e-3 1 0 2\n",
     "energy",
     "f_s"},
    {"spring_self", {{"stiffness", .number = {50}}}, NVE "fix s all spring/self 50\n", "energy", "f_s"},
    {"add_force",
     {{"group", .text = "even"}, {"force", .number = {0.25, 0, 3}}},
     NVE "fix s even addforce 0.25 0 3\n",
     "fz",
     "f_s[3]"},
    {"set_force",
     {{"force", .number = {1, 2, 0}}, {"free", .text = "z"}},
     NVE "fix s all setforce 1 2 NULL\n",
     "fx",
     "f_s[1]"},
    {"average_force", {{"force", .number = {1, 2, 3}}}, NVE "fix s all aveforce 1 2 3\n", "fx", "f_s[1]"},
    {"viscous", {{"coefficient", .number = {20}}}, NVE "fix s all viscous 20\n", NULL, NULL},
    {"drag",
     {{"point", .number = {1, 1, 1}}, {"force", .number = {30}}, {"reach", .number = {0.1}}},
     NVE "fix s all drag 1 1 1 30 0.1\n",
     "fx",
     "f_s[1]"},
    {"freeze", {{"group", .text = "even"}}, NVE "fix s even freeze\n", "fz", "f_s[3]"},
    {"plane_force", {{"direction", .number = {0, 0, 1}}}, NVE "fix s all planeforce 0 0 1\n", NULL, NULL},
    {"heat",
     {{"initial", .number = {300}}},
     NVE "fix s all heat/gran initial_temperature 300\n",
     "heat",
     "f_s"},
    {"momentum",
     {{"every", .number = {7}}, {"linear", .text = "xyz"}, {"angular", .number = {1}}},
     NVE "fix s all momentum 7 linear 1 1 1 angular\n",
     NULL,
     NULL},
    {"adapt",
     {{"every", .number = {30}}, {"diameter", .number = {1.001}}},
     NVE "variable d equal 1.001\nfix s all adapt 30 atom diameter v_d scale yes\n",
     "given",
     "f_s"},
    {"tracer",
     {{"region", .text = "block -0.25 -0.05 -1 1 -1 1"},
      {"marking", .text = "heaviside"},
      {"every", .number = {10}}},
     NVE "region r block -0.25 -0.05 -1 1 -1 1\nfix s all property/atom/tracer region_mark r mark_step 0 "
         "marker_style heaviside check_mark_every 10\n",
     NULL,
     NULL},
    {"insert_pack",
     {MIX,
      {"region", .text = "block 0.3 0.8 -0.5 0.5 0 0.5"},
      {"every", .number = {0}},
      {"region_particles", .number = {60}}},
     NVE TEMPLATES "region r block 0.3 0.8 -0.5 0.5 0 0.5\n"
                   "fix s all insert/pack seed 1234 distributiontemplate mix region r insert_every once "
                   "particles_in_region 60\n",
     "mass",
     "f_s[2]"},
    {"insert_rate",
     {MIX,
      {"region", .text = "cylinder z 0.6 0 0.3 0.1 0.6"},
      {"every", .number = {100}},
      {"particles", .number = {50}},
      {"particle_rate", .number = {20000}}},
     NVE TEMPLATES
     "region r cylinder z 0.6 0 0.3 0.1 0.6\n"
     "fix s all insert/rate/region seed 1234 distributiontemplate mix region r insert_every 100 nparticles "
     "50 particlerate 20000\n",
     "particles",
     "f_s[1]"},
    {"insert_stream",
     {MIX,
      {"face", .text = "plate"},
      {"velocity", .number = {0, 0, -5}},
      {"particles", .number = {100}},
      {"mass_rate", .number = {500}},
      {"length", .number = {0.1}}},
     NVE TEMPLATES
     "fix s all insert/stream seed 1234 distributiontemplate mix insertion_face plate vel constant 0 0 -5 "
     "nparticles 100 massrate 500 extrude_length 0.1\n",
     "mass",
     "f_s[2]"},
    {"massflow",
     {{"mesh", .text = "plate"}, {"side", .number = {0, 0, -1}}, {"once", .number = {1}}},
     NVE "fix s all massflow/mesh mesh plate count once vec_side 0 0 -1\n",
     "particles",
     "f_s[2]"},
};
enum { SCENES = (int)(sizeof scenes / sizeof *scenes) };

static size_t count_of(const struct scene *s)
{
    size_t n = 0;
    while (n < PARAMETERS && s->given[n].name) {
        n++;
    }
    return n;
}

#endif
