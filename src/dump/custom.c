/* SPDX-License-Identifier: Apache-2.0 */
/* custom.c - dumps as text, in the layouts that LAMMPS and LIGGGHTS have made common: `custom` and `xyz`. */
#include "dump/dump.h"
#include <stdlib.h>
#include <string.h>

typedef struct custom_dump {
    tsu_particle_dump particles;
    char label[TSU_NAME];
    char line[4][32]; /* xyz: formats of name, x, y, z; empty: the usual ones */
} custom_dump;

/* ---- custom ------------------------------------------------------------------------------------------------------------ */

static void put_value(tsu_text_out *out, const tsu_particle_dump *d, const tsu_dump_column *k, double v)
{
    if (k->text) {
        tsu_text_format(out, k->format[0] ? k->format : "%s", tsu_dump_element(d, (int)v - 1, "C"));
    } else if (k->integer) {
        if (k->format[0])
            tsu_text_format(out, k->format, (long long)v);
        else
            tsu_text_integer(out, (int64_t)v);
    } else if (k->format[0]) {
        tsu_text_format(out, k->format, v);
    } else {
        tsu_text_number(out, v, 6);
    }
    tsu_text_letter(out, ' ');
}

static void write_custom(tsu_text_out *out, const tsu_dump *base, const tsu_dump_moment *now,
                         const void *snapshot)
{
    const custom_dump *d = (const custom_dump *)base;
    const tsu_dump_table *t = snapshot;
    tsu_text_format(out, "ITEM: TIMESTEP\n%lld\n", (long long)now->step);
    if (d->label[0]) tsu_text_format(out, "ITEM: LABEL\n%s\n", d->label);
    tsu_text_format(out, "ITEM: NUMBER OF ATOMS\n%lld\n", (long long)t->rows);
    tsu_dump_put_box(out, now);
    tsu_text_put(out, "ITEM: ATOMS ");
    for (int c = 0; c < t->columns; c++) {
        tsu_text_format(out, "%s ", d->particles.column[c].name);
    }
    tsu_text_put(out, "\n");
    const double *v = t->value;
    for (int64_t q = 0; q < t->rows; q++) {
        for (int c = 0; c < t->columns; c++) {
            put_value(out, &d->particles, &d->particles.column[c], *v++);
        }
        tsu_text_letter(out, '\n');
    }
}

static tsu_status output_table(tsu_session *s, tsu_dump *base, tsu_dump_text *write, tsu_error *err)
{
    tsu_dump_table *t;
    const tsu_status status = tsu_dump_collect(s, (tsu_particle_dump *)base, &t, err);
    if (status != TSU_OK) return status;
    const tsu_dump_snapshot snapshot = tsu_dump_table_snapshot(t);
    return tsu_dump_write_text(s, base, write, &snapshot, err);
}

static tsu_status output_custom(tsu_session *s, tsu_dump *base, tsu_error *err)
{
    return output_table(s, base, write_custom, err);
}

/* One conversion such as %-12.5g of the letters allowed; `wide` goes before the letter (ll). */
static bool read_format(const char **at, const char *letters, const char *wide, char *out, size_t size)
{
    *at += strspn(*at, " ");
    const size_t n = strcspn(*at, " ");
    const char *f = *at;
    if (n < 2 || n > 16 || f[0] != '%' || strspn(f + 1, "-+#.0123456789") != n - 2 ||
        !strchr(letters, f[n - 1]))
        return false;
    snprintf(out, size, "%.*s%s%c", (int)n - 1, f, wide, f[n - 1]);
    *at += n;
    return true;
}

/* Splits a format line such as "%d %.17g %.17g" over the columns. */
static tsu_status set_formats(tsu_particle_dump *d, tsu_words *words, const char *line, tsu_error *err)
{
    const bool none = strcmp(line, "none") == 0;
    const char *at = line;
    for (int c = 0; c < d->columns; c++) {
        tsu_dump_column *k = &d->column[c];
        const bool name = k->text;
        k->format[0] = '\0';
        if (none) continue;
        if (!read_format(&at,
                         name         ? "s"
                         : k->integer ? "di"
                                      : "eEfFgG",
                         k->integer ? "ll" : "", k->format, sizeof k->format))
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                   "the format of column %d (%s) must be like %s, separated by spaces", c + 1,
                                   k->name,
                                   name         ? "%s"
                                   : k->integer ? "%d"
                                                : "%.17g");
    }
    if (!none && at[strspn(at, " ")] != '\0')
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "there are more formats than the %d columns", d->columns);
    return TSU_OK;
}

