/* SPDX-License-Identifier: Apache-2.0 */
/* field_rows.c - the table of fields. A new field is a row here. The order is that of the arrays of VTK files. */
#include "state/fields.h"
#include <math.h>

static double element_of(const tsu_particles *p, const tsu_box *box, int32_t i, int q)
{
    (void)box;
    (void)q;
    return p->type[i] + 1;
}

static void set_type(tsu_particles *p, int32_t i, int q, double value)
{
    (void)q;
    p->type[i] = (int32_t)value - 1;
}

/* As LIGGGHTS: the density keeps its value, and counts again when the diameter is set. */
static void set_mass(tsu_particles *p, int32_t i, int q, double value)
{
    const bool held = p->vm[i][3] == 0.0;
    (void)q;
    p->mass[i] = value;
    tsu_particles_hold(p, i, held);
}

static double unwrapped(const tsu_particles *p, const tsu_box *box, int32_t i, int q)
{
    return p->xr[i][q] + p->image[i][q] * (box->hi[q] - box->lo[q]);
}

static double inside(const tsu_particles *p, const tsu_box *box, int32_t i, int q)
{
    return tsu_box_inside(box, p->xr[i][q], q);
}

static double scaled(const tsu_particles *p, const tsu_box *box, int32_t i, int q)
{
    return (inside(p, box, i, q) - box->lo[q]) / (box->hi[q] - box->lo[q]);
}

static double scaled_unwrapped(const tsu_particles *p, const tsu_box *box, int32_t i, int q)
{
    return (unwrapped(p, box, i, q) - box->lo[q]) / (box->hi[q] - box->lo[q]);
}

/* What is outside the box until it is wrapped has crossed already. */
static double crossings(const tsu_particles *p, const tsu_box *box, int32_t i, int q)
{
    return round((unwrapped(p, box, i, q) - inside(p, box, i, q)) / (box->hi[q] - box->lo[q]));
}

static void set_radius(tsu_particles *p, int32_t i, int q, double value)
{
    (void)q;
    tsu_particles_set_size(p, i, value, p->density[i]);
}

static double diameter_of(const tsu_particles *p, const tsu_box *box, int32_t i, int q)
{
    (void)box;
    (void)q;
    return 2.0 * p->xr[i][3];
}

static void set_diameter(tsu_particles *p, int32_t i, int q, double value)
{
    set_radius(p, i, q, 0.5 * value);
}

static void set_density(tsu_particles *p, int32_t i, int q, double value)
{
    (void)q;
    tsu_particles_set_size(p, i, p->xr[i][3], value);
}

static double inertia_of(const tsu_particles *p, const tsu_box *box, int32_t i, int q)
{
    const double r = p->xr[i][3];
    (void)box;
    (void)q;
    return 0.4 * p->mass[i] * r * r;
}

static double volume_of(const tsu_particles *p, const tsu_box *box, int32_t i, int q)
{
    const double r = p->xr[i][3];
    (void)box;
    (void)q;
    return 4.0 / 3.0 * 3.14159265358979323846 * r * r * r;
}

