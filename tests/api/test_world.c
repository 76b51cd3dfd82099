/* SPDX-License-Identifier: Apache-2.0 */
/* Worlds through the public interface alone: meshes, callbacks, setters, groups, contacts, files; what is refused changes nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tsubu/tsubu.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OK(call)                                                                                             \
    do {                                                                                                     \
        if ((call) != TSU_OK) fail_msg("%s: %s", #call, err.message);                                        \
    } while (0)

static tsu_error err;
static const double none[3] = {0.0, 0.0, 0.0}, x_axis[3] = {1.0, 0.0, 0.0};

static void refused(tsu_status status, const char *says)
{
    assert_int_not_equal(status, TSU_OK);
    if (!strstr(err.message, says)) fail_msg("'%s' has not '%s'", err.message, says);
}

static tsu_world *make(void)
{
    static const double type[2] = {1e7, 1e7}, nu[2] = {0.3, 0.3}, pair[4] = {0.5, 0.5, 0.5, 0.5};
    tsu_world_def def = tsu_world_def_default();
    def.timestep = 1.0e-5;
    def.materials = 2;
    def.threads = 1;
    tsu_world *w = tsu_world_create(&def, &err);
    if (!w) fail_msg("%s", err.message);
    OK(tsu_property_set_type(w, "youngsModulus", type, &err));
    OK(tsu_property_set_type(w, "poissonsRatio", nu, &err));
    OK(tsu_property_set_pair(w, "coefficientRestitution", pair, &err));
    OK(tsu_property_set_pair(w, "coefficientFriction", pair, &err));
    OK(tsu_laws_choose(w, "model hertz tangential history", &err));
    return w;
}

static void add(tsu_world *w, double x, double y, double z)
{
    tsu_particle_def d = tsu_particle_def_default();
    d.radius = 0.01;
    d.position[0] = x;
    d.position[1] = y;
    d.position[2] = z;
    OK(tsu_particles_add(w, &d, 1, &err));
}

static void test_meshes(void **state)
{
    (void)state;
    static const double corner[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const int32_t good[] = {0, 1, 2}, bad[] = {0, 1, 3};
    const double nan_[3] = {NAN, 0.0, 0.0};
    tsu_world *w = make();
    tsu_mesh_def d = tsu_mesh_def_default();
    refused(tsu_meshes_add(w, &d, &err), "a file or arrays");
    d.file = "no such file";
    refused(tsu_meshes_add(w, &d, &err), "no such file");
    d.vertices = corner;
    refused(tsu_meshes_add(w, &d, &err), "a file or arrays");
    d.file = NULL;
    d.vertex_count = 3;
    d.triangles = bad;
    d.triangle_count = 1;
    refused(tsu_meshes_add(w, &d, &err), "has vertex 3; there are 0 to 2");
    d.triangles = good;
    d.scale = 0.0;
    refused(tsu_meshes_add(w, &d, &err), "scale 0");
    d.scale = 2.0;
    d.angle = 3.14159265358979323846 / 2.0; /* about z */
    d.translation[2] = 0.5;
    OK(tsu_meshes_add(w, &d, &err));
    refused(tsu_meshes_add(w, &d, &err), "already a mesh named mesh");
    tsu_view v;
    OK(tsu_mesh_view(w, "mesh", &v, &err));
    const double expected[9] = {0, 0, 0.5, 0, 2, 0.5, -2, 0, 0.5};
    for (int q = 0; q < 9; q++) {
        assert_true(fabs(v.data[q] - expected[q]) < 1e-12);
    }
    refused(tsu_mesh_move(w, "mash", none, &err), "did you mean 'mesh'?");
    refused(tsu_mesh_move(w, "mesh", nan_, &err), "must be finite");
    refused(tsu_mesh_rotate(w, "mesh", none, none, 1.0, &err), "zero length");
    refused(tsu_mesh_set_motion(w, "mesh", nan_, none, none, &err), "must be finite");
    OK(tsu_mesh_move(w, "mesh", x_axis, &err));
    assert_false(tsu_view_is_current(w, &v));
    tsu_wall_def wall = tsu_wall_def_default();
    wall.shape = "mesh";
    wall.mesh = "mesh";
    OK(tsu_walls_add(w, &wall, &err));
    refused(tsu_meshes_remove(w, "mesh", &err), "in use by wall");
    OK(tsu_walls_remove(w, "wall", &err));
    OK(tsu_meshes_remove(w, "mesh", &err));
    refused(tsu_meshes_remove(w, "mesh", &err), "no mesh named");
    tsu_world_destroy(w);
}