static tsu_status modify_custom(tsu_session *s, tsu_dump *base, const char *keyword, bool *taken,
                                tsu_words *words, tsu_error *err)
{
    custom_dump *d = (custom_dump *)base;
    const char *word;
    tsu_status status = tsu_dump_modify_particles(s, base, keyword, taken, words, err);
    if (*taken) return status;
    const bool label = strcmp(keyword, "label") == 0;
    if (!label && strcmp(keyword, "format") != 0) return TSU_OK;
    *taken = true;
    status = tsu_words_text(words, label ? "the label" : "the format of a line", &word, err);
    if (status != TSU_OK) return status;
    if (!label) return set_formats(&d->particles, words, word, err);
    snprintf(d->label, sizeof d->label, "%s", word);
    return TSU_OK;
}

static tsu_status dump_custom(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object object;
    tsu_dump *d;
    tsu_status status = tsu_dump_begin(s, words, sizeof(custom_dump), &object, &d, err);
    if (status != TSU_OK) return status;
    d->write = output_custom;
    d->modify = modify_custom;
    status = tsu_dump_read_columns(s, words, (tsu_particle_dump *)d, err);
    return tsu_dump_add(s, &object, d, status, err);
}

/* ---- xyz ------------------------------------------------------------------------------------------------------------------ */

static void write_xyz(tsu_text_out *out, const tsu_dump *base, const tsu_dump_moment *now,
                      const void *snapshot)
{
    const custom_dump *d = (const custom_dump *)base;
    const tsu_dump_table *t = snapshot;
    tsu_text_format(out, "%lld\nAtoms. Timestep: %lld\n", (long long)t->rows, (long long)now->step);
    for (int64_t q = 0; q < t->rows; q++) {
        const double *v = t->value + 4 * q;
        char number[16];
        snprintf(number, sizeof number, "%d", (int)v[0]);
        tsu_text_format(out, d->line[0][0] ? d->line[0] : "%s",
                        tsu_dump_element(&d->particles, (int)v[0] - 1, number));
        for (int k = 1; k < 4; k++) {
            tsu_text_letter(out, ' ');
            if (d->line[k][0])
                tsu_text_format(out, d->line[k], v[k]);
            else
                tsu_text_number(out, v[k], 6);
        }
        tsu_text_letter(out, '\n');
    }
}

static tsu_status output_xyz(tsu_session *s, tsu_dump *base, tsu_error *err)
{
    return output_table(s, base, write_xyz, err);
}

static tsu_status modify_xyz(tsu_session *s, tsu_dump *base, const char *keyword, bool *taken,
                             tsu_words *words, tsu_error *err)
{
    custom_dump *d = (custom_dump *)base;
    const char *word;
    if (strcmp(keyword, "format") != 0) return tsu_dump_modify_particles(s, base, keyword, taken, words, err);
    *taken = true;
    const tsu_status status = tsu_words_text(words, "the format of a line", &word, err);
    if (status != TSU_OK) return status;
    const bool none = strcmp(word, "none") == 0;
    for (int k = 0; k < 4; k++) {
        d->line[k][0] = '\0';
        if (!none && !read_format(&word, k ? "eEfFgG" : "s", "", d->line[k], sizeof d->line[k]))
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                   "the format must be like `%%s %%g %%g %%g`");
    }
    return TSU_OK;
}

static tsu_status dump_xyz(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object object;
    tsu_dump *base;
    tsu_status status = tsu_dump_begin(s, words, sizeof(custom_dump), &object, &base, err);
    if (status != TSU_OK) return status;
    tsu_particle_dump *d = (tsu_particle_dump *)base;
    base->write = output_xyz;
    base->modify = modify_xyz;
    tsu_dump_set_column(&d->column[0], "type", 0);
    for (int q = 0; q < 3; q++) {
        tsu_dump_set_column(&d->column[1 + q], "x", q);
    }
    d->columns = 4;
    return tsu_dump_add(s, &object, base, tsu_words_end(words, err), err);
}

const tsu_command tsu_dumps_text[] = {
    {"custom", "dump ID GROUP custom N FILE COLUMN ...",
     "particles as text; a * in the name makes a file per step", dump_custom},
    {"xyz", "dump ID GROUP xyz N FILE", "types and positions as text", dump_xyz},
    {0}};
