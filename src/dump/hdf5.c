/* SPDX-License-Identifier: Apache-2.0 */
/* hdf5.c - `dump hdf5`: particles as HDF5. Each snapshot is a file of its own, a.1000.h5, with one data set per column, so a
 * run that is killed leaves whole files; a.h5 has a link per step to all of them: h5py.File("a.h5")["000000001000"]["x"]. A * in
 * the name gives the files of the snapshots alone. They are written while the run waits: HDF5 is often built for one thread. */
#include "base/memory.h"
#include "dump/dump.h"
#include "format/hdf5_out.h"
#include "io/hdf5_base.h"
#include "step/world.h"
#include <string.h>

/* a.h5 becomes a.1000.h5. */
static tsu_status snapshot_name(const tsu_dump *d, int64_t step, char *out, size_t size, tsu_error *err)
{
    if (d->many) return tsu_dump_file_name(d, step, out, size, err);
    const char *slash = strrchr(d->path, '/'), *dot = strrchr(d->path, '.');
    const bool suffix = dot && (!slash || dot > slash + 1) && dot > d->path;
    const int stem = suffix ? (int)(dot - d->path) : (int)strlen(d->path);
    snprintf(out, size, "%.*s.%lld%s", stem, d->path, (long long)step, suffix ? dot : "");
    return TSU_OK;
}

static tsu_status write_index(tsu_dump *base, tsu_error *err)
{
    const tsu_snapshots *all = &base->index;
    enum { NAME = 600 };
    char *text = NULL;
    const char **name = NULL;
    tsu_status status = tsu_memory_allocate(&text, (size_t)all->count, NAME, "names of a dump", err);
    if (status == TSU_OK)
        status = tsu_memory_allocate(&name, (size_t)all->count, sizeof *name, "names of a dump", err);
    for (int64_t k = 0; k < all->count && status == TSU_OK; k++) {
        char *one = text + k * NAME;
        status = snapshot_name(base, all->step[k], one, NAME, err);
        const char *slash = strrchr(one, '/');
        name[k] = slash ? slash + 1 : one;
    }
    if (status == TSU_OK) status = tsu_hdf5_write_index(base->path, all->count, all->step, name, err);
    tsu_memory_release(&name);
    tsu_memory_release(&text);
    return status;
}

static tsu_status output(tsu_session *s, tsu_dump *base, tsu_error *err)
{
    const tsu_particle_dump *d = (const tsu_particle_dump *)base;
    const tsu_world *w = s->world;
    tsu_hdf5_column column[TSU_DUMP_COLUMNS];
    char path[600];
    tsu_dump_table *t;
    tsu_status status = snapshot_name(base, w->step, path, sizeof path, err);
    if (status == TSU_OK) status = tsu_dump_collect(s, d, &t, err);
    if (status != TSU_OK) return status;
    for (int c = 0; c < t->columns; c++) {
        const tsu_dump_column *k = &d->column[c];
        column[c] = (tsu_hdf5_column){k->name, k->integer || k->text};
    }
    tsu_hdf5_table table = {.step = w->step,
                            .time = w->time,
                            .units = s->units,
                            .rows = t->rows,
                            .columns = t->columns,
                            .column = column,
                            .value = t->value};
    memcpy(table.lo, w->box.lo, sizeof table.lo);
    memcpy(table.hi, w->box.hi, sizeof table.hi);
    status = tsu_hdf5_write_table(path, &table, err);
    tsu_dump_table_free(t);
    if (status != TSU_OK || base->many) return status;
    status = tsu_snapshots_add(&base->index, w->step, w->time, err);
    return status == TSU_OK ? write_index(base, err) : status;
}

static tsu_status check_names(const tsu_particle_dump *d, const tsu_words *words, tsu_error *err)
{
    for (int a = 0; a < d->columns; a++) {
        for (int b = 0; b < a; b++) {
            if (strcmp(d->column[a].name, d->column[b].name) == 0)
                return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                                       "column %s is given twice; data sets need different names",
                                       d->column[a].name);
        }
    }
    return TSU_OK;
}

static tsu_status dump_hdf5(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object object;
    tsu_dump *d;
    tsu_status status = tsu_hdf5_available("dump hdf5", err);
    if (status == TSU_OK) status = tsu_dump_begin(s, words, sizeof(tsu_particle_dump), &object, &d, err);
    if (status != TSU_OK) return status;
    d->write = output;
    d->write_index = write_index;
    d->modify = tsu_dump_modify_particles;
    status = tsu_dump_read_columns(s, words, (tsu_particle_dump *)d, err);
    if (status == TSU_OK) status = check_names((tsu_particle_dump *)d, words, err);
    return tsu_dump_add(s, &object, d, status, err);
}

const tsu_command tsu_dumps_hdf5[] = {
    {"hdf5", "dump ID GROUP hdf5 N FILE COLUMN ...",
     "particles as compressed HDF5: a file per step, and FILE with a link to each", dump_hdf5},
    {0}};
