/* SPDX-License-Identifier: Apache-2.0 */
#include "model/adapt.h"
#include "model/dt_reset.h"
#include "model/flow/massflow.h"
#include "model/heat/heat.h"
#include "model/integrate.h"
#include "model/move.h"
#include "model/move_mesh.h"
#include "model/multicontact.h"
#include "model/orientation.h"
#include "model/tracer.h"

/* A row a line. */
/* clang-format off */
#define GROUP(def) {"group", TSU_STORED_GROUP, offsetof(def, group), "", "group of particles", 0, NULL, 0, NULL}

static const char *const integrators[] = {"sphere", "point", "coast", NULL};
static const tsu_parameter_row integrate[] = {
    GROUP(tsu_integrate_def),
    {"kind", TSU_STORED_CHOICE, offsetof(tsu_integrate_def, kind), "", "positions and rotations, positions only, or constant velocity", 0, integrators, 0, NULL}, {0}};
static const char *const ways[] = {"linear", "wiggle", "rotate", NULL};
static const tsu_parameter_row move[] = {
    GROUP(tsu_move_def),
    {"kind", TSU_STORED_CHOICE, offsetof(tsu_move_def, kind), "", "how they move", 0, ways, 0, NULL},
    {"axes", TSU_STORED_AXES, offsetof(tsu_move_def, given), "", "linear, wiggle: components that are prescribed", 0, NULL, 0, NULL},
    {"vector", TSU_STORED_VECTOR, offsetof(tsu_move_def, vector), "m/s, m", "linear: velocity, wiggle: amplitude", 0, NULL, 0, NULL},
    {"point", TSU_STORED_VECTOR, offsetof(tsu_move_def, point), "m", "rotate: a point of the axis", 0, NULL, 0, NULL},
    {"axis", TSU_STORED_VECTOR, offsetof(tsu_move_def, axis), "", "rotate: unit vector along the axis", 0, NULL, 0, NULL},
    {"period", TSU_STORED_NUMBER, offsetof(tsu_move_def, period), "s", "wiggle, rotate: period", TSU_RANGE_POSITIVE, NULL, 0, NULL}, {0}};
/* Some of tsu_mover_kind; the gaps are kinds whose numbers a script gives. */
static const char *const mesh_ways[] = {"linear", "", "wiggle", "", "rotate", "", "riggle", NULL};
static const tsu_parameter_row move_mesh[] = {
    {"mesh", TSU_STORED_TEXT, offsetof(tsu_move_mesh_def, mesh), "", "name of the mesh", 0, NULL, 0, NULL},
    {"kind", TSU_STORED_CHOICE, offsetof(tsu_move_mesh_def, mover.kind), "", "how it moves", 0, mesh_ways, 0, NULL},
    {"vector", TSU_STORED_VECTOR, offsetof(tsu_move_mesh_def, mover.vector), "m/s, m", "linear: velocity, wiggle: amplitude, rotate, riggle: axis", 0, NULL, 0, NULL},
    {"origin", TSU_STORED_VECTOR, offsetof(tsu_move_mesh_def, mover.origin), "m", "rotate, riggle: a point of the axis", 0, NULL, 0, NULL},
    {"period", TSU_STORED_NUMBER, offsetof(tsu_move_mesh_def, mover.period), "s", "period", TSU_RANGE_POSITIVE, NULL, 0, NULL},
    {"amplitude", TSU_STORED_NUMBER, offsetof(tsu_move_mesh_def, mover.amplitude), "rad", "riggle: amplitude", 0, NULL, 0, NULL}, {0}};
#define MASSFLOW \
    GROUP(tsu_massflow_def), \
    {"mesh", TSU_STORED_TEXT, offsetof(tsu_massflow_def, mesh), "", "name of the mesh", 0, NULL, 0, NULL}, \
    {"side", TSU_STORED_VECTOR, offsetof(tsu_massflow_def, side), "", "of a flat mesh: direction in which particles count", 0, NULL, 0, NULL}, \
    {"outlet", TSU_STORED_VECTOR, offsetof(tsu_massflow_def, outlet), "m", "of any mesh: point at the outlet", 0, NULL, offsetof(tsu_massflow_def, has_outlet), NULL}, \
    {"inside_out", TSU_STORED_SWITCH, offsetof(tsu_massflow_def, inside_out), "", "away from that point", 0, NULL, 0, NULL}, \
    {"once", TSU_STORED_SWITCH, offsetof(tsu_massflow_def, once), "", "a particle counts once", 0, NULL, 0, NULL}, \
    {"remove", TSU_STORED_SWITCH, offsetof(tsu_massflow_def, remove), "", "particles that have passed are removed; needs once", 0, NULL, 0, NULL}
