/* SPDX-License-Identifier: Apache-2.0 */
/* data.c - `read_data` and `write_data`. */
#include "base/memory.h"
#include "command/command.h"
#include "format/data_file.h"
#include "session/files.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

tsu_status tsu_session_path(const tsu_session *s, const char *path, char *out, size_t size, tsu_error *err)
{
    const char *star = strchr(path, '*');
    const long long step = s->world ? (long long)s->world->step : 0;
    const int n = star ? snprintf(out, size, "%.*s%lld%s", (int)(star - path), path, step, star + 1)
                       : snprintf(out, size, "%s", path);
    if (n >= 0 && (size_t)n < size) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT, "the path %.100s... is too long", path);
}

/* ---- read_data -------------------------------------------------------------------------------------------------------- */

static tsu_status make_box(tsu_session *s, const tsu_data *d, const char *path, tsu_error *err)
{
    for (int q = 0; q < 3; q++) {
        if (!d->bounded[q])
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "%s does not give the box: add a line `LO HI %clo %chi`", path, "xyz"[q],
                                 "xyz"[q]);
    }
    if (d->types < 1)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "%s does not say how many materials there are (`N atom types`)", path);
    return tsu_session_make_world(s, d->lo, d->hi, d->types, err);
}

/* Brings a particle into the periodic box, and fails if it lies beyond a fixed face. */
static tsu_status place(const tsu_world *w, tsu_data_particle *p, const char *path, tsu_error *err)
{
    for (int q = 0; q < 3; q++) {
        const double lo = w->box.lo[q], hi = w->box.hi[q];
        if (w->box.periodic[q]) {
            const double times = floor((p->x[q] - lo) / (hi - lo));
            p->x[q] -= times * (hi - lo);
            p->image[q] += (int32_t)times;
            continue;
        }
        p->image[q] = 0;
        if ((w->boundary[q][0] == 'f' && p->x[q] < lo) || (w->boundary[q][1] == 'f' && p->x[q] > hi))
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "%s:%lld: particle %llu at %c = %g is outside the box (%g to %g)", path,
                                 (long long)p->line, (unsigned long long)p->id, "xyz"[q], p -> x[q], lo, hi);
    }
    return TSU_OK;
}

static tsu_status check_added(const tsu_world *w, const tsu_data *d, const char *path, tsu_error *err)
{
    if (d->types > w->materials.types)
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s has %d materials; the box has %d", path, d->types,
                             w->materials.types);
    for (int64_t k = 0; k < d->count; k++) {
        if (d->particle[k].id >= w->particles.next_id) continue;
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "%s:%lld: id %llu may be in use; ids of added particles must be above %llu",
                             path, (long long)d->particle[k].line, (unsigned long long)d->particle[k].id,
                             (unsigned long long)w->particles.next_id - 1);
    }
    return TSU_OK;
}

static tsu_status add_particles(tsu_session *s, tsu_data *d, const char *path, tsu_error *err)
{
    tsu_world *w = s->world;
    tsu_particles *p = &w->particles;
    tsu_status status = tsu_particles_reserve(p, (int64_t)p->count + d->count, err);
    for (int64_t k = 0; k < d->count && status == TSU_OK; k++) {
        status = place(w, &d->particle[k], path, err);
    }
    if (status != TSU_OK) return status;
    tsu_world_change(w);
    for (int64_t k = 0; k < d->count; k++) {
        const tsu_data_particle *from = &d->particle[k];
        int32_t row;
        status = tsu_particles_append(p, from->id, from->type - 1, 0.5 * from->diameter, from->density,
                                      from->x, &row, err);
        if (status != TSU_OK) return status;
        memcpy(p->vm[row], from->v, sizeof from->v);
        memcpy(p->wi[row], from->omega, sizeof from->omega);
        memcpy(p->image[row], from->image, sizeof from->image);
    }
    s->particles_placed = true;
    return TSU_OK;
}

static tsu_status read_data(tsu_session *s, const char *path, bool add, tsu_error *err)
{
    tsu_data d;
    tsu_status status = tsu_data_read(path, &d, err);
    if (status != TSU_OK) return status;
    status = add ? check_added(s->world, &d, path, err) : make_box(s, &d, path, err);
    if (status == TSU_OK) status = add_particles(s, &d, path, err);
    if (status == TSU_OK) tsu_script_say(s->script, "  %lld atoms\n", (long long)d.count);
    tsu_data_free(&d);
    return status;
}