/* A plate of two triangles that is moved by hand, by its motion, or rotated, meets a ball; a wall that is a plane there feels the same. */
static void test_mesh_pose(void **state)
{
    (void)state;
    static const double corner[] = {0.1, 0.1, 0, 0.9, 0.1, 0, 0.9, 0.9, 0, 0.1, 0.9, 0};
    static const int32_t triangle[] = {0, 1, 2, 0, 2, 3};
    const double up[3] = {0.0, 0.0, 0.3}, middle[3] = {0.5, 0.5, 0.3};
    double force[3], torque[3], about[3] = {0.4, 0.5, 0.0};
    tsu_world *w = make();
    tsu_mesh_def d = tsu_mesh_def_default();
    d.vertices = corner;
    d.vertex_count = 4;
    d.triangles = triangle;
    d.triangle_count = 2;
    OK(tsu_meshes_add(w, &d, &err));
    tsu_wall_def wall = tsu_wall_def_default();
    wall.name = wall.shape = "mesh";
    wall.mesh = "mesh";
    OK(tsu_walls_add(w, &wall, &err));
    add(w, 0.5, 0.5, 0.3099);
    OK(tsu_world_step(w, 1, &err));
    OK(tsu_wall_force(w, "mesh", force, &err));
    assert_true(force[2] == 0.0);
    OK(tsu_mesh_move(w, "mesh", up, &err));
    OK(tsu_world_step(w, 1, &err));
    OK(tsu_wall_force(w, "mesh", force, &err));
    OK(tsu_wall_torque(w, "mesh", about, torque, &err));
    assert_true(force[2] < -0.01 && fabs(torque[1] + 0.1 * force[2]) < 1e-9 * fabs(force[2]));
    refused(tsu_wall_torque(w, "mash", about, torque, &err), "no wall named");
    tsu_energy e;
    OK(tsu_world_energy(w, &e, &err));
    assert_true(e.given > 0.0 && fabs(e.residual) < 1e-12 * e.exchanged); /* the overlap was given */
    OK(tsu_mesh_rotate(w, "mesh", middle, x_axis, 3.14159265358979323846 / 2.0,
                       &err)); /* now upright, through the ball */
    OK(tsu_world_step(w, 0, &err));
    tsu_view v;
    OK(tsu_mesh_view(w, "mesh", &v, &err));
    assert_true(fabs(v.data[1] - 0.5) < 1e-12 && fabs(v.data[2] - (0.3 - 0.4)) < 1e-12);
    const double spin[3] = {0.0, 0.0, 100.0};
    OK(tsu_mesh_set_motion(w, "mesh", x_axis, spin, middle, &err));
    tsu_world_destroy(w);
}

/* ---- callbacks ---------------------------------------------------------------------------------------------------------- */

typedef struct calls {
    int count;
    int64_t last;
    double push; /* [N] */
    tsu_status answer;
} calls;

static tsu_status call(void *context, const tsu_step_view *now, tsu_error *error)
{
    calls *c = context;
    static const double g[3] = {0.0, 0.0, 1.0};
    static const uint64_t one = 1;
    tsu_particle_def d = tsu_particle_def_default();
    c->count++;
    c->last = now->step;
    assert_int_not_equal(tsu_world_set_gravity(now->world, g, error), TSU_OK);
    assert_int_not_equal(tsu_particles_add(now->world, &d, 1, error), TSU_OK);
    assert_int_not_equal(tsu_particles_remove_ids(now->world, &one, 1, error), TSU_OK);
    assert_int_not_equal(tsu_world_step(now->world, 1, error), TSU_OK);
    assert_int_not_equal(tsu_property_set(now->world, "characteristicVelocity", 1.0, error), TSU_OK);
    assert_non_null(strstr(error->message, "within a callback"));
    for (size_t k = 0; k < now->count && now->force; k++) {
        now->force[4 * k] += c->push;
    }
    error->message[0] = '\0';
    if (c->answer != TSU_OK) snprintf(error->message, sizeof error->message, "no more");
    return c->answer;
}

