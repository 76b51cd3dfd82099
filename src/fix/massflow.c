/* SPDX-License-Identifier: Apache-2.0 */
/* massflow.c - `fix massflow/mesh` and `fix massflow/mesh/sieve` (model/flow/massflow.h): who has passed is written to a file. */
#include "model/flow/massflow.h"
#include "deck/arguments.h"
#include "fix/mesh_fix.h"
#include "io/growing_file.h"
#include "session/files.h"
#include "session/model_fix.h"
#include "step/world.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the file ------------------------------------------------------------------------------------------------------------- */

typedef struct record {
    tsu_session *session;
    bool screen, with_time;
    tsu_growing_file *file;
    FILE *part;  /* of it, while particles are counted */
    bool titles; /* are to be written */
    char path[512];
} record;

static void close_record(tsu_session *s, void *context)
{
    record *f = context;
    (void)tsu_session_close_output(s, f->file);
    free(f);
}

static void write_passed(const record *f, const tsu_world *w, int32_t i)
{
    const tsu_particles *p = &w->particles;
    const double x[4] = {tsu_boundary_inside(w, i, 0), tsu_boundary_inside(w, i, 1),
                         tsu_boundary_inside(w, i, 2), p->xr[i][3]};
    const double *v = p->vm[i];
    char line[512];
    snprintf(line, sizeof line, " %4.4g %4.4g %4.4g %4.4g %4.4g %4.4g %4.4g", 2.0 * x[3], x[0], x[1], x[2],
             v[0], v[1], v[2]);
    if (f->screen) tsu_script_say(f->session->script, " %llu%s \n ", (unsigned long long)p->id[i], line);
    if (!f->part) return;
    fprintf(f->part, "%llu", (unsigned long long)p->id[i]);
    if (f->with_time) fprintf(f->part, "  %4.4g ", w->dt * (double)w->step);
    fputs(line, f->part);
    const tsu_particle_column *ex = tsu_particles_find_column(p, "ex"),
                              *colour = tsu_particles_find_column(p, "color");
    if (ex && ex->width == 3) {
        const double *e = ex->value + 3 * (size_t)i;
        fprintf(f->part, "    %4.4g %4.4g %4.4g ", e[0], e[1], e[2]);
    }
    if (colour && colour->width == 1) fprintf(f->part, "    %4.0g ", colour->value[i]);
    fputs("\n", f->part);
}

static tsu_status end_part(record *f, tsu_error *err)
{
    const bool good = !f->file || (f->part && tsu_growing_file_end(f->file, true));
    f->part = NULL;
    if (good) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_IO, "fix massflow/mesh could not write %s: is the disk full?",
                         f->path);
}

static tsu_status note_passed(void *context, const tsu_world *w, const int32_t *row, int32_t count,
                              tsu_error *err)
{
    record *f = context;
    f->part = f->file ? tsu_growing_file_begin(f->file) : NULL;
    for (int32_t k = 0; k < count; k++) {
        write_passed(f, w, row[k]);
    }
    return end_part(f, err);
}

static tsu_status write_titles(record *f, tsu_error *err)
{
    f->part = tsu_growing_file_begin(f->file);
    if (f->part)
        fprintf(f->part, "# ID%s diameter x y z u v w  (ex ey ez, color)\n", f->with_time ? " time " : "");
    return end_part(f, err);
}

/* ---- reading -------------------------------------------------------------------------------------------------------------- */

typedef struct reader {
    tsu_session *session;
    bool sieve, has_side;
    tsu_massflow_def def;
    record *to;
} reader;

static tsu_status read_point(tsu_words *words, const char *what, tsu_vec3 *out, tsu_error *err)
{
    double x[3] = {0};
    words->loose = true;
    const tsu_status status = tsu_words_numbers(words, what, 3, x, err);
    words->loose = false;
    *out = tsu_vec3_make(x[0], x[1], x[2]);
    return status;
}

static tsu_status read_name(tsu_words *words, const char *what, char out[TSU_NAME], tsu_error *err)
{
    const char *word;
    const tsu_status status = tsu_words_text(words, what, &word, err);
    if (status == TSU_OK) snprintf(out, TSU_NAME, "%s", word);
    return status;
}

static tsu_status open_file(tsu_session *s, tsu_words *words, record *f, bool append, tsu_error *err)
{
    const char *path;
    const tsu_status status = tsu_words_text(words, "the file", &path, err);
    if (status != TSU_OK) return status;
    (void)tsu_session_close_output(s, f->file);
    f->file = tsu_session_open_output(s, path, append, &f->titles, err);
    snprintf(f->path, sizeof f->path, "%s", path);
    return f->file ? TSU_OK : TSU_ERROR_IO;
}

