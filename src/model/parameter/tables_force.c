/* SPDX-License-Identifier: Apache-2.0 */
#include "model/force/force.h"
#include "model/force/region_wall.h"
#include "model/force/spring.h"
#include "model/force/velocity.h"

/* A row a line. */
/* clang-format off */
#define GROUP(def) {"group", TSU_STORED_GROUP, offsetof(def, group), "", "group of particles", 0, NULL, 0, NULL}
#define FREE(def, what) {"free", TSU_STORED_AXES, offsetof(def, free), "", what, 0, NULL, 0, NULL}

/* Rows of four numbers: start [s], velocity [m/s]. */
static tsu_status read_phases(void *to, const double *x, size_t count, tsu_error *err)
{
    tsu_spring_def *d = to;
    if (count % 4 != 0 || count / 4 > TSU_SPRING_PHASES)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "spring: drive has %zu numbers; it takes four for each phase, at most %d phases", count,
                             TSU_SPRING_PHASES);
    d->phases = (int)(count / 4);
    for (int k = 0; k < d->phases; k++) {
        d->phase[k] = (tsu_spring_phase){x[4 * k], {x[4 * k + 1], x[4 * k + 2], x[4 * k + 3]}};
    }
    return TSU_OK;
}

static const tsu_parameter_row spring[] = {
    GROUP(tsu_spring_def),
    {"stiffness", TSU_STORED_NUMBER, offsetof(tsu_spring_def, k), "N/m", "stiffness", TSU_RANGE_POSITIVE, NULL, 0, NULL},
    {"rest", TSU_STORED_NUMBER, offsetof(tsu_spring_def, rest), "m", "length without force", TSU_RANGE_NOT_NEGATIVE, NULL, 0, NULL},
    {"point", TSU_STORED_VECTOR, offsetof(tsu_spring_def, point), "m", "far end at time 0", 0, NULL, 0, NULL},
    FREE(tsu_spring_def, "axes without force"),
    {"drive", TSU_STORED_LIST, 0, "s, m/s", "from when on the far end moves with which velocity: four numbers a phase", 0, NULL, 0, read_phases},
    {0}};
static const tsu_parameter_row spring_self[] = {
    GROUP(tsu_spring_self_def),
    {"stiffness", TSU_STORED_NUMBER, offsetof(tsu_spring_self_def, k), "N/m", "stiffness", TSU_RANGE_POSITIVE, NULL, 0, NULL},
    FREE(tsu_spring_self_def, "axes without force"), {0}};
static const tsu_parameter_row set_torque[] = {
    GROUP(tsu_set_torque_def),
    {"torque", TSU_STORED_VECTOR, offsetof(tsu_set_torque_def, value), "N m", "torque on each particle", 0, NULL, 0, NULL},
    FREE(tsu_set_torque_def, "components that are left unchanged"), {0}};
static const tsu_parameter_row add_force[] = {
    GROUP(tsu_given_force_def),
    {"force", TSU_STORED_VALUES, offsetof(tsu_given_force_def, force), "N", "force on each particle", 0, NULL, 0, NULL},
    {"region", TSU_STORED_REGION, offsetof(tsu_given_force_def, place), "", "where; without, everywhere", 0, NULL, 0, NULL}, {0}};
static const tsu_parameter_row given_force[] = {
    GROUP(tsu_given_force_def),
    {"force", TSU_STORED_VALUES, offsetof(tsu_given_force_def, force), "N", "force on each particle", 0, NULL, 0, NULL},
    FREE(tsu_given_force_def, "components that are left unchanged"),
    {"region", TSU_STORED_REGION, offsetof(tsu_given_force_def, place), "", "where; without, everywhere", 0, NULL, 0, NULL}, {0}};
static const tsu_parameter_row viscous[] = {
    GROUP(tsu_viscous_def),
    {"coefficient", TSU_STORED_VALUE, offsetof(tsu_viscous_def, coefficient), "kg/s", "drag over velocity", TSU_RANGE_NOT_NEGATIVE, NULL, 0, NULL}, {0}};
static const tsu_parameter_row drag[] = {
    GROUP(tsu_drag_def), FREE(tsu_drag_def, "axes without force"),
    {"point", TSU_STORED_VECTOR, offsetof(tsu_drag_def, point), "m", "point towards which particles are pulled", 0, NULL, 0, NULL},
    {"force", TSU_STORED_NUMBER, offsetof(tsu_drag_def, force), "N", "size of the force", 0, NULL, 0, NULL},
    {"reach", TSU_STORED_NUMBER, offsetof(tsu_drag_def, reach), "m", "no force within this distance", TSU_RANGE_NOT_NEGATIVE, NULL, 0, NULL}, {0}};
