/* SPDX-License-Identifier: Apache-2.0 */
/* bodies.c - dump multisphere/vtk: clumps as points at their centres, one a body, with what a compute multisphere tells of them as arrays. As text they
 * are rows of `dump local`. */
#include "dump/rows.h"
#include <stdlib.h>
#include <string.h>

static const char *name_of(const tsu_object *o, int column)
{
    return o->values.local_name(o->state, column);
}

static int places_of(const tsu_object *o)
{
    for (int c = 0; c < o->values.local_columns; c++) {
        if (strcmp(name_of(o, c), "xcm") == 0) return c;
    }
    return -1;
}

/* Columns of one name that follow each other are one array. */
static int width_of(const tsu_object *o, int column)
{
    int width = 1;
    while (column + width < o->values.local_columns &&
           strcmp(name_of(o, column), name_of(o, column + width)) == 0)
        width++;
    return width;
}

static double *copy(const tsu_object *o, const double *data, int64_t rows, int column, tsu_vtk_array *a,
                    double *at)
{
    a->value = at;
    a->tuples = rows;
    for (int64_t q = 0; q < rows; q++, at += a->components) {
        memcpy(at, data + q * o->values.local_columns + column, (size_t)a->components * sizeof *at);
    }
    return at;
}

static void fill(const tsu_object *o, const double *data, int64_t rows, tsu_dump_grid *g)
{
    const int places = places_of(o);
    double *at = g->room;
    g->data.kind = TSU_VTK_VERTICES;
    g->data.cells = rows;
    g->data.points = (tsu_vtk_array){.name = "Points", .type = TSU_VTK_DOUBLE, .components = 3};
    at = copy(o, data, rows, places, &g->data.points, at);
    g->data.point_array = g->array;
    for (int c = 0; c < o->values.local_columns;) {
        const int width = width_of(o, c);
        if (c != places) {
            tsu_vtk_array *a = &g->array[g->data.point_arrays++];
            *a = (tsu_vtk_array){.type = TSU_VTK_DOUBLE, .components = width};
            snprintf(a->name, sizeof a->name, "%s", name_of(o, c));
            at = copy(o, data, rows, c, a, at);
        }
        c += width;
    }
}

static tsu_status output(tsu_session *s, tsu_dump *base, tsu_error *err)
{
    tsu_rows_dump *d = (tsu_rows_dump *)base;
    const tsu_object *o;
    const double *data;
    int64_t rows;
    tsu_dump_grid *g;
    tsu_status status = tsu_rows_dump_values(s, d, &o, &data, &rows, err);
    if (status == TSU_OK)
        status = tsu_dump_grid_create(&g, (size_t)rows * (size_t)o->values.local_columns + 1, err);
    if (status != TSU_OK) return status;
    fill(o, data, rows, g);
    return tsu_rows_dump_write(s, d, g, err);
}

static bool has_places(const tsu_object *o)
{
    return places_of(o) >= 0;
}

static tsu_status dump_bodies(tsu_script *script, tsu_words *words, tsu_error *err)
{
    static const tsu_rows_style style = {.write = output,
                                         .what = "the ID of a compute multisphere",
                                         .fits = has_places,
                                         .otherwise =
                                             "this is not a compute multisphere that has `property xcm`"};
    return tsu_rows_dump_read(script, words, &style, err);
}

const tsu_command tsu_dumps_bodies[] = {{"multisphere/vtk", "dump ID GROUP multisphere/vtk N FILE COMPUTE",
                                         "clumps as points for VTK, with values of a compute multisphere",
                                         dump_bodies},
                                        {0}};