static void test_callbacks(void **state)
{
    (void)state;
    tsu_world *w = make(), *other = make();
    calls c = {0}, often = {0};
    uint64_t handle, second;
    tsu_view v;
    tsu_energy e;
    add(w, 0.5, 0.5, 0.5);
    tsu_callback_def d = tsu_callback_def_default();
    refused(tsu_callbacks_add(w, &d, &handle, &err), "needs a name, a function");
    d.call = call;
    d.context = &c;
    d.every = 2;
    refused(tsu_callbacks_add(w, &d, &handle, &err), "1 for forces");
    d.every = 1;
    c.push = 0.1;
    OK(tsu_callbacks_add(w, &d, &handle, &err));
    d.when = TSU_CALL_AFTER_STEP;
    d.every = 5;
    d.context = &often;
    OK(tsu_callbacks_add(w, &d, &second, &err));
    OK(tsu_world_step(w, 100, &err));
    assert_true(often.count == 20 && often.last == 100 && c.count == 101); /* once before the first step */
    const double mass = 4.0 / 3.0 * 3.14159265358979 * 1e-6 * 2500.0;
    OK(tsu_field_view(w, "v", &v, &err));
    assert_true(fabs(v.data[0] / (0.1 / mass * 1e-3) - 1.0) < 1e-9);
    OK(tsu_world_energy(w, &e, &err));
    assert_true(fabs(e.external_work - e.kinetic) < 1e-14 * e.exchanged &&
                fabs(e.residual) < 1e-14 * e.exchanged);
    refused(tsu_callbacks_remove(other, handle, &err), "another world's");
    OK(tsu_callbacks_remove(w, handle, &err));
    refused(tsu_callbacks_remove(w, handle, &err), "it was removed");
    OK(tsu_world_step(w, 10, &err));
    assert_int_equal(c.count, 101);
    often.answer = TSU_ERROR_INPUT;
    refused(tsu_world_step(w, 5, &err), "callback callback: no more");
    tsu_world_destroy(other);
    tsu_world_destroy(w); /* with its callback */
}

static tsu_status explode(void *context, const tsu_step_view *now, tsu_error *error)
{
    (void)context;
    (void)error;
    now->force[1] = NAN;
    return TSU_OK;
}

static void test_bad_force(void **state)
{
    (void)state;
    tsu_world *w = make();
    add(w, 0.5, 0.5, 0.5);
    tsu_callback_def d = tsu_callback_def_default();
    d.name = "wind";
    d.call = explode;
    OK(tsu_callbacks_add(w, &d, NULL, &err));
    refused(tsu_world_step(w, 1, &err), "callback wind: force or torque of particle 1 is not finite");
    tsu_world_destroy(w);
}

/* ---- setters, groups, contacts ------------------------------------------------------------------------------------------- */

