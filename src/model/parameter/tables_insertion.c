/* SPDX-License-Identifier: Apache-2.0 */
#include "model/insertion/insertion.h"

/* A row a line. */
/* clang-format off */
#define AT(member) offsetof(tsu_insertion_def, member)
#define COMMON \
    {"templates", TSU_STORED_BLEND, AT(blend), "", "templates, separated by semicolons: type N radius SPREAD density SPREAD weight W seed N; SPREAD is a number, or uniform, gaussian, lognormal and two numbers; weights are by mass, or with by_number in front by number", 0, NULL, 0, NULL}, \
    {"mix_seed", TSU_STORED_COUNT, AT(blend.seed), "", "random number seed of the mixture", 0, NULL, 0, NULL}, \
    {"seed", TSU_STORED_COUNT, AT(seed), "", "random number seed of places and velocities", 0, NULL, 0, NULL}, \
    {"group", TSU_STORED_GROUP, AT(group), "", "group that the particles get", 0, NULL, 0, NULL}, \
    {"attempts", TSU_STORED_COUNT, AT(attempts), "", "places tried for each particle, on average", TSU_RANGE_FROM_ONE, NULL, 0, NULL}, \
    {"every", TSU_STORED_COUNT, AT(every), "", "steps between insertions; 0: once", TSU_RANGE_NOT_NEGATIVE, NULL, 0, NULL}, \
    {"every_time", TSU_STORED_NUMBER, AT(every_time), "s", "time between insertions", TSU_RANGE_POSITIVE, NULL, 0, NULL}, \
    {"start", TSU_STORED_COUNT, AT(start), "", "first step; without, the next one", TSU_RANGE_NOT_NEGATIVE, NULL, 0, NULL}, \
    {"check", TSU_STORED_SWITCH, AT(check), "", "no overlaps", 0, NULL, 0, NULL}, \
    {"all_in", TSU_STORED_SWITCH, AT(all_in), "", "spheres lie entirely inside, not only their centres", 0, NULL, 0, NULL}, \
    {"exact", TSU_STORED_SWITCH, AT(exact), "", "numbers are met exactly, else on average", 0, NULL, 0, NULL}, \
    {"verbose", TSU_STORED_SWITCH, AT(verbose), "", "a line per insertion", 0, NULL, 0, NULL}, \
    {"velocity", TSU_STORED_VECTOR, AT(velocity), "m/s", "velocity of the particles", 0, NULL, 0, NULL}, \
    {"velocity_kind", TSU_STORED_CHOICE, AT(velocity_kind), "", "the distribution of velocities", 0, velocity_kinds, 0, NULL}, \
    {"velocity_spread", TSU_STORED_VECTOR, AT(spread), "m/s", "half width (uniform) or deviation (gaussian)", 0, NULL, 0, NULL}, \
    {"spin", TSU_STORED_VECTOR, AT(spin), "rad/s", "spin of the particles", 0, NULL, 0, NULL}
#define REGION \
    {"region", TSU_STORED_REGION, AT(region), "", "where: block, sphere, cylinder, cone or plane, with its numbers", 0, NULL, 0, NULL}, \
    {"borders", TSU_STORED_SWITCH, AT(borders), "", "keep clear of the faces of the box", 0, NULL, 0, NULL}
#define RATE \
    {"endless", TSU_STORED_SWITCH, AT(endless), "", "without end", 0, NULL, 0, NULL}, \
    {"particles", TSU_STORED_NUMBER, AT(particles), "", "particles in total", TSU_RANGE_FROM_ONE, NULL, 0, NULL}, \
    {"mass", TSU_STORED_NUMBER, AT(mass), "kg", "mass in total", TSU_RANGE_POSITIVE, NULL, 0, NULL}, \
    {"particle_rate", TSU_STORED_NUMBER, AT(particle_rate), "1/s", "particles in a time", TSU_RANGE_POSITIVE, NULL, 0, NULL}, \
    {"mass_rate", TSU_STORED_NUMBER, AT(mass_rate), "kg/s", "mass in a time", TSU_RANGE_POSITIVE, NULL, 0, NULL}

static const char *const velocity_kinds[] = {"constant", "uniform", "gaussian", NULL};
static const tsu_parameter_row pack[] = {
    COMMON, REGION,
    {"volume_fraction", TSU_STORED_NUMBER, AT(volume_fraction), "", "fraction of the region that is filled", TSU_RANGE_SHARE, NULL, 0, NULL},
    {"region_particles", TSU_STORED_COUNT, AT(region_particles), "", "particles in the region", TSU_RANGE_FROM_ONE, NULL, 0, NULL},
    {"region_mass", TSU_STORED_NUMBER, AT(region_mass), "kg", "mass in the region", TSU_RANGE_POSITIVE, NULL, 0, NULL},
    {0}};
static const tsu_parameter_row rate[] = {COMMON, REGION, RATE, {0}};
static const tsu_parameter_row stream[] = {
    COMMON, RATE,
    {"face", TSU_STORED_TEXT, AT(face), "", "name of a planar mesh", 0, NULL, 0, NULL},
    {"length", TSU_STORED_NUMBER, AT(length), "m", "length of the volume behind the face", TSU_RANGE_POSITIVE, NULL, 0, NULL},
    {"duration", TSU_STORED_COUNT, AT(duration), "", "steps that one insertion takes to pass the face", TSU_RANGE_FROM_ONE, NULL, 0, NULL},
    {"duration_time", TSU_STORED_NUMBER, AT(duration_time), "s", "the same as a time", TSU_RANGE_POSITIVE, NULL, 0, NULL},
    {0}};
/* clang-format on */

const tsu_model_names tsu_names_insert_pack = {pack, "- particles mass"},
                      tsu_names_insert_rate = {rate, "- particles mass"},
                      tsu_names_insert_stream = {stream, "- particles mass"};