static double speed_of(const tsu_particles *p, const tsu_box *box, int32_t i, int q)
{
    const double *v = p->vm[i];
    (void)box;
    (void)q;
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static double row_of(const tsu_particles *p, const tsu_box *box, int32_t i, int q)
{
    (void)p;
    (void)box;
    (void)q;
    return i;
}

enum {
    SET = TSU_FIELD_SETTABLE,
    SAVE = TSU_FIELD_SAVED,
    GHOST = TSU_FIELD_GHOSTED,
    STATE = SAVE | GHOST, /* what contacts read */
    COLOUR = TSU_FIELD_COLOURED,
    FRAME = TSU_FIELD_FRAMED,
    ABOVE = TSU_FIELD_POSITIVE,
    PLACE = TSU_FIELD_PLACES
};

/* clang-format off */ /* a row is two lines, the first for people, the second for the program */
static const tsu_field rows[] = {
    {"x", {"x", "y", "z"}, NULL, "position", NULL, "m", "position, inside the box",
     .width = 3, .flags = STATE | SET | FRAME | PLACE, .store = TSU_STORE_XR, .read = inside, .hash = 1, .felt = 2},
    {"id", {"id"}, NULL, "id", NULL, "", "number of the particle, from 1; it never changes",
     .width = 1, .type = TSU_NUMBER_U64, .flags = STATE | FRAME, .store = TSU_STORE_ID, .felt = 1},
    {"type", {"type"}, NULL, "type", NULL, "", "material, from 1",
     .width = 1, .type = TSU_NUMBER_I32, .flags = STATE | SET | FRAME | TSU_FIELD_MATERIAL, .store = TSU_STORE_TYPE,
     .read = element_of, .write = set_type, .felt = 8},
    {"element", {"element"}, NULL, NULL, NULL, "", "material; in dumps of text its name (`dump_modify element`)",
     .width = 1, .flags = TSU_FIELD_TEXT, .read = element_of},
    {"mass", {"mass"}, NULL, "mass", NULL, "kg", "mass",
     .width = 1, .flags = SAVE | SET | ABOVE | COLOUR, .store = TSU_STORE_MASS, .write = set_mass, .felt = 6},
    {"xs", {"xs", "ys", "zs"}, NULL, NULL, NULL, "", "position over the size of the box, from 0 to 1",
     .width = 3, .read = scaled},
    {"xu", {"xu", "yu", "zu"}, NULL, NULL, NULL, "m", "position without periodic wrapping",
     .width = 3, .read = unwrapped},
    {"xsu", {"xsu", "ysu", "zsu"}, NULL, NULL, NULL, "", "position without wrapping over the size of the box",
     .width = 3, .read = scaled_unwrapped},
    {"image", {"ix", "iy", "iz"}, NULL, NULL, NULL, "", "times it has crossed each periodic face; `set image` sets it",
     .width = 3, .type = TSU_NUMBER_I32, .flags = SAVE, .store = TSU_STORE_IMAGE, .read = crossings},
    {"speed", {NULL}, NULL, "speed", NULL, "m/s", "size of the velocity",
     .width = 1, .flags = COLOUR, .read = speed_of},
    {"v", {"vx", "vy", "vz"}, NULL, "velocity", NULL, "m/s", "velocity",
     .width = 3, .flags = STATE | SET | COLOUR, .store = TSU_STORE_VM, .hash = 2, .felt = 4},
    {"f", {"fx", "fy", "fz"}, NULL, "force", NULL, "N", "force of the last step",
     .width = 3, .flags = SAVE | COLOUR | TSU_FIELD_LENGTH, .store = TSU_STORE_FORCE},
    {"radius", {"radius"}, "r", "radius", NULL, "m", "radius; setting it keeps the density",
     .width = 1, .flags = STATE | SET | FRAME | ABOVE | PLACE, .store = TSU_STORE_XR, .first = 3, .write = set_radius, .hash = 4, .felt = 3},
    {"diameter", {"diameter"}, NULL, NULL, NULL, "m", "diameter; setting it keeps the density",
     .width = 1, .flags = SET | ABOVE | PLACE, .read = diameter_of, .write = set_diameter},
    {"omega", {"omegax", "omegay", "omegaz"}, NULL, "spin", NULL, "rad/s", "spin",
     .width = 3, .flags = STATE | SET | COLOUR | TSU_FIELD_LENGTH, .store = TSU_STORE_WI, .hash = 3, .felt = 5},
    {"torque", {"tqx", "tqy", "tqz"}, NULL, "torque", NULL, "N m", "torque of the last step",
     .width = 3, .flags = SAVE, .store = TSU_STORE_TORQUE},
    {"density", {"density"}, NULL, "density", NULL, "kg/m^3", "density; setting it keeps the radius",
     .width = 1, .flags = SAVE | SET | ABOVE, .store = TSU_STORE_DENSITY, .write = set_density, .felt = 7},
    {"inertia", {"inertiax", "inertiay", "inertiaz"}, NULL, NULL, NULL, "kg m^2", "moments of inertia",
     .width = 3, .read = inertia_of},
    {"volume", {"volume"}, NULL, NULL, NULL, "m^3", "volume",
     .width = 1, .read = volume_of},
    {"group", {NULL}, NULL, NULL, NULL, "", "groups it belongs to, as bits; `group` sets them",
     .width = 1, .type = TSU_NUMBER_U32, .flags = STATE, .store = TSU_STORE_GROUP, .felt = 9},
    {"inverse_mass", {NULL}, NULL, NULL, NULL, "1/kg", "1/mass used by contacts: 0 for a fixed particle",
     .width = 1, .flags = GHOST, .store = TSU_STORE_VM, .first = 3},
    {"inverse_inertia", {NULL}, NULL, NULL, NULL, "1/(kg m^2)", "1/inertia used by contacts: 0 for a fixed particle",
     .width = 1, .flags = GHOST, .store = TSU_STORE_WI, .first = 3},
    {"rank", {NULL}, NULL, "rank", "place in storage", "", "row in memory; it changes when lists are made",
     .width = 1, .flags = COLOUR, .read = row_of},
    /* columns */
    {"Temp", {NULL}, NULL, "temperature", NULL, "K", "temperature (`fix heat/gran`)",
     .width = 1, .store = TSU_STORE_COLUMN, .flags = STATE | SET | COLOUR | TSU_FIELD_WARM, .hash = 5},
    {"heatFlux", {NULL}, NULL, "heatFlux", "heat flux", "W", "heat it receives through contacts in the last step",
     .width = 1, .store = TSU_STORE_COLUMN, .flags = SAVE | SET | COLOUR},
    {"heatSource", {NULL}, NULL, "heatSource", "heat source", "W", "heat it receives from outside",
     .width = 1, .store = TSU_STORE_COLUMN, .flags = SAVE | SET | COLOUR},
    {"directionalHeatFlux", {NULL}, NULL, "directionalHeatFlux", "directional heat flux", "W m", "half of the heat through its contacts times the distance vector from the other particle",
     .width = 3, .store = TSU_STORE_COLUMN, .flags = SAVE | SET | COLOUR},
    {"heatOfContacts", {NULL}, NULL, NULL, NULL, "J", "heat of dissipation not yet received, and that of the last step",
     .width = 2, .store = TSU_STORE_COLUMN, .flags = SAVE},
    {"surfaceLiquidContent", {NULL}, NULL, "surfaceLiquidContent", "liquid content", "", "liquid over the volume of the particle",
     .width = 1, .store = TSU_STORE_COLUMN, .flags = STATE | SET | COLOUR},
    {"liquidSource", {NULL}, NULL, "liquidSource", "liquid source", "1/s", "liquid content it receives from outside",
     .width = 1, .store = TSU_STORE_COLUMN, .flags = SAVE | SET | COLOUR},
    {"liquidFlux", {NULL}, NULL, "liquidFlux", "liquid flux", "1/s", "liquid content it received from bridges that broke in the last step",
     .width = 1, .store = TSU_STORE_COLUMN, .flags = SAVE | SET | COLOUR},
    {"quat", {NULL}, NULL, "orientation", NULL, "", "rotation since `fix orientation` was defined, as a unit quaternion w x y z",
     .width = 4, .store = TSU_STORE_COLUMN, .flags = SAVE | COLOUR},
    {"id_multisphere", {NULL}, "mol", "clump", NULL, "", "number of the clump it belongs to, from 1; 0: none",
     .width = 1, .store = TSU_STORE_COLUMN, .flags = STATE | COLOUR},
    {"clumpPlace", {NULL}, NULL, NULL, NULL, "", "place among the spheres of its clump, from 0",
     .width = 1, .store = TSU_STORE_COLUMN, .flags = SAVE},
    {"dissipated", {NULL}, NULL, NULL, NULL, "J", "energy it has dissipated, by account (`compute dissipated/atom`)",
     .width = TSU_ACCOUNT_COUNT, .store = TSU_STORE_COLUMN, .flags = SAVE | SET},
};
/* clang-format on */

const tsu_field *tsu_field_row(int k)
{
    return k >= 0 && k < (int)(sizeof rows / sizeof *rows) ? &rows[k] : NULL;
}
