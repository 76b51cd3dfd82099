/* SPDX-License-Identifier: Apache-2.0 */
/* write.c - the files of dumps. In a run the values of a snapshot are handed to the session's writer, which formats and
 * writes them while the run goes on; between runs, and in a session that wants it so, they are written at once. */
#include "base/memory.h"
#include "dump/dump.h"
#include "io/atomic_file.h"
#include "io/gzip.h"
#include "io/writer.h"
#include "session/files.h"
#include "step/world.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct write_job {
    tsu_dump *dump; /* does not change before the job is done: dumps are changed between runs */
    tsu_dump_moment now;
    tsu_dump_file *file; /* one of these two */
    tsu_dump_text *text;
    tsu_dump_snapshot snapshot;
} write_job;

/* ---- text ---------------------------------------------------------------------------------------------------------------- */

static tsu_status open_single(tsu_dump *d, tsu_error *err)
{
    if (d->file) return TSU_OK;
    d->file =
        d->at >= 0 ? tsu_growing_file_follow(d->path, d->at) : tsu_growing_file_open(d->path, d->append);
    if (d->file) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_IO, "dump %s cannot write '%.200s': %s", d->id, d->path,
                         strerror(errno));
}

static tsu_status not_written(const tsu_dump *d, const char *path, tsu_error *err)
{
    return tsu_error_set(err, TSU_ERROR_IO, "dump %s could not write '%.200s': is the disk full?", d->id,
                         path);
}

/* Writes the text to a stream, as it is or as a whole part of a gzip file. */
static tsu_status put_text(const write_job *j, tsu_text_out *out, FILE *stream, const char *path,
                           tsu_error *err)
{
    tsu_gzip *gzip = NULL;
    const tsu_status status = j->dump->gzip ? tsu_gzip_begin(&gzip, stream, err) : TSU_OK;
    if (status != TSU_OK) return status;
    tsu_text_out_init(out, stream);
    out->gzip = gzip;
    j->text(out, j->dump, &j->now, j->snapshot.data);
    tsu_text_out_flush(out);
    return tsu_gzip_end(gzip) ? TSU_OK : not_written(j->dump, path, err);
}

static tsu_status write_single(const write_job *j, tsu_text_out *out, tsu_error *err)
{
    tsu_dump *d = j->dump;
    tsu_status status = open_single(d, err);
    FILE *part = status == TSU_OK ? tsu_growing_file_begin(d->file) : NULL;
    if (status == TSU_OK && !part)
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a snapshot of dump %s", d->id);
    if (status != TSU_OK) return status;
    status = put_text(j, out, part, d->path, err);
    if (status != TSU_OK) tsu_growing_file_drop(d->file);
    if (status == TSU_OK && !tsu_growing_file_end(d->file, d->flush)) status = not_written(d, d->path, err);
    return status;
}

static tsu_status write_own(const write_job *j, tsu_text_out *out, tsu_error *err)
{
    char name[600];
    tsu_atomic_file file;
    tsu_status status = tsu_dump_file_name(j->dump, j->now.step, name, sizeof name, err);
    if (status == TSU_OK) status = tsu_atomic_file_open(&file, name, err);
    if (status != TSU_OK) return status;
    file.series = true;
    status = put_text(j, out, file.stream, name, err);
    if (status == TSU_OK) return tsu_atomic_file_finish(&file, err);
    tsu_atomic_file_abandon(&file);
    return status;
}

static tsu_status write_text(const write_job *j, tsu_error *err)
{
    tsu_text_out *out = malloc(sizeof *out);
    if (!out) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for dump %s", j->dump->id);
    const tsu_status status = j->dump->many ? write_own(j, out, err) : write_single(j, out, err);
    free(out);
    return status;
}

void tsu_dump_put_box(tsu_text_out *out, const tsu_dump_moment *now)
{
    tsu_text_put(out, "ITEM: BOX BOUNDS");
    for (int q = 0; q < 3; q++) {
        tsu_text_format(out, " %c%c", now->boundary[q][0], now->boundary[q][1]);
    }
    tsu_text_put(out, "\n");
    for (int q = 0; q < 3; q++) {
        tsu_text_format(out, "%g %g\n", now->lo[q], now->hi[q]);
    }
}

/* ---- handing over ----------------------------------------------------------------------------------------------------------- */

static tsu_status do_job(void *context, tsu_error *err)
{
    const write_job *j = context;
    return j->text ? write_text(j, err) : j->file(j->dump, &j->now, j->snapshot.data, err);
}

static void destroy_job(void *context)
{
    write_job *j = context;
    if (j->snapshot.release) j->snapshot.release(j->snapshot.data);
    free(j);
}

static tsu_dump_moment present(const tsu_world *w)
{
    tsu_dump_moment now = {.step = w->step, .time = w->time};
    for (int q = 0; q < 3; q++) {
        now.lo[q] = w->box.lo[q];
        now.hi[q] = w->box.hi[q];
        memcpy(now.boundary[q], w->boundary[q], sizeof now.boundary[q]);
    }
    return now;
}