static void test_setters(void **state)
{
    (void)state;
    const double down[3] = {0.0, 0.0, -10.0}, bad[3] = {0.0, INFINITY, 0.0}, speed[3] = {1.0, 2.0, 3.0};
    const double radius[2] = {0.02, 0.01}, types[2] = {1.0, 3.0}, zero = 0.0;
    const uint64_t two = 2, ghost = 7;
    double g[3], dt;
    tsu_energy before, e;
    tsu_view v;
    tsu_world *w = make();
    refused(tsu_world_stable_timestep(w, 0.2, &dt, &err), "no particles");
    add(w, 0.3, 0.5, 0.5);
    add(w, 0.7, 0.5, 0.5);
    OK(tsu_world_energy(w, &before, &err));
    refused(tsu_world_set_gravity(w, bad, &err), "number 2 of gravity is inf");
    OK(tsu_world_set_gravity(w, down, &err));
    tsu_world_gravity(w, g);
    assert_memory_equal(g, down, sizeof g);
    refused(tsu_world_set_timestep(w, 0.0, &err), "must be positive");
    OK(tsu_world_set_timestep(w, 2e-5, &err));
    assert_true(tsu_world_timestep(w) == 2e-5);
    refused(tsu_world_stable_timestep(w, 2.0, &dt, &err), "at most 1");
    OK(tsu_world_stable_timestep(w, 1.0, &dt, &err));
    const double rayleigh = 3.14159265358979 * 0.01 * sqrt(2500.0 / (1e7 / 2.6)) / (0.1631 * 0.3 + 0.8766);
    assert_true(fabs(dt / rayleigh - 1.0) < 1e-12);
    refused(tsu_field_write(w, "v", &two, 1, 1, speed, &err), "has 3 numbers a particle, not 1");
    refused(tsu_field_write(w, "v", &ghost, 1, 3, speed, &err), "no particle 7");
    refused(tsu_field_write(w, "v", NULL, 1, 3, speed, &err), "values for 1 particles, but there are 2");
    refused(tsu_field_write(w, "v", &two, 1, 3, bad, &err), "must be finite");
    refused(tsu_field_write(w, "vv", &two, 1, 3, speed, &err), "no field named vv");
    refused(tsu_field_write(w, "id", &two, 1, 1, speed, &err), "cannot be set");
    refused(tsu_field_write(w, "type", NULL, 2, 1, types, &err), "there are 1 to 2");
    refused(tsu_field_write(w, "radius", &two, 1, 1, &zero, &err), "positive");
    OK(tsu_field_write(w, "v", &two, 1, 3, speed, &err));
    OK(tsu_field_write(w, "radius", NULL, 2, 1, radius, &err));
    OK(tsu_fields_add(w, "charge", 2, 0.5, &err));
    refused(tsu_fields_add(w, "charge", 2, 0.5, &err), "already a field");
    refused(tsu_fields_add(w, "", 2, 0.5, &err), "a name");
    OK(tsu_field_write(w, "charge", &two, 1, 2, speed, &err));
    OK(tsu_field_view(w, "charge", &v, &err));
    assert_true(v.width == 2 && v.data[0] == 0.5 && v.data[3] == 2.0);
    OK(tsu_world_energy(w, &e, &err));
    const double unit = 4.0 / 3.0 * 3.14159265358979 * 1e-6 * 2500.0;
    assert_true(fabs(e.given - before.given - unit * 7.0 - unit * 9.0 * 10.0 * 0.5) <
                1e-9 * e.given); /* 14/2, 8 + 1 units of mass */
    OK(tsu_world_step(w, 100, &err));
    OK(tsu_world_energy(w, &e, &err));
    assert_true(fabs(e.residual) < 1e-13 * e.exchanged);
    const double much = NAN;
    refused(tsu_property_set(w, "characteristicVelocity", much, &err), "must be finite");
    tsu_world_destroy(w);
}

static void test_groups(void **state)
{
    (void)state;
    const uint64_t ids[3] = {3, 1, 9}, two = 2;
    uint64_t out[4] = {0};
    size_t count = 0;
    tsu_world *w = make();
    for (int k = 0; k < 4; k++) {
        add(w, 0.1 + 0.1 * k, 0.5, 0.5);
    }
    refused(tsu_groups_add(w, "odd", ids, 3, &err), "no particle 9");
    refused(tsu_group_ids(w, "odd", out, 4, &count, &err), "no group 'odd'");
    OK(tsu_groups_add(w, "odd", ids, 2, &err));
    OK(tsu_group_ids(w, "odd", out, 4, &count, &err));
    assert_true(count == 2 && out[0] == 1 && out[1] == 3 && out[2] == 0);
    OK(tsu_group_ids(w, "all", NULL, 0, &count, &err));
    assert_int_equal(count, 4);
    refused(tsu_groups_take_out(w, "all", &two, 1, &err), "always");
    refused(tsu_groups_take_out(w, "ood", &two, 1, &err), "no group");
    OK(tsu_groups_take_out(w, "odd", ids, 1, &err));
    OK(tsu_group_ids(w, "odd", out, 4, &count, &err));
    assert_true(count == 1 && out[0] == 1);
    for (int k = 2; k < 32; k++) {
        char name[16];
        snprintf(name, sizeof name, "g%d", k);
        OK(tsu_groups_add(w, name, &two, 1, &err));
    }
    refused(tsu_groups_add(w, "more", &two, 1, &err), "32 groups already");
    const double down[3] = {0.0, 0.0, -10.0};
    OK(tsu_world_set_gravity(w, down, &err));
    OK(tsu_group_hold(w, "odd", true, &err));
    OK(tsu_world_step(w, 10, &err));
    tsu_view v;
    OK(tsu_field_view(w, "v", &v, &err));
    for (size_t k = 0; k < v.count; k++) {
        assert_true((v.data[k * v.stride + 2] == 0.0) == (tsu_particle_ids(w)[k] == 1));
    }
    OK(tsu_group_hold(w, "odd", false, &err));
    OK(tsu_world_step(w, 10, &err));
    OK(tsu_field_view(w, "v", &v, &err));
    for (size_t k = 0; k < v.count; k++) {
        assert_true(v.data[k * v.stride + 2] < 0.0);
    }
    tsu_world_destroy(w);
}