static tsu_status read_sieve(tsu_sieve_def *v, tsu_words *words, bool *taken, tsu_error *err)
{
    *taken = true;
    if (tsu_words_accept(words, "sieveSize"))
        return tsu_words_loose_number(words, "the size of the holes [m]", &v->size, err);
    if (tsu_words_accept(words, "sieveSpacing"))
        return tsu_words_loose_number(words, "the distance of the holes [m]", &v->spacing, err);
    if (tsu_words_accept(words, "sieveStiffness"))
        return tsu_words_loose_number(words, "the stiffness [N/m]", &v->stiffness, err);
    if (tsu_words_accept(words, "sieveDamping"))
        return tsu_words_loose_number(words, "the damping [N s/m]", &v->damping, err);
    if (tsu_words_accept(words, "sieveMultiSphereCanPass"))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                               "there are no clumps of spheres (multisphere); remove it");
    *taken = false;
    return TSU_OK;
}

static tsu_status check_sieve(const tsu_sieve_def *v, const tsu_words *words, tsu_error *err)
{
    const struct {
        const char *name;
        double value;
        bool zero; /* it may be */
    } list[] = {{"sieveSize", v->size, true},
                {"sieveSpacing", v->spacing, false},
                {"sieveStiffness", v->stiffness, true},
                {"sieveDamping", v->damping, true}};
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        if (isnan(list[k].value))
            return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`%s` is missing", list[k].name);
        if (!(list[k].value >= 0.0) || (list[k].value == 0.0 && !list[k].zero))
            return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`%s` is %g; it must be positive",
                                   list[k].name, list[k].value);
    }
    if (v->size > v->spacing)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "holes of %g (sieveSize) do not fit at a distance of %g (sieveSpacing)",
                               v->size, v->spacing);
    return TSU_OK;
}

static tsu_status read_side(void *to, tsu_words *words, tsu_error *err)
{
    return read_point(words, "the direction", &((reader *)to)->def.side, err);
}

static tsu_status read_outlet(void *to, tsu_words *words, tsu_error *err)
{
    return read_point(words, "a point [m]", &((reader *)to)->def.outlet, err);
}

static tsu_status read_mesh(void *to, tsu_words *words, tsu_error *err)
{
    return read_name(words, "the mesh", ((reader *)to)->def.mesh, err);
}

static tsu_status read_property(void *to, tsu_words *words, tsu_error *err)
{
    return read_name(words, "the property", ((reader *)to)->def.property, err);
}

static tsu_status read_time(void *to, tsu_words *words, tsu_error *err)
{
    (void)words;
    (void)err;
    ((reader *)to)->to->with_time = true;
    return TSU_OK;
}

static tsu_status read_file(void *to, tsu_words *words, tsu_error *err)
{
    const reader *r = to;
    return open_file(r->session, words, r->to, false, err);
}

static tsu_status read_append(void *to, tsu_words *words, tsu_error *err)
{
    const reader *r = to;
    return open_file(r->session, words, r->to, true, err);
}

static tsu_status read_screen(void *to, tsu_words *words, tsu_error *err)
{
    return tsu_words_switch(words, "yes or no", &((reader *)to)->to->screen, err);
}

#define MEMBER(NAME) offsetof(reader, NAME)
static const char *const counts[] = {"multiple", "once", NULL};

const tsu_argument tsu_arguments_massflow[] = {
    {.keyword = "vec_side",
     .kind = TSU_ARGUMENT_OTHER,
     .given = MEMBER(has_side),
     .what = "the direction",
     .read = read_side},
    {.keyword = "mesh", .kind = TSU_ARGUMENT_OTHER, .what = "the mesh", .read = read_mesh},
    {.keyword = "sum_property", .kind = TSU_ARGUMENT_OTHER, .what = "the property", .read = read_property},
    {.keyword = "count",
     .kind = TSU_ARGUMENT_EITHER,
     .at = MEMBER(def.once),
     .what = "once or multiple",
     .words = counts},
    {.keyword = "writeTime",
     .kind = TSU_ARGUMENT_OTHER,
     .what = "(alone) the time is written too",
     .read = read_time},
    {.keyword = "point_at_outlet",
     .kind = TSU_ARGUMENT_OTHER,
     .given = MEMBER(def.has_outlet),
     .what = "a point [m]",
     .read = read_outlet},
    {.keyword = "inside_out",
     .kind = TSU_ARGUMENT_FLAG,
     .at = MEMBER(def.inside_out),
     .what = "the point is on the other side"},
    {.keyword = "file", .kind = TSU_ARGUMENT_OTHER, .what = "the file", .read = read_file},
    {.keyword = "append", .kind = TSU_ARGUMENT_OTHER, .what = "a file to append to", .read = read_append},
    {.keyword = "screen", .kind = TSU_ARGUMENT_OTHER, .what = "yes or no", .read = read_screen},
    {.keyword = "delete_atoms", .kind = TSU_ARGUMENT_SWITCH, .at = MEMBER(def.remove), .what = "yes or no"},
    {0}};

