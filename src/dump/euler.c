/* SPDX-License-Identifier: Apache-2.0 */
/* euler.c - `dump euler/vtk`: the cells of `fix ave/euler` as points for VTK. */
#include "base/memory.h"
#include "dump/dump.h"
#include "model/average/ave_euler.h"
#include "session/model_fix.h"
#include <stdlib.h>
#include <string.h>

typedef struct euler_dump {
    tsu_dump base;
    char fix[TSU_NAME]; /* empty: the only one there is */
} euler_dump;

static tsu_status find_euler(const tsu_session *s, const char *id, const tsu_euler **euler, tsu_error *err)
{
    *euler = NULL;
    for (int k = 0; k < s->fixes.count; k++) {
        const tsu_object *o = s->fixes.object[k];
        if (strcmp(o->style, "ave/euler") == 0 && (!id[0] || strcmp(o->id, id) == 0) && !*euler)
            *euler = tsu_ave_euler_cells(tsu_model_fix_of(o));
    }
    if (*euler) return TSU_OK;
    return tsu_error_lacks_name(err, id,
                                tsu_error_set(err, TSU_ERROR_INPUT,
                                              "dump euler/vtk: there is no fix ave/euler%s%s",
                                              id[0] ? " " : "", id));
}

typedef struct cells {
    int64_t count;
    double (*cell)[TSU_EULER_NUMBERS];
} cells;

static void free_cells(void *snapshot)
{
    cells *e = snapshot;
    if (e) tsu_memory_release(&e->cell);
    free(e);
}

static tsu_status copy_cells(const tsu_euler *from, cells **out, tsu_error *err)
{
    cells *e = *out = calloc(1, sizeof *e);
    if (!e) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the cells of a dump");
    e->count = from->cells;
    const tsu_status status =
        tsu_memory_allocate(&e->cell, (size_t)from->cells + 1, sizeof *e->cell, "the cells of a dump", err);
    if (status == TSU_OK && from->cells > 0)
        memcpy(e->cell, from->cell, (size_t)from->cells * sizeof *e->cell);
    else if (status != TSU_OK)
        free_cells(e);
    return status;
}

static void put_scalar(tsu_text_out *out, const cells *e, const char *name, int column)
{
    tsu_text_format(out, "SCALARS %s float 1\nLOOKUP_TABLE default\n", name);
    for (int64_t k = 0; k < e->count; k++) {
        tsu_text_format(out, "%f\n", e->cell[k][column]);
    }
}

static void put_vectors(tsu_text_out *out, const cells *e, int column)
{
    for (int64_t k = 0; k < e->count; k++) {
        const double *v = e->cell[k] + column;
        tsu_text_format(out, "%f %f %f\n", v[0], v[1], v[2]);
    }
}

static void write_cells(tsu_text_out *out, const tsu_dump *d, const tsu_dump_moment *now,
                        const void *snapshot)
{
    (void)d;
    (void)now;
    const cells *e = snapshot;
    tsu_text_format(out, "# vtk DataFile Version 2.0\ncells of fix ave/euler\nASCII\n");
    tsu_text_format(out, "DATASET POLYDATA\nPOINTS %lld float\n", (long long)e->count);
    put_vectors(out, e, TSU_EULER_MIDDLE);
    tsu_text_format(out, "VERTICES %lld %lld\n", (long long)e->count, 2 * (long long)e->count);
    for (int64_t k = 0; k < e->count; k++) {
        tsu_text_format(out, "1 %lld\n", (long long)k);
    }
    tsu_text_format(out, "POINT_DATA %lld\nVECTORS v_avg float\n", (long long)e->count);
    put_vectors(out, e, TSU_EULER_VELOCITY);
    put_scalar(out, e, "volumefraction", TSU_EULER_FRACTION);
    put_scalar(out, e, "radius", TSU_EULER_RADIUS);
    put_scalar(out, e, "pressure", TSU_EULER_PRESSURE);
}

static tsu_status output_cells(tsu_session *s, tsu_dump *base, tsu_error *err)
{
    const tsu_euler *e;
    cells *copy;
    tsu_status status = find_euler(s, ((const euler_dump *)base)->fix, &e, err);
    if (status == TSU_OK) status = copy_cells(e, &copy, err);
    if (status != TSU_OK) return status;
    const tsu_dump_snapshot snapshot = {copy, (size_t)copy->count * sizeof *copy->cell, free_cells};
    return tsu_dump_write_text(s, base, write_cells, &snapshot, err);
}

static tsu_status dump_euler(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object object;
    tsu_dump *base;
    const tsu_euler *e;
    tsu_status status = tsu_dump_begin(s, words, sizeof(euler_dump), &object, &base, err);
    if (status != TSU_OK) return status;
    base->write = output_cells;
    if (!base->many)
        status = tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                 "the file name needs a *, as in post/euler_*.vtk: a file per step");
    if (status == TSU_OK && tsu_words_left(words)) {
        const char *id;
        status = tsu_words_text(words, "the ID of the fix", &id, err);
        if (status == TSU_OK) snprintf(((euler_dump *)base)->fix, TSU_NAME, "%s", id);
    }
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status == TSU_OK) status = find_euler(s, ((euler_dump *)base)->fix, &e, err);
    return tsu_dump_add(s, &object, base, status, err);
}

const tsu_command tsu_dumps_euler[] = {{"euler/vtk", "dump ID GROUP euler/vtk N FILE [FIX]",
                                        "the cells of a fix ave/euler for VTK and ParaView", dump_euler},
                                       {0}};