static const tsu_parameter_row massflow[] = {MASSFLOW, {0}};
static const tsu_parameter_row sieve[] = {
    MASSFLOW,
    {"hole", TSU_STORED_NUMBER, offsetof(tsu_massflow_def, sieve.size), "m", "size of a hole", TSU_RANGE_POSITIVE, NULL, 0, NULL},
    {"spacing", TSU_STORED_NUMBER, offsetof(tsu_massflow_def, sieve.spacing), "m", "distance of holes", TSU_RANGE_POSITIVE, NULL, 0, NULL},
    {"stiffness", TSU_STORED_NUMBER, offsetof(tsu_massflow_def, sieve.stiffness), "N/m", "of the plate on particles it retains", TSU_RANGE_POSITIVE, NULL, 0, NULL},
    {"damping", TSU_STORED_NUMBER, offsetof(tsu_massflow_def, sieve.damping), "N s/m", "of the plate on particles it retains", TSU_RANGE_NOT_NEGATIVE, NULL, 0, NULL}, {0}};
static const tsu_parameter_row adapt[] = {
    GROUP(tsu_adapt_def),
    {"every", TSU_STORED_COUNT, offsetof(tsu_adapt_def, every), "", "steps between changes; 0: only when a run begins", TSU_RANGE_NOT_NEGATIVE, NULL, 0, NULL},
    {"scale", TSU_STORED_SWITCH, offsetof(tsu_adapt_def, scale), "", "diameters are multiplied with the number", 0, NULL, 0, NULL},
    {"diameter", TSU_STORED_VALUE, offsetof(tsu_adapt_def, diameter), "m", "diameter, or with scale a factor", TSU_RANGE_POSITIVE, NULL, 0, NULL}, {0}};
static const char *const markings[] = {"heaviside", "dirac", "none", NULL};
static const tsu_parameter_row tracer[] = {
    GROUP(tsu_tracer_def),
    {"region", TSU_STORED_REGION, offsetof(tsu_tracer_def, region), "", "where particles are marked", 0, NULL, 0, NULL},
    {"from", TSU_STORED_COUNT, offsetof(tsu_tracer_def, from), "", "step", TSU_RANGE_NOT_NEGATIVE, NULL, 0, NULL},
    {"marking", TSU_STORED_CHOICE, offsetof(tsu_tracer_def, marking), "", "from then on, once, or not", 0, markings, 0, NULL},
    {"every", TSU_STORED_COUNT, offsetof(tsu_tracer_def, every), "", "steps between looks", TSU_RANGE_FROM_ONE, NULL, 0, NULL}, {0}};
static const tsu_parameter_row dt_reset[] = {
    GROUP(tsu_dt_reset_def),
    {"every", TSU_STORED_COUNT, offsetof(tsu_dt_reset_def, every), "", "steps between changes", TSU_RANGE_FROM_ONE, NULL, 0, NULL},
    {"least", TSU_STORED_NUMBER, offsetof(tsu_dt_reset_def, least), "s", "shortest time step", TSU_RANGE_POSITIVE, NULL, 0, NULL},
    {"most", TSU_STORED_NUMBER, offsetof(tsu_dt_reset_def, most), "s", "longest time step", TSU_RANGE_POSITIVE, NULL, 0, NULL},
    {"distance", TSU_STORED_NUMBER, offsetof(tsu_dt_reset_def, distance), "m", "longest way in a step", TSU_RANGE_POSITIVE, NULL, 0, NULL}, {0}};
static const tsu_parameter_row heat[] = {
    GROUP(tsu_heat_def),
    {"initial", TSU_STORED_NUMBER, offsetof(tsu_heat_def, initial), "K", "temperature of particles that have none", TSU_RANGE_NOT_NEGATIVE, NULL, 0, NULL}, {0}};
static const tsu_parameter_row multicontact[] = {
    GROUP(tsu_multicontact_def),
    {"factor", TSU_STORED_NUMBER, offsetof(tsu_multicontact_def, factor), "", "geometric factor", TSU_RANGE_POSITIVE, NULL, 0, NULL}, {0}};
/* clang-format on */

const tsu_model_names
    tsu_names_integrate = {integrate, "-"},
    tsu_names_move = {move, "-"}, tsu_names_move_mesh = {move_mesh, "-"},
    tsu_names_massflow = {massflow,
                          "- mass particles mass_rate particle_rate mass_removed particles_removed"},
    tsu_names_sieve = {sieve, "- mass particles mass_rate particle_rate mass_removed particles_removed"},
    tsu_names_adapt = {adapt, "given"}, tsu_names_tracer = {tracer, "marked"},
    tsu_names_dt_reset = {dt_reset, "step"}, tsu_names_heat = {heat, "heat"},
    tsu_names_multicontact = {multicontact, "-"};
