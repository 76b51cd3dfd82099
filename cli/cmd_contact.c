/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_contact.c - `tsubu contact`: one contact along a prescribed path, with the laws of a deck. */
#include "base/memory.h"
#include "cli.h"
#include "contact.h"
#include "io/atomic_file.h"
#include "io/csv.h"
#include "step/contact_path.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct request {
    const char *deck, *path, *out, *plot;
    const char *radius[2], *wall, *density, *type[2];
    tsu_contact_variables variables;
    tsu_contact_path_def def;
} request;

/* ---- what was asked for ---------------------------------------------------------------------------- */

static tsu_status read_numbers(request *r, tsu_error *err)
{
    tsu_contact_path_def *d = &r->def;
    tsu_status s = TSU_OK;
    *d = tsu_contact_path_def_default();
    if (r->radius[0]) s = tsu_option_number("--radius", r->radius[0], &d->radius_i, err);
    if (s == TSU_OK && r->radius[1]) s = tsu_option_number("--radius", r->radius[1], &d->radius_j, err);
    if (s == TSU_OK && r->wall) s = tsu_option_number("--wall", r->wall, &d->radius_i, err);
    if (s == TSU_OK && r->density) s = tsu_option_number("--density", r->density, &d->density_i, err);
    if (s == TSU_OK && r->type[0]) s = tsu_option_integer("--types", r->type[0], 1, 10000, &d->type_i, err);
    if (s == TSU_OK && r->type[1]) s = tsu_option_integer("--types", r->type[1], 1, 10000, &d->type_j, err);
    d->density_j = d->density_i;
    d->wall = r->wall != NULL;
    return s;
}

static tsu_status read_request(request *r, int argc, char **argv, bool *help, tsu_error *err)
{
    const tsu_option options[] = {
        {"--path", 1, "FILE", "the path: a header out of overlap, sx, sy, rx, ry, rz; a row is a time step",
         &r->path, NULL, 0},
        {"--out", 1, "FILE", "the results, one row per row of the path", &r->out, NULL, 0},
        {"--radius", 2, "RI RJ", "radii of two spheres [m] (default 0.001 0.001)", r->radius, NULL, 0},
        {"--wall", 1, "RI", "a sphere of this radius at the deck's wall [m]", &r->wall, NULL, 0},
        {"--density", 1, "RHO", "density of the spheres [kg/m^3] (default 2500)", &r->density, NULL, 0},
        {"--types", 2, "I J", "materials of the pair (default 1 1; at a wall J is the wall's)", r->type, NULL,
         0},
        {"--plot", 1, "FILE", "a page with the force-displacement loops", &r->plot, NULL, 0},
        {"--var", 2, "NAME VALUE", "a variable of the deck, as -var of a run", r->variables.word,
         &r->variables.count, TSU_CONTACT_VARIABLES_MAX},
        {0}};
    int words;
    *r = (request){0};
    const tsu_status s = tsu_options_read("contact", options, argc, argv, &r->deck, 1, &words, help, err);
    if (s != TSU_OK || *help) return s;
    const char *missing = words < 1  ? "a deck"
                          : !r->path ? "--path PATH.csv"
                          : !r->out  ? "--out OUT.csv"
                                     : NULL;
    if (missing)
        return tsu_error_set(err, TSU_ERROR_INPUT, "`tsubu contact` needs %s (see `tsubu contact --help`)",
                             missing);
    if (r->wall && r->radius[0])
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "say --radius for two spheres or --wall for one, not both");
    return read_numbers(r, err);
}

/* ---- the path --------------------------------------------------------------------------------------- */

static const char *const path_names[] = {"overlap", "sx", "sy", "rx", "ry", "rz", NULL};
enum { PATH_COLUMNS = 6 };

