/* SPDX-License-Identifier: Apache-2.0 */
#include "format/data_file.h"
#include "base/memory.h"
#include "io/atomic_file.h"
#include "io/read_file.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 16 };

typedef struct id_row {
    uint64_t id;
    int64_t row;
} id_row;

typedef struct reader {
    const char *at, *end;
    const char *name;
    int64_t line;
    int words;
    const char *word[WORDS_MAX]; /* of the present line, not ended by 0 */
    size_t length[WORDS_MAX];
    int64_t promised;  /* particles; -1: not said */
    bool section_read; /* Atoms */
    id_row *order;     /* by id */
    tsu_data *d;
    tsu_error *err;
} reader;

void tsu_data_free(tsu_data *d)
{
    tsu_memory_release(&d->particle);
    *d = (tsu_data){0};
}

static tsu_status fail(const reader *r, const char *what)
{
    return tsu_error_set(r->err, TSU_ERROR_INPUT, "%s:%lld: %s", r->name, (long long)r->line, what);
}

/* ---- lines and words ------------------------------------------------------------------------------------------------ */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

/* Splits the next line that says something into words; false at the end. A line may have more words than are kept. */
static bool next_line(reader *r)
{
    r->words = 0;
    while (r->words == 0 && r->at < r->end) {
        r->line++;
        while (r->at < r->end && *r->at != '\n' && *r->at != '#') {
            const char *begin = r->at;
            while (r->at < r->end && !is_blank(*r->at) && *r->at != '\n' && *r->at != '#') {
                r->at++;
            }
            if (r->at > begin) {
                if (r->words < WORDS_MAX) {
                    r->word[r->words] = begin;
                    r->length[r->words] = (size_t)(r->at - begin);
                }
                r->words++;
            } else {
                r->at++;
            }
        }
        while (r->at < r->end && *r->at != '\n') {
            r->at++;
        }
        r->at += r->at < r->end;
    }
    return r->words > 0;
}

static bool is_word(const reader *r, int k, const char *word)
{
    return k < r->words && k < WORDS_MAX && strlen(word) == r->length[k] &&
           memcmp(r->word[k], word, r->length[k]) == 0;
}

/* The text is ended by 0 and a word by a blank, so that strtod stops in time. */
static bool number(const reader *r, int k, double *out)
{
    char *end;
    if (k >= r->words || k >= WORDS_MAX) return false;
    *out = strtod(r->word[k], &end);
    return end == r->word[k] + r->length[k] && isfinite(*out);
}

static bool integer(const reader *r, int k, int64_t *out)
{
    char *end;
    if (k >= r->words || k >= WORDS_MAX || r->length[k] > 18) return false;
    *out = strtoll(r->word[k], &end, 10);
    return end == r->word[k] + r->length[k];
}

/* ---- header ---------------------------------------------------------------------------------------------------------- */

static tsu_status read_extent(reader *r, int axis)
{
    tsu_data *d = r->d;
    if (!number(r, 0, &d->lo[axis]) || !number(r, 1, &d->hi[axis]))
        return fail(r, "expected two numbers before `lo hi`");
    if (!(d->lo[axis] < d->hi[axis]))
        return tsu_error_set(r->err, TSU_ERROR_INPUT, "%s:%lld: the box has no extent along %c: %g to %g",
                             r->name, (long long)r->line, "xyz"[axis], d -> lo[axis], d -> hi[axis]);
    d->bounded[axis] = true;
    return TSU_OK;
}