static tsu_status hand_over(tsu_session *s, const write_job *want, tsu_error *err)
{
    const tsu_dump_snapshot *snapshot = &want->snapshot;
    bool anew;
    const bool begins = want->text && !want->dump->many && !want->dump->begun;
    if (begins &&
        tsu_outputs_begin(s, want->dump->path, want->dump->append, &want->dump->at, &anew, err) != TSU_OK) {
        if (snapshot->release) snapshot->release(snapshot->data);
        return TSU_ERROR_IO;
    }
    want->dump->begun = want->dump->begun || begins;
    write_job *j = malloc(sizeof *j);
    const bool beside = s->running && !s->options.foreground;
    if (j && beside && !s->writer) s->writer = tsu_writer_create(err);
    if (!j || (beside && !s->writer)) {
        free(j);
        if (snapshot->release) snapshot->release(snapshot->data);
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for dump %s", want->dump->id);
    }
    *j = *want;
    j->now = present(s->world);
    if (beside)
        return tsu_writer_add(s->writer,
                              &(tsu_write_job){do_job, destroy_job, j, sizeof *j + snapshot->bytes}, err);
    const tsu_status status = do_job(j, err);
    destroy_job(j);
    return status;
}

tsu_status tsu_dump_write_text(tsu_session *s, tsu_dump *d, tsu_dump_text *text,
                               const tsu_dump_snapshot *snapshot, tsu_error *err)
{
    return hand_over(s, &(write_job){.dump = d, .text = text, .snapshot = *snapshot}, err);
}

tsu_status tsu_dump_write_file(tsu_session *s, tsu_dump *d, tsu_dump_file *file,
                               const tsu_dump_snapshot *snapshot, tsu_error *err)
{
    return hand_over(s, &(write_job){.dump = d, .file = file, .snapshot = *snapshot}, err);
}

tsu_status tsu_dumps_sync(tsu_session *s, tsu_error *err)
{
    tsu_status status = tsu_session_drain(s, TSU_OK, err);
    for (int k = 0; k < s->dumps.count && status == TSU_OK; k++) {
        const tsu_dump *d = s->dumps.object[k]->state;
        if (!tsu_growing_file_sync(d->file)) status = not_written(d, d->path, err);
        if (d->file) tsu_outputs_note(s->outputs, d->path, tsu_growing_file_at(d->file));
    }
    return status;
}

void tsu_dumps_pack(const tsu_session *s, tsu_pack *p)
{
    int number = 0;
    for (int k = 0; k < s->dumps.count; k++) {
        const tsu_dump *d = s->dumps.object[k]->state;
        tsu_pack_group(p, "deck/dumps/%d", ++number);
        tsu_pack_line(p, "id", d->id);
        tsu_pack_count(p, "last", (uint64_t)(d->last + 1));
        tsu_pack_count(p, "every", (uint64_t)s->dumps.object[k]->every);
        tsu_snapshots_pack(&d->index, p);
    }
}

void tsu_dumps_sweep(const tsu_session *s)
{
    for (int k = 0; k < s->dumps.count; k++) {
        tsu_atomic_file_sweep(((const tsu_dump *)s->dumps.object[k]->state)->path);
    }
}

tsu_status tsu_dumps_return_indices(tsu_session *s, tsu_error *err)
{
    tsu_status status = TSU_OK;
    for (int k = 0; k < s->dumps.count && status == TSU_OK; k++) {
        tsu_dump *d = s->dumps.object[k]->state;
        if (d->index.count > 0 && d->write_index) status = d->write_index(d, err);
    }
    return status;
}

/* ---- VTK -------------------------------------------------------------------------------------------------------------------- */

void tsu_dump_grid_free(void *grid)
{
    tsu_dump_grid *g = grid;
    if (g) tsu_memory_release(&g->room);
    free(g);
}

tsu_status tsu_dump_grid_create(tsu_dump_grid **grid, size_t numbers, tsu_error *err)
{
    tsu_dump_grid *g = *grid = calloc(1, sizeof *g);
    if (!g) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the arrays of a dump");
    g->bytes = sizeof *g + (numbers + 1) * sizeof *g->room;
    const tsu_status status =
        tsu_memory_allocate(&g->room, numbers + 1, sizeof *g->room, "the arrays of a dump", err);
    if (status != TSU_OK) {
        free(g);
        *grid = NULL;
    }
    return status;
}

static tsu_status write_grid(tsu_dump *d, const tsu_dump_moment *now, const void *snapshot, tsu_error *err)
{
    const tsu_dump_grid *g = snapshot;
    char name[600];
    const tsu_status status = tsu_dump_file_name(d, now->step, name, sizeof name, err);
    return status == TSU_OK ? tsu_vtk_write(name, g->format, &g->data, &g->options, err) : status;
}

tsu_status tsu_dump_write_grid(tsu_session *s, tsu_dump *d, tsu_dump_grid *grid, tsu_error *err)
{
    return tsu_dump_write_file(s, d, write_grid, &(tsu_dump_snapshot){grid, grid->bytes, tsu_dump_grid_free},
                               err);
}
