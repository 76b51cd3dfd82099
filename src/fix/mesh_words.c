/* SPDX-License-Identifier: Apache-2.0 */
/* mesh_words.c - the words of `fix mesh/surface` and its kin: tables of their keywords. */
#include "deck/arguments.h"
#include "fix/mesh_fix.h"
#include "format/mesh_file.h"
#include "step/mesh/servo.h"

static tsu_status read_turning(void *to, tsu_words *words, tsu_error *err)
{
    tsu_mesh_words *w = to;
    tsu_surface_motion *surface = &w->surface;
    if (!tsu_words_accept(words, "origin"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                               "`surface_ang_vel` must be followed by `origin`");
    tsu_status status = tsu_words_numbers(words, "the origin", 3, surface->origin, err);
    if (status == TSU_OK && !tsu_words_accept(words, "axis"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "expected `axis`");
    if (status == TSU_OK) status = tsu_words_numbers(words, "the axis", 3, surface->axis, err);
    if (status == TSU_OK && !tsu_words_accept(words, "omega"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "expected `omega`");
    if (status == TSU_OK) status = tsu_words_quantity(words, "the spin [rad/s]", &w->fix->omega, err);
    surface->omega = w->fix->omega.value;
    surface->turning = true;
    return status;
}

static tsu_status read_surface_vel(void *to, tsu_words *words, tsu_error *err)
{
    tsu_mesh_words *w = to;
    for (int q = 0; q < 3; q++) {
        const tsu_status status = tsu_words_quantity(words, "the velocity [m/s]", &w->fix->surface[q], err);
        if (status != TSU_OK) return status;
        w->surface.velocity[q] = w->fix->surface[q].value;
    }
    w->surface.linear = true;
    return TSU_OK;
}

static tsu_status read_rotate(void *to, tsu_words *words, tsu_error *err)
{
    const tsu_mesh_words *w = to;
    double axis[3], angle;
    if (!tsu_words_accept(words, "axis"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "`rotate` must be followed by `axis`");
    tsu_status status = tsu_words_numbers(words, "the axis", 3, axis, err);
    if (status == TSU_OK && !tsu_words_accept(words, "angle"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "expected `angle`");
    if (status == TSU_OK) status = tsu_words_number(words, "the angle [degree]", &angle, err);
    return status == TSU_OK ? tsu_facets_rotate(w->facets, axis, angle * 3.14159265358979323846 / 180.0, err)
                            : status;
}

static tsu_status read_type(void *to, tsu_words *words, tsu_error *err)
{
    const tsu_mesh_words *w = to;
    int64_t n;
    const tsu_status status =
        tsu_words_integer_in(words, "the material", 1, w->session->world->materials.types, &n, err);
    if (status == TSU_OK) w->fix->type = (int32_t)n - 1;
    return status;
}

static tsu_status read_exclusions(void *to, tsu_words *words, tsu_error *err)
{
    tsu_mesh_words *w = to;
    tsu_status status = tsu_words_either(words, "read or write", "read", "write", &w->write_exclusions, err);
    if (status == TSU_OK) status = tsu_words_text(words, "the list of elements", &w->exclusions, err);
    return status;
}

static tsu_status read_move(void *to, tsu_words *words, tsu_error *err)
{
    const tsu_mesh_words *w = to;
    double x[3];
    const tsu_status status = tsu_words_numbers(words, "the displacement [m]", 3, x, err);
    if (status == TSU_OK) tsu_facets_move(w->facets, x);
    return status;
}

static tsu_status read_scale(void *to, tsu_words *words, tsu_error *err)
{
    const tsu_mesh_words *w = to;
    double number;
    const tsu_status status = tsu_words_number(words, "the factor", &number, err);
    if (status == TSU_OK && !(number > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "the factor is %g; it must be positive", number);
    if (status == TSU_OK) tsu_facets_scale(w->facets, number);
    return status;
}

static tsu_status refuse_feature(void *to, tsu_words *words, tsu_error *err)
{
    (void)to;
    return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                           "min_feature_length is not supported; list small parts in element_exclusion_list");
}

static tsu_status read_thermal_mass(void *to, tsu_words *words, tsu_error *err)
{
    tsu_mesh_words *w = to;
    const tsu_status status =
        tsu_words_loose_number(words, "the mass that is heated [kg]", &w->thermal_mass, err);
    if (status == TSU_OK && !(w->thermal_mass > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the mass must be positive");
    return status;
}

static tsu_status read_target(void *to, tsu_words *words, tsu_error *err)
{
    tsu_mesh_fix *m = ((tsu_mesh_words *)to)->fix;
    const tsu_status status = tsu_words_quantity(words, "the target", &m->target, err);
    m->servo->target = m->target.value;
    return status;
}

#define MEMBER(NAME) offsetof(tsu_mesh_words, NAME)
static const char *const heals[] = {"no", "auto_remove_duplicates", NULL}, *const wears[] = {"off", "finnie",
                                                                                             NULL};

const tsu_argument tsu_arguments_mesh[] = {
    {.keyword = "type", .kind = TSU_ARGUMENT_OTHER, .what = "the material", .read = read_type},
    {.keyword = "verbose",
     .kind = TSU_ARGUMENT_SWITCH,
     .at = MEMBER(verbose),
     .what = "yes or no",
     .doc = "prints the quality of the mesh"},
    {.keyword = "heal",
     .kind = TSU_ARGUMENT_EITHER,
     .at = MEMBER(heal),
     .what = "auto_remove_duplicates or no",
     .words = heals},
    {.keyword = "precision",
     .kind = TSU_ARGUMENT_NUMBER,
     .at = MEMBER(precision),
     .what = "the precision [m]",
     .doc = "vertices closer than this are merged [m]; 1e-8"},
    {.keyword = "element_exclusion_list",
     .kind = TSU_ARGUMENT_OTHER,
     .what = "read or write and a file",
     .read = read_exclusions},
    {.keyword = "move", .kind = TSU_ARGUMENT_OTHER, .what = "the displacement [m]", .read = read_move},
    {.keyword = "rotate",
     .kind = TSU_ARGUMENT_OTHER,
     .what = "axis X Y Z angle A [degree]",
     .read = read_rotate},
    {.keyword = "scale", .kind = TSU_ARGUMENT_OTHER, .what = "the factor", .read = read_scale},
    {.keyword = "surface_vel",
     .kind = TSU_ARGUMENT_OTHER,
     .what = "the velocity [m/s], numbers or v_NAME",
     .read = read_surface_vel},
    {.keyword = "surface_ang_vel",
     .kind = TSU_ARGUMENT_OTHER,
     .what = "origin X Y Z axis X Y Z omega W [rad/s]",
     .read = read_turning},
    {.keyword = "curvature",
     .kind = TSU_ARGUMENT_NUMBER,
     .at = MEMBER(curvature),
     .what = "the angle [degree]",
     .doc = "edges with a smaller angle are treated as flat [degree]"},
    {.keyword = "curvature_tolerant",
     .kind = TSU_ARGUMENT_SWITCH,
     .at = MEMBER(tolerant),
     .what = "yes or no",
     .doc = "no effect: contacts always tolerate them"},
    {.keyword = "stress",
     .kind = TSU_ARGUMENT_SWITCH,
     .at = MEMBER(stress),
     .what = "on or off",
     .doc = "forces on the mesh are recorded"},
    {.keyword = "wear",
     .kind = TSU_ARGUMENT_EITHER,
     .at = MEMBER(wear),
     .what = "finnie or off",
     .words = wears},
    {.keyword = "reference_point",
     .kind = TSU_ARGUMENT_VECTOR,
     .at = MEMBER(reference),
     .given = MEMBER(has_reference),
     .what = "the reference point [m]",
     .doc = "of torques [m]"},
    {.keyword = "min_feature_length",
     .kind = TSU_ARGUMENT_OTHER,
     .what = "not supported",
     .read = refuse_feature},
    {.keyword = "temperature",
     .kind = TSU_ARGUMENT_LOOSE,
     .at = MEMBER(temperature),
     .given = MEMBER(warm),
     .what = "a temperature",
     .doc = "of the mesh [K]"},
    {.keyword = "mass_temperature",
     .kind = TSU_ARGUMENT_OTHER,
     .what = "the mass that is heated [kg]",
     .read = read_thermal_mass},
    {0}};

static tsu_status read_mode(void *to, tsu_words *words, tsu_error *err)
{
    static const char *const modes[] = {"auto", NULL};
    int k;
    const tsu_status status = tsu_words_choice(words, "auto", modes, &k, err);
    ((tsu_mesh_words *)to)->fix->servo->automatic = true;
    return status;
}

#define SERVO(NAME) offsetof(tsu_servo, NAME)
static const char *const controls[] = {"force", "torque", NULL};

/* Keywords that set members of the servo, and those that need the fix. */
const tsu_argument tsu_arguments_servo[] = {
    {.keyword = "com",
     .kind = TSU_ARGUMENT_VECTOR,
     .at = SERVO(centre),
     .what = "the centre",
     .doc = "centre of the mesh [m]"},
    {.keyword = "ctrlPV",
     .kind = TSU_ARGUMENT_EITHER,
     .at = SERVO(torque),
     .what = "force or torque",
     .words = controls},
    {.keyword = "vel_max",
     .kind = TSU_ARGUMENT_NUMBER,
     .at = SERVO(speed_max),
     .what = "vel_max",
     .doc = "highest speed [m/s], [rad/s]"},
    {.keyword = "axis", .kind = TSU_ARGUMENT_VECTOR, .at = SERVO(axis), .what = "the axis"},
    {.keyword = "kp",
     .kind = TSU_ARGUMENT_NUMBER,
     .at = SERVO(kp),
     .what = "kp",
     .doc = "proportional gain; 0.01"},
    {.keyword = "ki", .kind = TSU_ARGUMENT_NUMBER, .at = SERVO(ki), .what = "ki", .doc = "integral gain; 0"},
    {.keyword = "kd",
     .kind = TSU_ARGUMENT_NUMBER,
     .at = SERVO(kd),
     .what = "kd",
     .doc = "derivative gain; 0"},
    {.keyword = "ratio",
     .kind = TSU_ARGUMENT_NUMBER,
     .at = SERVO(ratio),
     .what = "ratio",
     .doc = "of `mode auto`; 0.1"},
    {0}};
const tsu_argument tsu_arguments_servo_words[] = {
    {.keyword = "target_val", .kind = TSU_ARGUMENT_OTHER, .what = "the target", .read = read_target},
    {.keyword = "mode", .kind = TSU_ARGUMENT_OTHER, .what = "auto", .read = read_mode},
    {0}};

static tsu_status read_servo(tsu_mesh_words *w, tsu_words *words, bool *known, tsu_error *err)
{
    tsu_status status = tsu_arguments_try(words, tsu_arguments_servo, w->fix->servo, known, err);
    return *known ? status : tsu_arguments_try(words, tsu_arguments_servo_words, w, known, err);
}

tsu_status tsu_mesh_words_read(tsu_mesh_words *w, tsu_words *words, tsu_error *err)
{
    if (!tsu_words_accept(words, "file"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                               "expected `file` and the name of an STL, OBJ, PLY or VTK file");
    tsu_status status = tsu_words_text(words, "the file", &w->file, err);
    if (status == TSU_OK && w->session->options.forbid_files)
        return tsu_error_set(err, TSU_ERROR_INPUT, "files may not be opened here");
    if (status == TSU_OK) status = tsu_mesh_file_read(w->file, w->facets, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        bool known = false;
        if (w->fix->servo) status = read_servo(w, words, &known, err);
        if (w->fix->free) status = tsu_arguments_try(words, tsu_arguments_free, w->fix->free, &known, err);
        if (status == TSU_OK && !known)
            status = tsu_arguments_next(words, "a keyword", tsu_arguments_mesh, w, err);
    }
    return status;
}