static tsu_status read_keyword(reader *r, tsu_words *words, tsu_error *err)
{
    bool taken = false;
    const tsu_status status = r->sieve ? read_sieve(&r->def.sieve, words, &taken, err) : TSU_OK;
    return taken ? status : tsu_arguments_next(words, "a keyword", tsu_arguments_massflow, r, err);
}

static tsu_status check(const reader *r, const tsu_words *words, tsu_error *err)
{
    const tsu_massflow_def *f = &r->def;
    tsu_mesh_fix *mesh;
    tsu_error why = {0};
    if (!r->has_side && !f->has_outlet)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`vec_side` is missing");
    if (f->remove && !f->once)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`delete_atoms yes` needs `count once`");
    if (f->has_outlet && !f->once)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`point_at_outlet` needs `count once`");
    if (f->inside_out && !f->has_outlet)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "`inside_out` has a meaning only with `point_at_outlet`");
    const tsu_particle_column *c = tsu_particles_find_column(&r->session->world->particles, f->property);
    if (f->property[0] && (!c || c->width != 1))
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "there is no scalar property '%s'; define it by `fix property/atom`",
                               f->property);
    tsu_status status = r->sieve ? check_sieve(&f->sieve, words, err) : TSU_OK;
    if (status != TSU_OK) return status;
    if (!f->mesh[0]) return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`mesh` is missing");
    status = tsu_mesh_fix_find(r->session, f->mesh, &mesh, err);
    if (status != TSU_OK) return status;
    status = tsu_massflow_check_mesh(r->session->world, f, &why);
    return status == TSU_OK ? TSU_OK : tsu_words_error(words, -1, status, err, "%s", why.message);
}

static tsu_status define(tsu_script *script, tsu_words *words, bool sieve, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    reader r = {.session = s, .sieve = sieve, .def = tsu_model_massflow_default()};
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    r.to = tsu_session_new_state(&fix, sizeof *r.to, err);
    if (!r.to) return tsu_model_fix_finish(s, &fix, TSU_ERROR_MEMORY, &tsu_model_massflow, &r.def, err);
    r.to->session = s;
    tsu_model_fix_own(&fix, r.to, close_record);
    r.def.group = 1u << fix.group;
    r.def.passed = note_passed;
    r.def.context = r.to;
    r.def.sieve = (tsu_sieve_def){.size = NAN, .spacing = NAN, .stiffness = NAN};
    while (status == TSU_OK && tsu_words_left(words)) {
        status = read_keyword(&r, words, err);
    }
    if (status == TSU_OK) status = check(&r, words, err);
    if (status == TSU_OK && r.to->file && r.to->titles) status = write_titles(r.to, err);
    return tsu_model_fix_finish(s, &fix, status, sieve ? &tsu_model_massflow_sieve : &tsu_model_massflow,
                                &r.def, err);
}

static tsu_status fix_massflow(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, false, err);
}

static tsu_status fix_massflow_sieve(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, true, err);
}

const tsu_command tsu_fixes_massflow[] = {
    {"massflow/mesh",
     "fix ID GROUP massflow/mesh mesh MESH vec_side X Y Z | point_at_outlet X Y Z [inside_out] [count "
     "once|multiple] [delete_atoms yes|no] [sum_property NAME] [file NAME|append NAME] [writeTime] [screen "
     "yes|no]",
     "count particles that pass a mesh; f_ID[1..6]: mass, number, their rates, mass and number taken out",
     fix_massflow},
    {"massflow/mesh/sieve",
     "fix ID GROUP massflow/mesh/sieve ... (as massflow/mesh) sieveSize S sieveSpacing L sieveStiffness K "
     "[sieveDamping C]",
     "as massflow/mesh; the mesh represents a plate with holes of size S at a distance L: a particle that "
     "touches it passes "
     "with probability pi/4 (S - d)^2/L^2 or is held by a spring K and a dashpot C",
     fix_massflow_sieve},
    {0}};
