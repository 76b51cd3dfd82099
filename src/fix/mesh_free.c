/* SPDX-License-Identifier: Apache-2.0 */
/* mesh_free.c - `fix mesh/surface/stress/6dof`: its words, and the body they make of a mesh. */
#include "deck/arguments.h"
#include "fix/mesh_fix.h"
#include <stdio.h>
#include <string.h>

static tsu_status read_moi(void *to, tsu_words *words, tsu_error *err)
{
    tsu_free_words *w = to;
    double m[6];
    const tsu_status status =
        tsu_words_numbers(words, "Ixx Iyy Izz Ixy Ixz Iyz of the inertia [kg m^2]", 6, m, err);
    const double tensor[3][3] = {{m[0], m[3], m[4]}, {m[3], m[1], m[5]}, {m[4], m[5], m[2]}};
    if (status == TSU_OK) memcpy(w->def.inertia, tensor, sizeof tensor);
    w->has_moi = true;
    return status;
}

static tsu_status read_flags(tsu_words *words, const char *what, bool stopped[3], tsu_error *err)
{
    for (int q = 0; q < 3; q++) {
        int64_t flag;
        const tsu_status status = tsu_words_integer_in(words, what, 0, 1, &flag, err);
        if (status != TSU_OK) return status;
        stopped[q] = flag == 0;
    }
    return TSU_OK;
}

static tsu_status read_forceflags(void *to, tsu_words *words, tsu_error *err)
{
    return read_flags(words, "the force flag", ((tsu_free_words *)to)->def.held, err);
}

static tsu_status read_torqueflags(void *to, tsu_words *words, tsu_error *err)
{
    return read_flags(words, "the torque flag", ((tsu_free_words *)to)->def.steady, err);
}

static tsu_status read_suspension(void *to, tsu_words *words, tsu_error *err)
{
    static const char *const names[4] = {"k_t", "c_t", "k_r", "c_r"};
    tsu_suspension *s = &((tsu_free_words *)to)->def.suspension;
    double *const number[4] = {&s->stiffness, &s->damping, &s->turning_stiffness, &s->turning_damping};
    for (int k = 0; k < 4; k++) {
        if (!tsu_words_accept(words, names[k]))
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                                   "expected `%s` and a number; `suspension k_t K c_t C k_r K c_r C`",
                                   names[k]);
        const tsu_status status = tsu_words_number(words, names[k], number[k], err);
        if (status != TSU_OK) return status;
    }
    return TSU_OK;
}

static tsu_status read_given(tsu_words *words, const char *what, tsu_quantity given[3], tsu_error *err)
{
    tsu_status status = TSU_OK;
    for (int q = 0; q < 3 && status == TSU_OK; q++) {
        status = tsu_words_quantity(words, what, &given[q], err);
    }
    return status;
}

static tsu_status read_force(void *to, tsu_words *words, tsu_error *err)
{
    return read_given(words, "the force [N]", ((tsu_free_words *)to)->given, err);
}

static tsu_status read_torque(void *to, tsu_words *words, tsu_error *err)
{
    return read_given(words, "the torque [N m]", ((tsu_free_words *)to)->given + 3, err);
}

static tsu_status refuse_flip(void *to, tsu_words *words, tsu_error *err)
{
    (void)to;
    return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                           "rot_flip is not supported; `suspension` with k_r turns a body back");
}

#define FREE(NAME) offsetof(tsu_free_words, NAME)