/* Things of molecules and other shapes: none of them may be there. */
static tsu_status read_foreign(reader *r, int64_t n)
{
    static const char *const known[] = {"bonds", "angles",    "dihedrals", "impropers", "ellipsoids",
                                        "lines", "triangles", "bodies",    NULL};
    static const char *const types[] = {"bond", "angle", "dihedral", "improper", "extra", NULL};
    bool found = false;
    for (int k = 0; known[k]; k++) {
        found = found || is_word(r, 1, known[k]);
    }
    for (int k = 0; types[k]; k++) {
        found = found || is_word(r, 1, types[k]);
    }
    if (!found)
        return fail(r, "unknown header line; known are `N atoms`, `N atom types`, `LO HI xlo xhi` ...");
    if (n == 0 || is_word(r, 1, "extra")) return TSU_OK;
    return tsu_error_set(r->err, TSU_ERROR_UNSUPPORTED,
                         "%s:%lld: the file declares %lld %.*s; only spheres are supported", r->name,
                         (long long)r->line, (long long)n, (int)r->length[1], r->word[1]);
}

static tsu_status read_header_line(reader *r)
{
    static const char *const ends[3][2] = {{"xlo", "xhi"}, {"ylo", "yhi"}, {"zlo", "zhi"}};
    int64_t n = 0;
    for (int q = 0; q < 3; q++) {
        if (is_word(r, 2, ends[q][0]) && is_word(r, 3, ends[q][1])) return read_extent(r, q);
    }
    if (is_word(r, 3, "xy")) {
        double tilt[3] = {0};
        for (int q = 0; q < 3; q++) {
            if (!number(r, q, &tilt[q])) return fail(r, "expected three numbers before `xy xz yz`");
        }
        if (tilt[0] == 0.0 && tilt[1] == 0.0 && tilt[2] == 0.0) return TSU_OK;
        return fail(r, "a box that is not rectangular is not supported");
    }
    if (!integer(r, 0, &n) || n < 0) return fail(r, "expected a header line or a section (Atoms ...)");
    if (is_word(r, 1, "atoms")) {
        r->promised = n;
        return TSU_OK;
    }
    if (is_word(r, 1, "atom") && is_word(r, 2, "types")) {
        if (n < 1 || n > 1000) return fail(r, "the number of atom types lies between 1 and 1000");
        r->d->types = (int32_t)n;
        return TSU_OK;
    }
    return read_foreign(r, n);
}

/* ---- sections -------------------------------------------------------------------------------------------------------- */

static tsu_status read_particle(reader *r, tsu_data_particle *p)
{
    int64_t id, type, image = 0;
    if (r->words != 7 && r->words != 10)
        return tsu_error_set(r->err, TSU_ERROR_INPUT,
                             "%s:%lld: a line of Atoms has 7 values (id type diameter density x y z), or 10 "
                             "with ix iy iz; here "
                             "are %d",
                             r->name, (long long)r->line, r->words);
    if (!integer(r, 0, &id) || id < 1) return fail(r, "the id must be a whole number from 1");
    if (!integer(r, 1, &type) || type < 1 || type > r->d->types)
        return tsu_error_set(r->err, TSU_ERROR_INPUT,
                             "%s:%lld: type '%.*s' of particle %lld; there are 1 to %d", r->name,
                             (long long)r->line, (int)r->length[1], r->word[1], (long long)id, r->d->types);
    *p = (tsu_data_particle){.id = (uint64_t)id, .line = r->line, .type = (int32_t)type};
    if (!number(r, 2, &p->diameter) || !(p->diameter > 0.0))
        return fail(r, "the diameter must be a positive number");
    if (!number(r, 3, &p->density) || !(p->density > 0.0))
        return fail(r, "the density must be a positive number");
    for (int q = 0; q < 3; q++) {
        if (!number(r, 4 + q, &p->x[q])) return fail(r, "the position must be three numbers");
        if (r->words == 10 && (!integer(r, 7 + q, &image) || llabs(image) > 1000000000))
            return fail(r, "the image must be three whole numbers");
        p->image[q] = (int32_t)image;
    }
    return TSU_OK;
}

static int compare_ids(const void *a, const void *b)
{
    const id_row *x = a, *y = b;
    if (x->id != y->id) return x->id < y->id ? -1 : 1;
    return x->row < y->row ? -1 : 1;
}