/* Column of each name of a path, -1 where it is absent; any other name is an error. */
static tsu_status find_columns(const tsu_csv *path, const char *file, int at[PATH_COLUMNS], tsu_error *err)
{
    size_t known = 0;
    for (int k = 0; k < PATH_COLUMNS; k++) {
        at[k] = tsu_csv_find(path, path_names[k]);
        known += at[k] >= 0;
    }
    for (size_t c = 0; c < path->columns && known < path->columns; c++) {
        int k = 0;
        while (path_names[k] && strcmp(path_names[k], path->name[c]) != 0) {
            k++;
        }
        const char *near = tsu_nearest_word(path->name[c], path_names);
        if (!path_names[k])
            return tsu_error_set(
                err, TSU_ERROR_INPUT, "%s has a column '%s'%s%s%s a path has overlap, sx, sy, rx, ry, rz",
                file, path->name[c], near ? "; did you mean '" : "", near ? near : "", near ? "'?" : ";");
    }
    if (path->rows == 0)
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s has a header but no rows; a row is a time step", file);
    return TSU_OK;
}

static tsu_contact_row row_of(const tsu_csv *path, const int at[PATH_COLUMNS], size_t k)
{
    double v[PATH_COLUMNS];
    for (int q = 0; q < PATH_COLUMNS; q++) {
        v[q] = at[q] < 0 ? 0.0 : path->value[k * path->columns + (size_t)at[q]];
    }
    return (tsu_contact_row){.overlap = v[0], .sx = v[1], .sy = v[2], .rx = v[3], .ry = v[4], .rz = v[5]};
}

/* ---- the table -------------------------------------------------------------------------------------- */

static void free_table(tsu_contact_table *t)
{
    free(t->name);
    tsu_memory_release(&t->value);
    tsu_memory_release(&t->sx);
}

static tsu_status make_table(tsu_contact_table *t, const tsu_contact_path *p, size_t rows, tsu_error *err)
{
    static const char *const fixed[TSU_COLUMN_HISTORY] = {
        "step", "t",   "overlap", "fn",  "fn_elastic",     "ftx",
        "fty",  "mrx", "mry",     "mrz", "energy_elastic", "energy_dissipated"};
    *t = (tsu_contact_table){.rows = rows, .columns = TSU_COLUMN_HISTORY + tsu_contact_path_history_count(p)};
    t->name = calloc((size_t)t->columns, sizeof *t->name);
    if (!t->name) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for %d column names", t->columns);
    for (int k = 0; k < t->columns; k++) {
        if (k < TSU_COLUMN_HISTORY)
            snprintf(t->name[k], sizeof t->name[k], "%s", fixed[k]);
        else
            tsu_contact_path_history_name(p, k - TSU_COLUMN_HISTORY, t->name[k], sizeof t->name[k]);
    }
    tsu_status s =
        tsu_memory_allocate(&t->value, rows * (size_t)t->columns, sizeof *t->value, "the answers", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&t->sx, 5 * rows, sizeof *t->sx, "the path", err);
    if (s != TSU_OK) return s;
    t->sy = t->sx + rows;
    for (int q = 0; q < 3; q++) {
        t->r[q] = t->sx + (size_t)(2 + q) * rows;
    }
    return TSU_OK;
}

static void keep(tsu_contact_table *t, size_t k, const tsu_contact_path *p, const tsu_contact_row *row,
                 const tsu_contact_answer *a)
{
    const double fixed[TSU_COLUMN_HISTORY] = {(double)a->step, a->t,     a->overlap, a->fn,
                                              a->fn_elastic,   a->ftx,   a->fty,     a->mr[0],
                                              a->mr[1],        a->mr[2], a->elastic, a->dissipated};
    for (int c = 0; c < t->columns; c++) {
        t->value[(size_t)c * t->rows + k] =
            c < TSU_COLUMN_HISTORY ? fixed[c] : tsu_contact_path_history(p, c - TSU_COLUMN_HISTORY);
    }
    t->sx[k] = row->sx;
    t->sy[k] = row->sy;
    t->r[0][k] = row->rx;
    t->r[1][k] = row->ry;
    t->r[2][k] = row->rz;
}

