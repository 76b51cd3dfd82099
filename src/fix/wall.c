/* SPDX-License-Identifier: Apache-2.0 */
/* wall.c - `fix wall/gran`: primitive walls and meshes, with contact laws of their own. A fix with several meshes is a wall
 * for each. */
#include "step/wall/wall.h"
#include "fix/heat.h"
#include "fix/mesh_fix.h"
#include "session/read.h"
#include "step/wall/shape.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESHES_MAX = 256 };

typedef struct wall_fix {
    tsu_wall wall;    /* as read: shape, group, laws */
    tsu_wall_def def; /* its parameters and motion */
    bool shaped;
    int meshes;
    tsu_mesh_fix *mesh[MESHES_MAX];
    int walls;
    char name[MESHES_MAX][TSU_NAME]; /* of the walls of the world */
} wall_fix;

static void destroy_wall(tsu_session *s, void *state)
{
    wall_fix *f = state;
    for (int k = 0; k < f->walls && s->world; k++) {
        tsu_walls_remove(s->world, f->name[k], NULL);
    }
    tsu_lawset_free(&f->wall.laws);
    free(f);
}

static const tsu_wall *named_wall(const tsu_session *s, const char *name)
{
    for (int k = 0; k < s->world->walls; k++) {
        if (strcmp(s->world->wall[k]->name, name) == 0) return s->world->wall[k];
    }
    return NULL;
}

/* f_ID[1..3]: force of the particles on the wall; [4]: heat of dissipation that it has taken up. */
static tsu_status wall_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    const wall_fix *f = state;
    *out = 0.0;
    for (int k = 0; k < f->walls; k++) {
        double force[3];
        const tsu_wall *wall = named_wall(s, f->name[k]);
        const tsu_status status = tsu_wall_force(s->world, f->name[k], force, err);
        if (status != TSU_OK) return status;
        *out += index < 3 ? force[index] : wall ? wall->heat : 0.0;
    }
    return TSU_OK;
}

/* The heat of dissipation of each wall. */
static void save_wall(tsu_session *s, const void *state, tsu_pack *pack)
{
    const wall_fix *f = state;
    tsu_pack_u64(pack, (uint64_t)f->walls);
    for (int k = 0; k < f->walls; k++) {
        const tsu_wall *wall = named_wall(s, f->name[k]);
        tsu_pack_f64(pack, wall ? wall->heat : 0.0);
    }
}

static tsu_status load_wall(tsu_session *s, void *state, tsu_cursor *saved, tsu_error *err)
{
    const wall_fix *f = state;
    (void)err;
    const uint64_t walls = tsu_cursor_count(saved, MESHES_MAX);
    for (uint64_t k = 0; k < walls; k++) {
        const double heat = tsu_cursor_f64(saved);
        for (int q = 0; q < s->world->walls && (int)k < f->walls; q++) {
            if (strcmp(s->world->wall[q]->name, f->name[k]) == 0) s->world->wall[q]->heat = heat;
        }
    }
    return TSU_OK;
}

static tsu_status read_primitive(const tsu_session *s, tsu_words *words, wall_fix *f, tsu_error *err)
{
    const tsu_status status = tsu_session_read_primitive(words, s->world->materials.types, &f->def, err);
    if (status != TSU_OK) return status;
    f->wall.type = (int32_t)f->def.type - 1;
    f->wall.shape = tsu_wall_shape_find(f->def.shape);
    return tsu_wall_shape_form(f->wall.shape, &f->def, &f->wall.form, err);
}

/* Along its axis the surface of a cylinder or cone slides, across it cannot: there the number is its spin [rad/s]. */
static tsu_status read_shear(tsu_words *words, wall_fix *f, tsu_error *err)
{
    static const char *const axes[] = {"x", "y", "z", NULL};
    int q;
    double speed;
    tsu_status status = tsu_words_choice(words, "a direction", axes, &q, err);
    if (status == TSU_OK) status = tsu_words_number(words, "the speed", &speed, err);
    if (status != TSU_OK) return status;
    const double *a = f->wall.form.axis;
    const bool upright = fabs(a[0]) == 1.0 || fabs(a[1]) == 1.0 || fabs(a[2]) == 1.0;
    const bool turns = !f->wall.shape->flat && (a[0] != 0.0 || a[1] != 0.0 || a[2] != 0.0);
    if (turns && !upright)
        return tsu_words_error(words, words->at - 2, TSU_ERROR_INPUT, err,
                               "the axis of this %s is not x, y or z, so `shear` could mean sliding or "
                               "rotation; use `spin W` to rotate it about its axis [rad/s]",
                               f->def.shape);
    if (turns && a[q] == 0.0)
        f->def.spin = speed;
    else
        f->def.velocity[q] = speed;
    return TSU_OK;
}

