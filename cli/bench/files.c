/* SPDX-License-Identifier: Apache-2.0 */
/* bench_files.c - the folder of a bench: decks out of the program, settled beds and a rotor made by it. */
#include "base/random.h"
#include "bench/bench.h"
#include "bench_decks.h"
#include "io/hdf5_base.h"
#include "session/session.h"
#include "step/world.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct deck_file {
    const char *name;
    const unsigned char *bytes;
    const size_t *size;
} deck_file;

static const deck_file deck_files[] = {{"in.bed", deck_bed, &deck_bed_size},
                                       {"in.elastic", deck_elastic, &deck_elastic_size},
                                       {"in.edinburgh", deck_edinburgh, &deck_edinburgh_size},
                                       {"in.lammps", deck_lammps, &deck_lammps_size},
                                       {"in.flow", deck_flow, &deck_flow_size},
                                       {"in.mesh", deck_mesh, &deck_mesh_size},
                                       {"in.insert", deck_insert, &deck_insert_size},
                                       {"in.end", deck_end, &deck_end_size},
                                       {"in.end_lammps", deck_end_lammps, &deck_end_lammps_size},
                                       {"in.stop", deck_stop, &deck_stop_size},
                                       {0}};

static tsu_status close_file(FILE *f, const char *path, tsu_error *err)
{
    const bool bad = ferror(f) != 0;
    if (fclose(f) != 0 || bad)
        return tsu_error_set(err, TSU_ERROR_IO, "%s cannot be written; is the disk full?", path);
    return TSU_OK;
}

static tsu_status open_file(FILE **f, const char *path, tsu_error *err)
{
    *f = fopen(path, "w");
    return *f ? TSU_OK : tsu_error_set(err, TSU_ERROR_IO, "%s cannot be written", path);
}

tsu_status tsu_bench_deck(const char *folder, const char *deck, tsu_error *err)
{
    char path[1024];
    FILE *f;
    snprintf(path, sizeof path, "%s/%s", folder, deck);
    for (const deck_file *d = deck_files; d->name; d++) {
        if (strcmp(d->name, deck) != 0) continue;
        const tsu_status status = open_file(&f, path, err);
        if (status != TSU_OK) return status;
        fwrite(d->bytes, 1, *d->size, f);
        return close_file(f, path, err);
    }
    return tsu_error_set(err, TSU_ERROR_IO, "the deck %s is not part of the program", deck);
}

/* ---- beds ------------------------------------------------------------------------------------------------------------- */

/* Rows in an order that has nothing to do with their places, as after a long run: no program is given a sorted bed. */
static void shuffle(int64_t *order, int64_t n)
{
    for (int64_t k = 0; k < n; k++) {
        order[k] = k;
    }
    for (int64_t k = n - 1; k > 0; k--) {
        const double u = tsu_random_uniform(7, (uint64_t)k, TSU_RANDOM_POSITION, 0);
        const int64_t other = (int64_t)(u * (double)(k + 1)), kept = order[k];
        order[k] = order[other];
        order[other] = kept;
    }
}

static tsu_status write_tiles(const tsu_world *w, const int tiles[2], const char *path, tsu_error *err)
{
    const tsu_particles *p = &w->particles;
    const double side[2] = {w->box.hi[0] - w->box.lo[0], w->box.hi[1] - w->box.lo[1]};
    const int64_t tile_count = (int64_t)tiles[0] * tiles[1], n = tile_count * p->count;
    int64_t *order = malloc((size_t)n * sizeof *order);
    FILE *f = NULL;
    tsu_status status =
        order ? open_file(&f, path, err) : tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a bed");
    if (status != TSU_OK) {
        free(order);
        return status;
    }
    shuffle(order, n);
    fprintf(f,
            "settled bed\n\n%lld atoms\n1 atom types\n\n0 %.9g xlo xhi\n0 %.9g ylo yhi\n%.9g %.9g zlo "
            "zhi\n\nAtoms\n\n",
            (long long)n, side[0] * tiles[0], side[1] * tiles[1], w->box.lo[2], w->box.hi[2]);
    for (int64_t k = 0; k < n; k++) {
        const int64_t i = order[k] / tile_count, t = order[k] % tile_count;
        const double *x = p->xr[i];
        fprintf(f, "%lld 1 %.9g 2500 %.10g %.10g %.10g\n", (long long)k + 1, 2.0 * x[3],
                x[0] + side[0] * (double)(t % tiles[0]), x[1] + side[1] * (double)(t / tiles[0]), x[2]);
    }
    free(order);
    return close_file(f, path, err);
}