static tsu_status order_by_id(reader *r)
{
    const tsu_data *d = r->d;
    bool sorted = true;
    const tsu_status s =
        tsu_memory_allocate(&r->order, (size_t)d->count, sizeof *r->order, "ids of a data file", r->err);
    if (s != TSU_OK) return s;
    for (int64_t k = 0; k < d->count; k++) {
        r->order[k] = (id_row){d->particle[k].id, k};
        sorted = sorted && (k == 0 || r->order[k].id > r->order[k - 1].id);
    }
    if (!sorted) qsort(r->order, (size_t)d->count, sizeof *r->order, compare_ids);
    for (int64_t k = 1; k < d->count; k++) {
        if (r->order[k].id != r->order[k - 1].id) continue;
        return tsu_error_set(r->err, TSU_ERROR_INPUT, "%s:%lld: id %llu was used before, on line %lld",
                             r->name, (long long)d->particle[r->order[k].row].line,
                             (unsigned long long)r->order[k].id,
                             (long long)d->particle[r->order[k - 1].row].line);
    }
    return TSU_OK;
}

/* The next line of a section; fails if there is none or it is the name of another section. */
static tsu_status section_line(reader *r, const char *section, int64_t k)
{
    const bool more = next_line(r);
    const char c = more ? r->word[0][0] : 'A';
    if (more && ((c >= '0' && c <= '9') || c == '-' || c == '+')) return TSU_OK;
    return tsu_error_set(r->err, TSU_ERROR_INPUT, "%s:%lld: %s ends after %lld lines; %lld are declared",
                         r->name, (long long)r->line, section, (long long)k, (long long)r->promised);
}

static tsu_status read_atoms(reader *r)
{
    tsu_data *d = r->d;
    if (r->section_read) return fail(r, "a second section Atoms");
    if (r->promised < 0) return fail(r, "the header does not say how many atoms there are (`N atoms`)");
    if (d->types < 1)
        return fail(r, "the header does not say how many atom types there are (`N atom types`)");
    if (r->promised > r->end - r->at)
        return tsu_error_set(r->err, TSU_ERROR_INPUT,
                             "%s: %lld atoms are declared, but only %lld bytes follow", r->name,
                             (long long)r->promised, (long long)(r->end - r->at));
    tsu_status s =
        tsu_memory_allocate(&d->particle, (size_t)r->promised, sizeof *d->particle, "particles", r->err);
    for (d->count = 0; d->count < r->promised && s == TSU_OK; d->count += s == TSU_OK) {
        s = section_line(r, "Atoms", d->count);
        if (s == TSU_OK) s = read_particle(r, &d->particle[d->count]);
    }
    r->section_read = true;
    return s == TSU_OK ? order_by_id(r) : s;
}