static tsu_status run_read_data(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    const char *name;
    char path[4096];
    tsu_status status = tsu_words_text(words, "the data file", &name, err);
    if (status != TSU_OK) return status;
    const bool add = tsu_words_accept(words, "add");
    if (tsu_words_peek(words) && strcmp(tsu_words_peek(words), "fix") == 0)
        return tsu_words_error(words, words->at, TSU_ERROR_UNSUPPORTED, err,
                               "sections that belong to fixes are not supported");
    status = tsu_words_end(words, err);
    if (status == TSU_OK && add) status = tsu_session_need_world(s, "read_data add", err);
    if (status == TSU_OK && s->world && !add)
        return tsu_words_error(
            words, -1, TSU_ERROR_INPUT, err,
            "there is a simulation box already; `read_data FILE add` adds particles to it");
    if (status == TSU_OK && s->options.forbid_files)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED, "files are not opened here");
    if (status == TSU_OK) status = tsu_session_path(s, name, path, sizeof path, err);
    if (status == TSU_OK) status = read_data(s, path, add, err);
    if (status == TSU_ERROR_IO) tsu_session_name_writer(s, path, err);
    return status;
}

/* ---- write_data ------------------------------------------------------------------------------------------------------- */

static int compare_particles(const void *a, const void *b)
{
    const tsu_data_particle *x = a, *y = b;
    return x->id < y->id ? -1 : x->id > y->id;
}

static void fill_data(const tsu_world *w, uint64_t offset, tsu_data *d)
{
    const tsu_particles *p = &w->particles;
    memcpy(d->lo, w->box.lo, sizeof d->lo);
    memcpy(d->hi, w->box.hi, sizeof d->hi);
    d->types = w->materials.types;
    d->count = p->count;
    for (int32_t i = 0; i < p->count; i++) {
        tsu_data_particle *to = &d->particle[i];
        *to = (tsu_data_particle){.id = p->id[i] + offset,
                                  .type = p->type[i] + 1,
                                  .diameter = 2.0 * p->xr[i][3],
                                  .density = p->density[i]};
        for (int q = 0; q < 3; q++) {
            const double length = w->box.hi[q] - w->box.lo[q];
            to->x[q] = tsu_boundary_inside(w, i, q);
            to->image[q] = p->image[i][q] + (int32_t)lround((p->xr[i][q] - to->x[q]) / length);
        }
        memcpy(to->v, p->vm[i], sizeof to->v);
        memcpy(to->omega, p->wi[i], sizeof to->omega);
    }
    qsort(d->particle, (size_t)d->count, sizeof *d->particle, compare_particles);
}

static tsu_status read_write_options(tsu_words *words, int64_t *offset, tsu_error *err)
{
    tsu_status status = TSU_OK;
    while (status == TSU_OK && tsu_words_left(words)) {
        bool numbers, mixed;
        status = tsu_words_either(words, "a keyword", "pair", "tag_offset", &numbers, err);
        if (status != TSU_OK) return status;
        status = numbers ? tsu_words_integer_in(words, "the offset", 0, INT32_MAX, offset, err)
                         : tsu_words_either(words, "ii or ij", "ii", "ij", &mixed, err);
    }
    return status;
}

static tsu_status run_write_data(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_data d = {0};
    const char *name;
    char path[4096], first[128];
    int64_t offset = 0;
    tsu_status status = tsu_session_need_world(s, "write_data", err);
    if (status == TSU_OK) status = tsu_words_text(words, "the data file", &name, err);
    if (status == TSU_OK) status = read_write_options(words, &offset, err);
    if (status == TSU_OK) status = tsu_session_path(s, name, path, sizeof path, err);
    if (status == TSU_OK) status = tsu_session_reach_output(s, path, err);
    if (status == TSU_OK)
        status = tsu_memory_allocate(&d.particle, (size_t)s->world->particles.count, sizeof *d.particle,
                                     "a data file", err);
    if (status != TSU_OK) return status;
    if (s->options.rehearsal) {
        tsu_data_free(&d);
        return TSU_OK;
    }
    fill_data(s->world, (uint64_t)offset, &d);
    snprintf(first, sizeof first, "LAMMPS data file written by tsubu, timestep = %lld",
             (long long)s->world->step);
    status = tsu_data_write(&d, path, first, err);
    tsu_data_free(&d);
    return status;
}

const tsu_command tsu_commands_data[] = {
    {"read_data", "read_data FILE [add]",
     "create the box and the particles of a data file, or add its particles", run_read_data},
    {"write_data", "write_data FILE [tag_offset N] [pair ii|ij]",
     "write box and particles to a data file; * is replaced by the step", run_write_data},
    {0}};