/* Three balls, the last two of which touch, one of them the floor too. */
static tsu_world *three(void)
{
    const double down[3] = {0.0, 0.0, -10.0};
    tsu_world *w = make();
    tsu_wall_def floor = tsu_wall_def_default();
    floor.name = "floor";
    OK(tsu_walls_add(w, &floor, &err));
    add(w, 0.1, 0.5, 0.5);
    add(w, 0.5, 0.5, 0.0298);
    add(w, 0.5, 0.5, 0.0099);
    OK(tsu_world_set_gravity(w, down, &err));
    return w;
}

static void test_contacts(void **state)
{
    (void)state;
    tsu_world *w = three();
    tsu_contacts_view c;
    double force[3];
    OK(tsu_contacts_list(w, &c, &err));
    assert_int_equal(c.count, 2);
    const tsu_contact_record *p = &c.contact[0], *f = &c.contact[1];
    assert_true(p->id[0] == 2 && p->id[1] == 3 && p->wall == -1 && f->id[0] == 3 && f->id[1] == 0 &&
                f->wall == 0);
    assert_true(fabs(p->overlap - 0.0001) < 1e-12 && fabs(p->point[2] - 0.01985) < 1e-9 &&
                p->normal[2] == 1.0);
    /* Hertz: 4/3 E* sqrt(R*) d^1.5 */
    const double hertz = 4.0 / 3.0 * (1e7 / (2.0 * 0.91)) * sqrt(0.005) * 1e-6;
    assert_true(fabs(p->force[2] / hertz - 1.0) < 1e-9 && f->force[2] > 0.0);
    assert_string_equal(tsu_wall_name(w, 0), "floor");
    assert_null(tsu_wall_name(w, 1));
    assert_non_null(tsu_contact_history_name(w, -1, 0));
    assert_null(tsu_contact_history_name(w, 5, 0));
    OK(tsu_world_step(w, 10, &err));
    assert_true(c.generation != tsu_world_generation(w));
    OK(tsu_contacts_list(w, &c, &err));
    OK(tsu_wall_force(w, "floor", force, &err));
    assert_true(c.count == 2 && c.contact[1].force[2] == -force[2] && c.contact[0].history_width > 0);
    tsu_world_destroy(w);
}

/* ---- files --------------------------------------------------------------------------------------------------------------- */