static tsu_status drive(const request *r, const tsu_csv *path, tsu_contact_table *t, tsu_error *err)
{
    int at[PATH_COLUMNS];
    tsu_status s = find_columns(path, r->path, at, err);
    if (s != TSU_OK) return s;
    tsu_contact_path *p = tsu_contact_path_create(&r->def, err);
    if (!p) return err->status;
    s = make_table(t, p, path->rows, err);
    for (size_t k = 0; k < path->rows && s == TSU_OK; k++) {
        const tsu_contact_row row = row_of(path, at, k);
        tsu_contact_answer answer;
        s = tsu_contact_path_step(p, &row, &answer, err);
        if (s == TSU_OK) keep(t, k, p, &row, &answer);
    }
    tsu_contact_path_destroy(p);
    return s;
}

static tsu_status write_table(const tsu_contact_table *t, const char *path, tsu_error *err)
{
    tsu_atomic_file file;
    const tsu_status s = tsu_atomic_file_open(&file, path, err);
    if (s != TSU_OK) return s;
    for (int c = 0; c < t->columns; c++) {
        fprintf(file.stream, "%s%s", c ? "," : "", t->name[c]);
    }
    fputc('\n', file.stream);
    for (size_t k = 0; k < t->rows; k++) {
        for (int c = 0; c < t->columns; c++) {
            fprintf(file.stream, "%s%.17g", c ? "," : "", t->value[(size_t)c * t->rows + k]);
        }
        fputc('\n', file.stream);
    }
    return tsu_atomic_file_finish(&file, err);
}

/* ---- the command ------------------------------------------------------------------------------------ */

static tsu_status write_plot(const request *r, const tsu_contact_deck *deck, const tsu_contact_table *t,
                             tsu_error *err)
{
    char body[160], subtitle[768];
    const tsu_contact_path_def *d = &r->def;
    const tsu_unit_names *u = tsu_unit_names_of(deck->units);
    if (d->wall)
        snprintf(body, sizeof body, "sphere of radius %g %s at a wall", d->radius_i, u->length);
    else
        snprintf(body, sizeof body, "spheres of radius %g and %g %s", d->radius_i, d->radius_j, u->length);
    snprintf(subtitle, sizeof subtitle, "%s along %s: %s, %g %s, %zu steps of %g %s", r->deck, r->path, body,
             d->density_i, u->density, t->rows, d->dt, u->time);
    return tsu_contact_plot(t, u, r->plot, deck->words, subtitle, err);
}

/* The defaults are numbers in SI units. */
static tsu_status check_units(const request *r, const tsu_contact_deck *deck, tsu_error *err)
{
    if (strcmp(deck->units, "si") == 0 || (r->density && (r->wall || r->radius[0]))) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "%s has units %s; give --density and --radius or --wall in these units", r->deck,
                         deck->units);
}

static tsu_status run_contact(request *r, tsu_error *err)
{
    tsu_contact_deck deck = {0};
    tsu_contact_table table = {0};
    tsu_csv path = {0};
    tsu_status s = tsu_csv_load(&path, r->path, err);
    if (s == TSU_OK) s = tsu_contact_deck_load(&deck, r->deck, r->def.wall, &r->variables, err);
    if (s == TSU_OK) s = check_units(r, &deck, err);
    if (s == TSU_OK) {
        r->def.laws = &deck.laws;
        r->def.dt = deck.dt;
        if (!r->type[1] && deck.wall_type > 0) r->def.type_j = deck.wall_type;
        s = drive(r, &path, &table, err);
    }
    if (s == TSU_OK) s = write_table(&table, r->out, err);
    if (s == TSU_OK && r->plot) s = write_plot(r, &deck, &table, err);
    free_table(&table);
    tsu_csv_free(&path);
    tsu_contact_deck_free(&deck);
    return s;
}

int tsu_cmd_contact(int argc, char **argv)
{
    tsu_error err = {0};
    request r;
    bool help;
    tsu_status s = read_request(&r, argc, argv, &help, &err);
    if (s == TSU_OK && !help) s = run_contact(&r, &err);
    return s == TSU_OK ? 0 : tsu_cli_fail(&err);
}