static tsu_data_particle *find(const reader *r, uint64_t id)
{
    int64_t lo = 0, hi = r->d->count;
    while (lo < hi) {
        const int64_t middle = lo + (hi - lo) / 2;
        if (r->order[middle].id < id)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo < r->d->count && r->order[lo].id == id ? &r->d->particle[r->order[lo].row] : NULL;
}

static tsu_status read_velocities(reader *r)
{
    tsu_status s = TSU_OK;
    if (!r->section_read) return fail(r, "Velocities must come after Atoms");
    for (int64_t k = 0; k < r->promised && s == TSU_OK; k++) {
        int64_t id = 0;
        s = section_line(r, "Velocities", k);
        if (s != TSU_OK) return s;
        if (r->words != 4 && r->words != 7)
            return fail(r, "a line of Velocities has 4 values (id vx vy vz), or 7 with wx wy wz");
        tsu_data_particle *p = integer(r, 0, &id) && id > 0 ? find(r, (uint64_t)id) : NULL;
        if (!p)
            return tsu_error_set(r->err, TSU_ERROR_INPUT, "%s:%lld: there is no particle '%.*s'", r->name,
                                 (long long)r->line, (int)r->length[0], r->word[0]);
        for (int q = 1; q < r->words; q++) {
            if (!number(r, q, q < 4 ? &p->v[q - 1] : &p->omega[q - 4]))
                return fail(r, "a velocity must be a number");
        }
    }
    return s;
}

static tsu_status read_section(reader *r)
{
    if (is_word(r, 0, "Atoms")) return read_atoms(r);
    if (is_word(r, 0, "Velocities")) return read_velocities(r);
    const char c = r->word[0][0];
    if (r->section_read && ((c >= '0' && c <= '9') || c == '-' || c == '+'))
        return tsu_error_set(
            r->err, TSU_ERROR_INPUT,
            "%s:%lld: one line more than the %lld that the header declares (`%lld atoms`); correct "
            "the header, or remove the surplus",
            r->name, (long long)r->line, (long long)r->promised, (long long)r->promised);
    return tsu_error_set(r->err, TSU_ERROR_UNSUPPORTED,
                         "%s:%lld: the section '%.*s' is not supported; spheres have Atoms and Velocities",
                         r->name, (long long)r->line, (int)r->length[0], r->word[0]);
}

static tsu_status read_file(reader *r)
{
    tsu_status s = TSU_OK;
    bool header = true;
    while (r->at < r->end && *r->at != '\n') { /* the first line says nothing */
        r->at++;
    }
    r->at += r->at < r->end;
    r->line = 1;
    while (s == TSU_OK && next_line(r)) {
        const char c = r->word[0][0];
        header = header && !((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
        s = header ? read_header_line(r) : read_section(r);
    }
    if (s == TSU_OK && r->promised > 0 && !r->section_read)
        s = tsu_error_set(r->err, TSU_ERROR_INPUT, "%s has no section Atoms", r->name);
    return s;
}

tsu_status tsu_data_parse(const char *text, size_t size, const char *name, tsu_data *d, tsu_error *err)
{
    *d = (tsu_data){0};
    reader r = {.at = text, .end = text + size, .name = name, .promised = -1, .d = d, .err = err};
    const tsu_status s = read_file(&r);
    tsu_memory_release(&r.order);
    if (s != TSU_OK) tsu_data_free(d);
    return s;
}

tsu_status tsu_data_read(const char *path, tsu_data *d, tsu_error *err)
{
    char *text = NULL;
    size_t size = 0;
    *d = (tsu_data){0};
    tsu_status s = tsu_file_read(path, &text, &size, err);
    if (s == TSU_OK) s = tsu_data_parse(text, size, path, d, err);
    tsu_memory_release(&text);
    return s;
}

/* ---- writing --------------------------------------------------------------------------------------------------------- */

tsu_status tsu_data_write(const tsu_data *d, const char *path, const char *first_line, tsu_error *err)
{
    tsu_atomic_file file;
    const tsu_status s = tsu_atomic_file_open(&file, path, err);
    if (s != TSU_OK) return s;
    FILE *f = file.stream;
    fprintf(f, "%s\n\n%" PRId64 " atoms\n%d atom types\n\n", first_line, d->count, d->types);
    for (int q = 0; q < 3; q++) {
        fprintf(f, "%.17g %.17g %clo %chi\n", d->lo[q], d->hi[q], "xyz"[q], "xyz"[q]);
    }
    if (d->count > 0) fprintf(f, "\nAtoms\n\n");
    for (int64_t k = 0; k < d->count; k++) {
        const tsu_data_particle *p = &d->particle[k];
        fprintf(f, "%" PRIu64 " %d %.17g %.17g %.17g %.17g %.17g %d %d %d\n", p->id, p->type, p->diameter,
                p->density, p->x[0], p->x[1], p->x[2], p->image[0], p->image[1], p->image[2]);
    }
    if (d->count > 0) fprintf(f, "\nVelocities\n\n");
    for (int64_t k = 0; k < d->count; k++) {
        const tsu_data_particle *p = &d->particle[k];
        fprintf(f, "%" PRIu64 " %.17g %.17g %.17g %.17g %.17g %.17g\n", p->id, p->v[0], p->v[1], p->v[2],
                p->omega[0], p->omega[1], p->omega[2]);
    }
    return tsu_atomic_file_finish(&file, err);
}