static void test_copies(void **state)
{
    (void)state;
    static const double corner[] = {0.1, 0.1, 0, 0.9, 0.1, 0, 0.9, 0.9, 0, 0.1, 0.9, 0};
    static const int32_t triangle[] = {0, 1, 2, 0, 2, 3};
    const double slow[3] = {0.01, 0.0, 0.02}, spin[3] = {0.0, 0.0, 1.0}, middle[3] = {0.5, 0.5, 0.0};
    const uint64_t one = 1;
    size_t count = 1;
    tsu_difference d;
    tsu_world *w = three();
    tsu_mesh_def m = tsu_mesh_def_default();
    m.vertices = corner;
    m.vertex_count = 4;
    m.triangles = triangle;
    m.triangle_count = 2;
    m.translation[2] = 0.005;
    OK(tsu_meshes_add(w, &m, &err));
    tsu_wall_def plate = tsu_wall_def_default();
    plate.name = "plate";
    plate.shape = "mesh";
    plate.mesh = "mesh";
    plate.laws = "model hertz tangential history rolling_friction cdt tangential_damping off";
    const double roll[4] = {0.1, 0.1, 0.1, 0.1};
    OK(tsu_property_set_pair(w, "coefficientRollingFriction", roll, &err));
    OK(tsu_walls_add(w, &plate, &err));
    OK(tsu_mesh_set_motion(w, "mesh", slow, spin, middle, &err));
    OK(tsu_groups_add(w, "one", &one, 1, &err));
    OK(tsu_group_hold(w, "one", true, &err));
    OK(tsu_world_step(w, 50, &err));
    tsu_world *copy = tsu_world_copy(w, &err);
    if (!copy) fail_msg("%s", err.message);
    char path[] = "/tmp/test_api_XXXXXX";
    close(mkstemp(path));
    OK(tsu_world_save(w, path, &err));
    tsu_world *loaded = tsu_world_load(path, 2, &err);
    if (!loaded) fail_msg("%s", err.message);
    OK(tsu_world_diff(w, loaded, &d, 1, &count, &err));
    assert_int_equal(count, 0);
    tsu_world *each[3] = {w, copy, loaded};
    tsu_energy e[3];
    for (int k = 0; k < 3; k++) {
        OK(tsu_world_step(each[k], 200, &err));
        OK(tsu_world_energy(each[k], &e[k], &err));
        assert_true(tsu_world_hash(each[k]) == tsu_world_hash(w));
        assert_memory_equal(&e[k], &e[0], sizeof e[0]);
        OK(tsu_group_ids(each[k], "one", NULL, 0, &count, &err));
        assert_int_equal(count, 1);
    }
    tsu_session_def def = tsu_session_def_default(); /* a script goes on from the file, too */
    tsu_session *s = tsu_session_create(&def, &err);
    char text[100];
    snprintf(text, sizeof text, "read_restart %s", path);
    OK(tsu_session_run_text(s, text, &err));
    assert_int_equal(tsu_particles_count(tsu_session_world(s)), 3);
    tsu_session_destroy(s);
    assert_int_equal(truncate(path, 1000), 0);
    assert_null(tsu_world_load(path, 1, &err));
    assert_non_null(strstr(err.message, "truncated"));
    remove(path);
    for (int k = 0; k < 3; k++) {
        tsu_world_destroy(each[k]);
    }
}

/* An error tells a program what is missing, without its sentence being read. */
static void test_missing(void **state)
{
    (void)state;
    double value;
    tsu_world_def def = tsu_world_def_default();
    tsu_session_def silent = tsu_session_def_default();
    def.timestep = 1e-5;
    tsu_world *w = tsu_world_create(&def, &err);
    tsu_session *s = tsu_session_create(&silent, &err);
    assert_true(w && s);
    OK(tsu_laws_choose(w, "model hertz", &err));
    add(w, 0.5, 0.5, 0.5);
    assert_int_equal(tsu_world_step(w, 1, &err), TSU_ERROR_INPUT);
    assert_true(err.lacks == TSU_LACKS_PROPERTY && strcmp(err.missing, "youngsModulus") == 0);
    assert_int_equal(tsu_group_hold(w, "nobody", true, &err), TSU_ERROR_INPUT);
    assert_true(err.lacks == TSU_LACKS_NAME && strcmp(err.missing, "nobody") == 0);
    assert_int_equal(tsu_world_set_timestep(w, -1.0, &err), TSU_ERROR_INPUT);
    assert_true(err.lacks == TSU_LACKS_NOTHING && err.missing[0] == '\0');
    assert_int_equal(tsu_session_evaluate(s, "2*v_nothing", &value, &err), TSU_ERROR_INPUT);
    assert_true(err.lacks == TSU_LACKS_NAME && strcmp(err.missing, "nothing") == 0);
    assert_int_equal(tsu_session_run_text(s, "create_atoms 1 single 0 0 0", &err), TSU_ERROR_INPUT);
    assert_true(err.lacks == TSU_LACKS_BOX && err.missing[0] == '\0');
    tsu_session_destroy(s);
    tsu_world_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_meshes),    cmocka_unit_test(test_mesh_pose), cmocka_unit_test(test_callbacks),
        cmocka_unit_test(test_bad_force), cmocka_unit_test(test_setters),   cmocka_unit_test(test_groups),
        cmocka_unit_test(test_contacts),  cmocka_unit_test(test_copies),    cmocka_unit_test(test_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
