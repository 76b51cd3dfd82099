/* SPDX-License-Identifier: Apache-2.0 */
/* bench_end.c - what a program's end state looks like, told alike for all from the places it wrote. */
#include "bench/bench.h"
#include "search/pairs.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct places {
    tsu_box box;
    int32_t count;
    double (*xr)[4]; /* centre and radius [m]; owned */
} places;

static tsu_status read_rows(FILE *f, places *p, tsu_error *err)
{
    p->xr = malloc(sizeof *p->xr * (size_t)(p->count > 0 ? p->count : 1));
    if (!p->xr) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the end state");
    for (int32_t k = 0; k < p->count; k++) {
        double *x = p->xr[k];
        if (fscanf(f, "%*s %lf %lf %lf %lf", &x[0], &x[1], &x[2], &x[3]) != 4)
            return tsu_error_set(err, TSU_ERROR_INPUT, "the end state has %d of %d particles", k, p->count);
    }
    return TSU_OK;
}

/* The form all three programs write: headings that begin with ITEM:, one particle a line. */
static tsu_status read_dump(FILE *f, places *p, tsu_error *err)
{
    char line[256];
    bool box = false, known = false;
    while (fgets(line, sizeof line, f)) {
        char edge[3][3];
        if (strncmp(line, "ITEM: NUMBER OF ATOMS", 21) == 0) {
            known = fscanf(f, "%d ", &p->count) == 1 && p->count >= 0;
        } else if (sscanf(line, "ITEM: BOX BOUNDS %2s %2s %2s", edge[0], edge[1], edge[2]) == 3) {
            box = true;
            for (int q = 0; q < 3; q++) {
                p->box.periodic[q] = edge[q][0] == 'p';
                box = box && fscanf(f, "%lf %lf ", &p->box.lo[q], &p->box.hi[q]) == 2;
            }
        } else if (strncmp(line, "ITEM: ATOMS id x y z radius", 27) == 0 && box && known) {
            return read_rows(f, p, err);
        }
    }
    return tsu_error_set(err, TSU_ERROR_INPUT, "it has no particles");
}

static tsu_status compare(const places *p, tsu_bench_end *out, tsu_error *err)
{
    tsu_pairs pairs = {0};
    double shift[32][4], sum = 0.0;
    const tsu_status status =
        tsu_pairs_build(&pairs, (const double(*)[4])p->xr, p->count, &p->box, 0.0, 0, err);
    if (status != TSU_OK) return status;
    tsu_box_shifts(&p->box, shift);
    for (int32_t i = 0; i < p->count; i++) {
        for (int64_t q = pairs.first[i]; q < pairs.first[i + 1]; q++) {
            const double *x = p->xr[i], *y = p->xr[tsu_partner_row(pairs.partner[q])];
            const double *s = shift[tsu_partner_image(pairs.partner[q])];
            const double d[3] = {x[0] - y[0] - s[0], x[1] - y[1] - s[1], x[2] - y[2] - s[2]};
            sum += x[3] + y[3] - sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        }
    }
    out->contacts = p->count > 0 ? (double)pairs.count / p->count : 0.0;
    out->overlap = pairs.count > 0 ? sum / (double)pairs.count : 0.0;
    tsu_pairs_free(&pairs);
    return TSU_OK;
}

tsu_status tsu_bench_end_read(const char *path, tsu_bench_end *out, tsu_error *err)
{
    places p = {0};
    tsu_error why = {0};
    FILE *f = fopen(path, "r");
    if (!f) return tsu_error_set(err, TSU_ERROR_IO, "the end state %s was not written", path);
    tsu_status status = read_dump(f, &p, &why);
    fclose(f);
    if (status == TSU_OK) status = compare(&p, out, &why);
    free(p.xr);
    return status == TSU_OK ? TSU_OK : tsu_error_set(err, status, "%s: %s", path, why.message);
}