const tsu_argument tsu_arguments_free[] = {
    {.keyword = "com",
     .kind = TSU_ARGUMENT_VECTOR,
     .at = FREE(def.centre),
     .given = FREE(has_com),
     .what = "the centre of mass [m]",
     .doc = "centre of mass [m]; without it that of the closed mesh"},
    {.keyword = "mass",
     .kind = TSU_ARGUMENT_NUMBER,
     .at = FREE(def.mass),
     .given = FREE(has_mass),
     .what = "the mass [kg]"},
    {.keyword = "density",
     .kind = TSU_ARGUMENT_NUMBER,
     .at = FREE(density),
     .given = FREE(has_density),
     .what = "the density [kg/m^3]",
     .doc = "mass, com and moi follow from the closed mesh [kg/m^3]"},
    {.keyword = "moi",
     .kind = TSU_ARGUMENT_OTHER,
     .what = "Ixx Iyy Izz Ixy Ixz Iyz [kg m^2]",
     .read = read_moi,
     .doc = "entries of the inertia tensor about com [kg m^2]; without it that of the closed mesh"},
    {.keyword = "vel",
     .kind = TSU_ARGUMENT_VECTOR,
     .at = FREE(def.velocity),
     .what = "the velocity [m/s]",
     .doc = "at the start [m/s]; 0 0 0"},
    {.keyword = "angmom",
     .kind = TSU_ARGUMENT_VECTOR,
     .at = FREE(def.momentum),
     .given = FREE(has_momentum),
     .what = "the angular momentum [kg m^2/s]",
     .doc = "at the start, about com [kg m^2/s]; 0 0 0"},
    {.keyword = "omega",
     .kind = TSU_ARGUMENT_VECTOR,
     .at = FREE(def.spin),
     .given = FREE(has_spin),
     .what = "the angular velocity [rad/s]",
     .doc = "at the start, in place of angmom [rad/s]"},
    {.keyword = "forceflags",
     .kind = TSU_ARGUMENT_OTHER,
     .what = "0|1 0|1 0|1",
     .read = read_forceflags,
     .doc = "0: forces along this axis do not change the velocity; 1 1 1"},
    {.keyword = "torqueflags",
     .kind = TSU_ARGUMENT_OTHER,
     .what = "0|1 0|1 0|1",
     .read = read_torqueflags,
     .doc = "0: torques about this axis do not change the angular momentum; 1 1 1"},
    {.keyword = "suspension",
     .kind = TSU_ARGUMENT_OTHER,
     .what = "k_t K c_t C k_r K c_r C",
     .read = read_suspension,
     .doc = "springs and dampers towards the initial position and orientation"},
    {.keyword = "force",
     .kind = TSU_ARGUMENT_OTHER,
     .what = "X Y Z, numbers or v_NAME [N]",
     .read = read_force,
     .doc = "on the centre of mass [N]; numbers or v_NAME"},
    {.keyword = "torque",
     .kind = TSU_ARGUMENT_OTHER,
     .what = "X Y Z, numbers or v_NAME [N m]",
     .read = read_torque,
     .doc = "[N m]; numbers or v_NAME"},
    {.keyword = "rot_flip", .kind = TSU_ARGUMENT_OTHER, .what = "not supported", .read = refuse_flip},
    {0}};

/* ---- the body ---------------------------------------------------------------------------------------------------------- */

static tsu_status check_words(const tsu_mesh_fix *m, tsu_error *err)
{
    const tsu_free_words *w = m->free;
    const char *name = m->body->name;
    if (!w->has_mass && !w->has_density)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "mesh %s moves freely and needs `mass M`, or `density D` if it is closed", name);
    if (w->has_density && (w->has_mass || w->has_moi || w->has_com))
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "mesh %s has `density` and one of `mass`, `com` and `moi`, which follow from it; give one "
            "or the others",
            name);
    if (w->has_density && !(w->density > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT, "the density of mesh %s is %g; it must be positive", name,
                             w->density);
    if (w->has_momentum && w->has_spin)
        return tsu_error_set(err, TSU_ERROR_INPUT, "mesh %s has both `angmom` and `omega`; give one of them",
                             name);
    if (w->has_moi && !w->has_com)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "mesh %s has `moi` without `com`, the point it is taken about; give both", name);
    return TSU_OK;
}

/* What was not said follows from the volume that the mesh encloses; about another centre by the rule of Steiner. */
static tsu_status complete(const tsu_mesh_fix *m, tsu_error *err)
{
    tsu_free_words *w = m->free;
    tsu_freedom_def *d = &w->def;
    char what[128];
    tsu_mesh_enclosed solid;
    if (w->has_mass && w->has_moi) return TSU_OK;
    snprintf(what, sizeof what, "mesh %.64s, whose mass or inertia follows from its shape,", m->body->name);
    const tsu_status status = tsu_mesh_solid(&m->body->mesh, what, &solid, err);
    if (status != TSU_OK) return status;
    const double density = w->has_density ? w->density : d->mass / solid.volume;
    double by[3], square = 0.0;
    if (w->has_density) d->mass = density * solid.volume;
    for (int q = 0; q < 3; q++) {
        if (!w->has_com) d->centre[q] = solid.centre[q];
        by[q] = d->centre[q] - solid.centre[q];
        square += by[q] * by[q];
    }
    for (int k = 0; k < 9; k++) {
        const int i = k / 3, j = k % 3;
        d->inertia[i][j] =
            density * solid.inertia[i][j] + d->mass * ((i == j ? square : 0.0) - by[i] * by[j]);
    }
    return TSU_OK;
}

tsu_status tsu_mesh_free_given(tsu_mesh_fix *m, tsu_error *err)
{
    tsu_freedom *f = m->body->freedom;
    for (int q = 0; q < 6; q++) {
        const tsu_status status = tsu_script_quantity(m->session->script, &m->free->given[q],
                                                      q < 3 ? &f->force[q] : &f->torque[q - 3], err);
        if (status != TSU_OK) return status;
    }
    return TSU_OK;
}