/* n_meshes N meshes ID ... */
static tsu_status read_meshes(tsu_session *s, tsu_words *words, wall_fix *f, tsu_error *err)
{
    int64_t n = 0;
    if (!tsu_words_accept(words, "n_meshes"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                               "`mesh` must be followed by `n_meshes` and their number");
    tsu_status status = tsu_words_integer_in(words, "the number of meshes", 1, MESHES_MAX, &n, err);
    if (status == TSU_OK && !tsu_words_accept(words, "meshes"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "expected `meshes` and %lld IDs",
                               (long long)n);
    while (status == TSU_OK && f->meshes < n) {
        const char *id;
        status = tsu_words_text(words, "the ID of a mesh", &id, err);
        if (status == TSU_OK) status = tsu_mesh_fix_find(s, id, &f->mesh[f->meshes], err);
        if (status == TSU_OK) f->meshes++;
    }
    return status;
}

/* The temperature of a mesh is the mesh's: what is said of it here has no effect, as in LIGGGHTS. */
static tsu_status pass_temperature(tsu_session *s, tsu_words *words, const wall_fix *f, tsu_error *err)
{
    double temperature;
    const tsu_status status = tsu_words_number(words, "the temperature [K]", &temperature, err);
    for (int k = 0; k < f->meshes && status == TSU_OK; k++) {
        const tsu_mesh_body *body = f->mesh[k]->body;
        if (body->warm)
            tsu_script_warn(s->script,
                            "`temperature %g` of fix wall/gran is ignored, as in LIGGGHTS: mesh %s has its "
                            "own, %g K, from `fix mesh/surface ... temperature T`",
                            temperature, body->name, body->temperature);
        else
            tsu_script_warn(s->script,
                            "`temperature %g` of fix wall/gran is ignored, as in LIGGGHTS: mesh %s has no "
                            "temperature and takes no heat; say `fix %s all mesh/surface ... temperature %g`",
                            temperature, body->name, body->name, temperature);
    }
    return status;
}

static tsu_status read_wall(tsu_session *s, tsu_words *words, wall_fix *f, tsu_error *err)
{
    bool on;
    tsu_status status = tsu_session_read_laws(words, &f->wall.laws, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        if (tsu_words_accept(words, "primitive")) {
            status = read_primitive(s, words, f, err);
            f->shaped = true;
        } else if (tsu_words_accept(words, "mesh")) {
            status = read_meshes(s, words, f, err);
        } else if (f->shaped && tsu_words_accept(words, "shear")) {
            status = read_shear(words, f, err);
        } else if (f->shaped && tsu_words_accept(words, "spin")) {
            status = tsu_words_number(words, "the spin about its axis [rad/s]", &f->def.spin, err);
        } else if (f->shaped && tsu_words_accept(words, "temperature")) {
            f->wall.warm = true;
            status = tsu_words_number(words, "the temperature [K]", &f->wall.temperature, err);
        } else if (tsu_words_accept(words, "contact_area")) {
            status = tsu_heat_read_area(words, &f->wall.heat_area, err);
        } else if (tsu_words_accept(words, "store_force") || tsu_words_accept(words, "store_force_contact")) {
            status = tsu_words_switch(words, "yes or no", &on, err);
            if (status == TSU_OK && on)
                status = tsu_words_error(
                    words, words->at - 2, TSU_ERROR_UNSUPPORTED, err,
                    "%s is not supported yet; f_ID[1] .. f_ID[3] give the total force on the wall",
                    words->word[words->at - 2]);
        } else if (f->meshes > 0 && tsu_words_accept(words, "temperature")) {
            status = pass_temperature(s, words, f, err);
        } else if (!tsu_words_accept(words, "track_energy")) { /* energy is always audited */
            status = tsu_session_read_law_keyword(words, &f->wall.laws, err);
        }
    }
    if (status == TSU_OK && f->shaped == (f->meshes > 0))
        return tsu_words_error(
            words, -1, TSU_ERROR_INPUT, err,
            "a wall is either `primitive type N zplane 0.0` or the like, or `mesh n_meshes N meshes ID ...`");
    return status;
}

/* The same laws once more, without coefficients. */
static tsu_lawset copy_laws(const tsu_lawset *laws)
{
    tsu_lawset copy = *laws;
    copy.table = NULL;
    copy.types = 0;
    return copy;
}

static tsu_status add_primitive(tsu_session *s, wall_fix *f, const char *id, tsu_error *err)
{
    tsu_wall *wall = malloc(sizeof *wall);
    if (!wall) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for wall %s", id);
    *wall = f->wall;
    wall->laws = copy_laws(&f->wall.laws);
    snprintf(wall->name, sizeof wall->name, "%s", id);
    snprintf(f->name[0], TSU_NAME, "%s", id);
    f->def.name = id;
    tsu_status status = tsu_wall_attach(s->world, wall, &f->def, err);
    if (status == TSU_OK) status = tsu_world_add_wall(s->world, wall, err);
    if (status == TSU_OK)
        f->walls = 1;
    else
        tsu_wall_destroy(wall);
    return status;
}

static tsu_status add_meshes(tsu_session *s, wall_fix *f, const char *id, tsu_error *err)
{
    for (int k = 0; k < f->meshes; k++) {
        tsu_lawset laws = copy_laws(&f->wall.laws);
        char *name = f->name[k];
        snprintf(name, TSU_NAME, f->meshes == 1 ? "%.60s" : "%.30s:%.30s", id, f->mesh[k]->body->name);
        const tsu_status status =
            tsu_walls_add_mesh(s->world, name, f->mesh[k]->body, f->mesh[k]->type, f->wall.group, &laws, err);
        if (status != TSU_OK) return status;
        s->world->wall[s->world->walls - 1]->heat_area = f->wall.heat_area;
        f->walls++;
    }
    return TSU_OK;
}

static tsu_status fix_wall_gran(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_need_world(s, "fix wall/gran", err);
    if (status == TSU_OK) status = tsu_session_begin_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    if (tsu_objects_find(&s->fixes, fix.id))
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err,
                               "there is already a fix '%s'; `unfix` it first", fix.id);
    if (tsu_words_peek(words) && strchr("0123456789.-", tsu_words_peek(words)[0]))
        return tsu_words_error(
            words, words->at, TSU_ERROR_INPUT, err,
            "this is the syntax of stiffnesses in LIGGGHTS 2; since version 3 decks write `fix %s all "
            "wall/gran "
            "model "
            "hertz tangential history primitive type 1 zplane 0` or the like, with the properties by `fix "
            "property/global` (as they are: `hertz/stiffness` and kn, kt, gamman, gammat)",
            fix.id);
    wall_fix *f = calloc(1, sizeof *f);
    if (!f) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for wall %s", fix.id);
    f->wall.group = 1u << fix.group;
    f->def = tsu_wall_def_default();
    f->def.name = fix.id;
    status = read_wall(s, words, f, err);
    if (status == TSU_OK)
        status = f->shaped ? add_primitive(s, f, fix.id, err) : add_meshes(s, f, fix.id, err);
    fix.state = f;
    fix.destroy = destroy_wall;
    fix.values = (tsu_values){.vector_length = 4, .vector = wall_vector};
    if (f->wall.laws.heating) {
        fix.save = save_wall;
        fix.load = load_wall;
    }
    if (status == TSU_OK && !tsu_objects_add(&s->fixes, &fix, err)) status = TSU_ERROR_MEMORY;
    if (status != TSU_OK) destroy_wall(s, f);
    return status;
}

const tsu_command tsu_fixes_wall[] = {
    {"wall/gran",
     "fix ID GROUP wall/gran model NAME [tangential NAME ...] primitive "
     "type N SHAPE ... [shear x|y|z V] [spin W] [temperature T] | mesh n_meshes N meshes ID "
     "... [KEYWORD VALUE ...]",
     "a wall; f_ID[1..3] is the force on it, f_ID[4] the heat of dissipation it has taken up", fix_wall_gran},
    {0}};