/* The tile itself is kept as a restart file, where this build writes such, so that larger beds need not settle again. */
static tsu_status settle(tsu_session *s, const char *folder, const char *sizes, tsu_error *err)
{
    char kept[1024], deck[1024], text[2048];
    const bool keeps = tsu_hdf5_available("bench", NULL) == TSU_OK;
    snprintf(kept, sizeof kept, "%s/%s.h5", folder, sizes);
    snprintf(deck, sizeof deck, "%s/in.bed", folder);
    if (keeps && access(kept, R_OK) == 0) {
        snprintf(text, sizeof text, "read_restart %s\n", kept);
        return tsu_script_run_string(s->script, "bench", text, err);
    }
    tsu_status status = tsu_bench_deck(folder, "in.bed", err);
    if (status == TSU_OK) status = tsu_script_set_variable(s->script, "sizes", 1, &sizes, err);
    if (status == TSU_OK) status = tsu_script_run_file(s->script, deck, err);
    snprintf(text, sizeof text, "write_restart %s\n", kept);
    return status == TSU_OK && keeps ? tsu_script_run_string(s->script, "bench", text, err) : status;
}

tsu_status tsu_bench_bed(const char *folder, const char *sizes, const int tiles[2], char *path, size_t size,
                         tsu_error *err)
{
    snprintf(path, size, "%s/%s_%dx%d.dat", folder, sizes, tiles[0], tiles[1]);
    if (access(path, R_OK) == 0) return TSU_OK;
    printf("settling a bed (%s), once\n", sizes);
    fflush(stdout);
    tsu_session *s = tsu_session_open(&(tsu_session_options){0}, err);
    tsu_status status = s ? settle(s, folder, sizes, err) : err->status;
    char part[1040];
    snprintf(part, sizeof part, "%s.part", path);
    if (status == TSU_OK) status = write_tiles(s->world, tiles, part, err);
    if (status == TSU_OK && rename(part, path) != 0)
        status = tsu_error_set(err, TSU_ERROR_IO, "%s cannot be written", path);
    tsu_session_destroy(s);
    return status;
}

/* ---- the rotor: a rippled upright cylinder of 50 x 100 squares, two triangles each ----------------------------------- */

static void rotor_point(int i, int j, double out[3])
{
    enum { AROUND = 100, UP = 50 };
    const double turn = 6.283185307179586, a = turn * (i % AROUND) / AROUND;
    const double r = 0.02 + 0.002 * cos(6.0 * a);
    out[0] = 0.0625 + r * cos(a);
    out[1] = 0.0625 + r * sin(a);
    out[2] = -0.005 + 0.1 * j / UP;
}

static void put_triangle(FILE *f, const double *a, const double *b, const double *c)
{
    fprintf(f,
            "facet normal 0 0 0\nouter loop\nvertex %.9g %.9g %.9g\nvertex %.9g %.9g %.9g\nvertex %.9g %.9g "
            "%.9g\n"
            "endloop\nendfacet\n",
            a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]);
}

tsu_status tsu_bench_rotor(const char *folder, char *path, size_t size, tsu_error *err)
{
    enum { AROUND = 100, UP = 50 };
    FILE *f;
    snprintf(path, size, "%s/rotor.stl", folder);
    const tsu_status status = open_file(&f, path, err);
    if (status != TSU_OK) return status;
    fprintf(f, "solid rotor\n");
    for (int j = 0; j < UP; j++) {
        for (int i = 0; i < AROUND; i++) {
            double a[3], b[3], c[3], d[3];
            rotor_point(i, j, a);
            rotor_point(i + 1, j, b);
            rotor_point(i + 1, j + 1, c);
            rotor_point(i, j + 1, d);
            put_triangle(f, a, b, c);
            put_triangle(f, a, c, d);
        }
    }
    fprintf(f, "endsolid rotor\n");
    return close_file(f, path, err);
}