bool tsu_mesh_free_varies(const tsu_mesh_fix *m)
{
    for (int q = 0; m->free && q < 6; q++) {
        if (m->free->given[q].variable[0]) return true;
    }
    return false;
}

tsu_status tsu_mesh_free_start(tsu_session *s, tsu_mesh_fix *m, bool verbose, tsu_error *err)
{
    tsu_status status = check_words(m, err);
    if (status == TSU_OK && m->free->has_mass && !(m->free->def.mass > 0.0))
        status = tsu_error_set(err, TSU_ERROR_INPUT, "the mass of mesh %s is %g; it must be positive",
                               m->body->name, m->free->def.mass);
    if (status == TSU_OK) status = complete(m, err);
    if (status == TSU_OK) status = tsu_mesh_set_free(s->world, m->body, &m->free->def, err);
    if (status == TSU_OK) status = tsu_mesh_free_given(m, err);
    if (status != TSU_OK || !verbose) return status;
    const tsu_rigid *b = &m->body->freedom->rigid;
    tsu_script_say(
        s->script,
        "mesh %s moves freely: mass %.6g kg, centre %.6g %.6g %.6g m, principal moments of inertia "
        "%.6g %.6g %.6g kg m^2\n",
        m->body->name, b->mass, b->centre.x, b->centre.y, b->centre.z, b->inertia.x, b->inertia.y,
        b->inertia.z);
    return TSU_OK;
}

/* ---- fix_modify ---------------------------------------------------------------------------------------------------------- */

static void put(double to[3], tsu_vec3 v)
{
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

static tsu_status read_change(tsu_words *words, tsu_free_words *w, tsu_error *err)
{
    static const char *const list[] = {"vel",    "angmom",     "omega",       "force",
                                       "torque", "forceflags", "torqueflags", NULL};
    tsu_status status = tsu_words_need(words, 2, "a keyword and what it shall be", err);
    while (status == TSU_OK && tsu_words_left(words)) {
        int k = 0;
        while (list[k] && strcmp(list[k], tsu_words_peek(words)) != 0)
            k++;
        if (!list[k])
            return tsu_words_error(
                words, words->at, TSU_ERROR_INPUT, err,
                "of a mesh that moves freely vel, angmom or omega, force, torque, forceflags "
                "and torqueflags can be changed");
        status = tsu_arguments_next(words, "a keyword", tsu_arguments_free, w, err);
    }
    if (status == TSU_OK && w->has_momentum && w->has_spin)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "there are both `angmom` and `omega`; give one of them");
    return status;
}

tsu_status tsu_mesh_free_modify(tsu_session *s, tsu_mesh_fix *m, tsu_words *words, tsu_error *err)
{
    const tsu_freedom *f = m->body->freedom;
    tsu_free_words w = *m->free;
    w.has_momentum = w.has_spin = false;
    put(w.def.velocity, f->rigid.velocity);
    put(w.def.momentum, f->rigid.momentum);
    memset(w.def.spin, 0, sizeof w.def.spin);
    tsu_status status = read_change(words, &w, err);
    if (status != TSU_OK) return status;
    if (w.has_spin) memset(w.def.momentum, 0, sizeof w.def.momentum);
    status = tsu_freedom_change(s->world, m->body, &w.def, err);
    if (status != TSU_OK) return status;
    memcpy(m->free->given, w.given, sizeof w.given);
    memcpy(m->free->def.held, w.def.held, sizeof w.def.held);
    memcpy(m->free->def.steady, w.def.steady, sizeof w.def.steady);
    return tsu_mesh_free_given(m, err);
}

/* f_ID[1..3] force of everything, [4..6] torque, [7..9] centre of mass, [10..12] velocity, [13..15] angular velocity, [16..18]
 * angular momentum, [19..22] turn of the mesh as a quaternion, [23] energy of motion, [24] of rotation. */
double tsu_mesh_free_number(const tsu_mesh_fix *m, int64_t index)
{
    const tsu_freedom *f = m->body->freedom;
    const tsu_rigid *b = &f->rigid;
    const tsu_vec3 spin = tsu_rigid_spin(b);
    const tsu_vec3 vectors[6] = {f->total[0], f->total[1], b->centre, b->velocity, spin, b->momentum};
    if (index < 18) {
        const tsu_vec3 v = vectors[index / 3];
        return index % 3 == 0 ? v.x : index % 3 == 1 ? v.y : v.z;
    }
    if (index < 22) return m->body->pose.turn[index - 18];
    return index == 22 ? 0.5 * b->mass * tsu_vec3_norm2(b->velocity) : tsu_rigid_rotational(b);
}