static const char *const axes[] = {"x", "y", "z", NULL};
static const tsu_parameter_row buoyancy[] = {
    GROUP(tsu_buoyancy_def),
    {"density", TSU_STORED_NUMBER, offsetof(tsu_buoyancy_def, density), "kg/m^3", "density of the liquid", TSU_RANGE_POSITIVE, NULL, 0, NULL},
    {"level", TSU_STORED_NUMBER, offsetof(tsu_buoyancy_def, level), "m", "its surface", 0, NULL, 0, NULL},
    {"axis", TSU_STORED_CHOICE, offsetof(tsu_buoyancy_def, axis), "", "normal of its surface", 0, axes, 0, NULL},
    {"region", TSU_STORED_REGION, offsetof(tsu_buoyancy_def, place), "", "where; without, everywhere", 0, NULL, 0, NULL}, {0}};
static const tsu_parameter_row gravity[] = {
    GROUP(tsu_gravity_def),
    {"acceleration", TSU_STORED_VECTOR, offsetof(tsu_gravity_def, g), "m/s^2", "acceleration", 0, NULL, 0, NULL}, {0}};
static const tsu_parameter_row group[] = {GROUP(tsu_constraint_def), {0}};
static const tsu_parameter_row direction[] = {
    GROUP(tsu_direction_def),
    {"direction", TSU_STORED_VECTOR, offsetof(tsu_direction_def, direction), "", "of any length but 0", 0, NULL, 0, NULL}, {0}};
static const char *const potentials[] = {"lj93", "lj126", "harmonic", NULL};
static const tsu_parameter_row region_wall[] = {
    GROUP(tsu_region_wall_def),
    {"region", TSU_STORED_REGION, offsetof(tsu_region_wall_def, place), "", "whose surface repels", 0, NULL, 0, NULL},
    {"potential", TSU_STORED_CHOICE, offsetof(tsu_region_wall_def, potential), "", "potential", 0, potentials, 0, NULL},
    {"epsilon", TSU_STORED_NUMBER, offsetof(tsu_region_wall_def, epsilon), "J", "its strength; of harmonic in N/m", 0, NULL, 0, NULL},
    {"sigma", TSU_STORED_NUMBER, offsetof(tsu_region_wall_def, sigma), "m", "its length; not of harmonic", TSU_RANGE_NOT_NEGATIVE, NULL, 0, NULL},
    {"cutoff", TSU_STORED_NUMBER, offsetof(tsu_region_wall_def, cutoff), "m", "no force beyond", TSU_RANGE_POSITIVE, NULL, 0, NULL}, {0}};
static const tsu_parameter_row speed_limit[] = {
    GROUP(tsu_speed_limit_def),
    {"way", TSU_STORED_NUMBER, offsetof(tsu_speed_limit_def, way), "m", "largest displacement in a step; with relative in radii", TSU_RANGE_POSITIVE, NULL, 0, NULL},
    {"relative", TSU_STORED_SWITCH, offsetof(tsu_speed_limit_def, relative), "", "the distance is given in radii", 0, NULL, 0, NULL}, {0}};
static const tsu_parameter_row momentum[] = {
    GROUP(tsu_momentum_def),
    {"every", TSU_STORED_COUNT, offsetof(tsu_momentum_def, every), "", "steps between", TSU_RANGE_FROM_ONE, NULL, 0, NULL},
    {"linear", TSU_STORED_AXES, offsetof(tsu_momentum_def, linear), "", "axes along which the velocity is removed", 0, NULL, 0, NULL},
    {"angular", TSU_STORED_SWITCH, offsetof(tsu_momentum_def, angular), "", "the rotation is removed", 0, NULL, 0, NULL}, {0}};
/* clang-format on */

const tsu_model_names tsu_names_spring = {spring, "energy fx fy fz f x y z"},
                      tsu_names_spring_self = {spring_self, "energy"},
                      tsu_names_set_torque = {set_torque, "-"},
                      tsu_names_add_force = {add_force, "energy fx fy fz"},
                      tsu_names_given_force = {given_force, "- fx fy fz"}, tsu_names_viscous = {viscous, "-"},
                      tsu_names_drag = {drag, "- fx fy fz"}, tsu_names_buoyancy = {buoyancy, "- fx fy fz"},
                      tsu_names_gravity = {gravity, "-"}, tsu_names_freeze = {group, "- fx fy fz"},
                      tsu_names_group = {group, "-"}, tsu_names_direction = {direction, "-"},
                      tsu_names_region_wall = {region_wall, "energy fx fy fz"},
                      tsu_names_speed_limit = {speed_limit, "count"}, tsu_names_momentum = {momentum, "-"};
