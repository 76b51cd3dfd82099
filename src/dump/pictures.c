/* SPDX-License-Identifier: Apache-2.0 */
/* pictures.c - `dump image` and `dump movie`: pictures of a run as PNG, a film as GIF. Whoever has opened the session draws them
 * (session/drawing.h); where nobody does they are read, which is said, so that decks which draw pictures besides run as they are. */
#include "base/elementary.h"
#include "dump/picture_dump.h"
#include "step/world.h"
#include <math.h>
#include <string.h>

/* ---- drawing ------------------------------------------------------------------------------------------------------------- */

/* The numbers of a keyword as they are now. */
static tsu_status ask(tsu_session *s, const tsu_picture_number *n, int count, double *out, tsu_error *err)
{
    tsu_status status = TSU_OK;
    for (int k = 0; k < count && status == TSU_OK; k++) {
        out[k] = n[k].value;
        if (n[k].variable[0]) status = tsu_script_variable_value(s->script, n[k].variable, &out[k], err);
    }
    return status;
}

/* Where the eye is. */
static tsu_status aim(tsu_session *s, tsu_picture_dump *d, tsu_drawing *look, tsu_error *err)
{
    const tsu_box *box = &s->world->box;
    double angle[2], part[3];
    tsu_status status = ask(s, d->view, 2, angle, err);
    if (status == TSU_OK) status = ask(s, d->up, 3, look->up, err);
    if (status == TSU_OK) status = ask(s, &d->zoom, 1, &look->zoom, err);
    if (status == TSU_OK && d->zoom.variable[0] && !(look->zoom >= 0.01 && look->zoom <= 1000.0))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "dump %s: variable %s gives %g as the zoom, which must be from 0.01 to 1000",
                             d->particles.base.id, d->zoom.variable, look->zoom);
    const double theta = angle[0] * 3.14159265358979 / 180.0, phi = angle[1] * 3.14159265358979 / 180.0;
    const tsu_sincos_pair t = tsu_sincos_of(theta), p = tsu_sincos_of(phi);
    const double toward[3] = {t.sin * p.cos, t.sin * p.sin, t.cos};
    memcpy(look->toward, toward, sizeof toward);
    if (status != TSU_OK || !look->centred || d->placed) return status;
    status = ask(s, d->center, 3, part, err);
    for (int q = 0; q < 3; q++) {
        look->center[q] = box->lo[q] + part[q] * (box->hi[q] - box->lo[q]);
    }
    d->placed = status == TSU_OK && d->stays;
    memcpy(d->look.center, look->center, sizeof look->center);
    return status;
}

static tsu_status draw_now(tsu_session *s, tsu_dump *base, tsu_error *err)
{
    tsu_picture_dump *d = (tsu_picture_dump *)base;
    tsu_dump_table *t;
    char path[600];
    if (!d->draw) return TSU_OK;
    tsu_drawing look = d->look;
    tsu_status status = aim(s, d, &look, err);
    if (status == TSU_OK) status = tsu_dump_collect(s, &d->particles, &t, err);
    if (status != TSU_OK) return status;
    look.color = d->color;
    look.rows = look.no_particles ? 0 : t->rows;
    look.value = t->value;
    look.path = d->film_path;
    if (!d->is_film) {
        status = tsu_dump_file_name(base, s->world->step, path, sizeof path, err);
        look.path = path;
    }
    if (status == TSU_OK)
        status = d->draw(s, d->is_film ? TSU_DRAW_INTO_FILM : TSU_DRAW_PICTURE, &look, &d->film, err);
    tsu_dump_table_free(t);
    return status;
}

/* After each run the film is there with all pictures so far. */
static tsu_status finish(tsu_session *s, void *state, tsu_error *err)
{
    tsu_picture_dump *d = state;
    tsu_drawing look = d->look;
    look.path = d->film_path;
    return d->film ? d->draw(s, TSU_DRAW_FILM_FILE, &look, &d->film, err) : TSU_OK;
}

static void destroy(tsu_session *s, void *state)
{
    tsu_picture_dump *d = state;
    if (d->film) d->draw(s, TSU_DRAW_NO_MORE, NULL, &d->film, NULL);
    d->destroy(s, state);
}

/* ---- the dumps ------------------------------------------------------------------------------------------------------------ */

static bool ends_in(const char *path, const char *end)
{
    const size_t length = strlen(path), more = strlen(end);
    return length > more && strcmp(path + length - more, end) == 0;
}

/* Pictures are PNG, films GIF, whatever the name of the file says. */
static void settle_path(tsu_session *s, tsu_picture_dump *d)
{
    tsu_dump *base = &d->particles.base;
    const char *wanted = d->is_film ? ".gif" : ".png";
    if (!ends_in(base->path, wanted)) {
        char *dot = strrchr(base->path, '.'), *slash = strrchr(base->path, '/');
        if (dot && (!slash || dot > slash)) *dot = '\0';
        if (strlen(base->path) + 5 < sizeof base->path) strcat(base->path, wanted);
        tsu_script_warn(s->script, "dump %s: %s are written as %s: %s", base->id,
                        d->is_film ? "films" : "pictures", d->is_film ? "GIF" : "PNG", base->path);
    }
    snprintf(d->film_path, sizeof d->film_path, "%s", base->path);
}

static tsu_status begin(tsu_script *script, tsu_words *words, bool is_film, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object object;
    tsu_dump *base;
    tsu_status status = tsu_dump_begin(s, words, sizeof(tsu_picture_dump), &object, &base, err);
    if (status != TSU_OK) return status;
    tsu_picture_dump *d = (tsu_picture_dump *)base;
    d->is_film = is_film;
    d->draw = s->options.draw;
    d->destroy = object.destroy;
    tsu_picture_usual(d);
    base->write = draw_now;
    base->modify = tsu_picture_modify;
    object.finish = finish;
    object.destroy = destroy;
    status = tsu_picture_read(s, d, words, err);
    if (status == TSU_OK && d->draw) settle_path(s, d);
    if (status == TSU_OK && !d->draw)
        tsu_script_warn(
            script,
            "dump %s: no pictures are drawn here; `tsubu snapshot` draws them from dumps and restart "
            "files, `tsubu view` shows the run",
            base->id);
    return tsu_dump_add(s, &object, base, status, err);
}

static tsu_status dump_image(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return begin(script, words, false, err);
}

static tsu_status dump_movie(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return begin(script, words, true, err);
}

#define LOOK                                                                                                 \
    "[size W H] [view THETA PHI] [center s|d X Y Z] [up X Y Z] [zoom F] [persp F] [box yes|no WIDTH] "       \
    "[axes yes|no LENGTH WIDTH] [atom yes|no] [adiam D] [shiny F] [ssao yes|no SEED F]"

const tsu_command tsu_dumps_pictures[] = {
    {"image", "dump ID GROUP image N FILE COLOUR DIAMETER " LOOK,
     "a picture of particles, meshes and walls as PNG; a * in the name makes a file per step", dump_image},
    {"movie", "dump ID GROUP movie N FILE COLOUR DIAMETER " LOOK,
     "a film of such pictures as GIF, written after each run", dump_movie},
    {0}};
