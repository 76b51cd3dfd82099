/* SPDX-License-Identifier: Apache-2.0 */
#include "step/blocks.h"
#include "base/memory.h"
#include <string.h>

typedef struct tsu_world world;

static double lane_sum(const double *x)
{
    double a[8] = {0};
    for (int l = 0; l < TSU_LANES; l += 8) {
        for (int q = 0; q < 8; q++) {
            a[q] += x[l + q];
        }
    }
    return ((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7]));
}

void tsu_block_coefficients(const tsu_lawset *laws, tsu_lane_space *s, int l, int type_i, int type_j)
{
    const double *p = tsu_lawset_coefficients(laws, type_i, type_j);
    for (int q = 0; q < laws->coefficients; q++) {
        s->coefficient[q][l] = p[q];
    }
}

bool tsu_block_matters(const tsu_lawset *laws, const tsu_contacts *c, const tsu_block *b, int64_t k)
{
    if (laws->apart) return true;
    uint64_t live = 0;
    for (int q = 0; q < TSU_LANES / 8; q++) {
        uint64_t eight;
        memcpy(&eight, c->live + k + 8 * q, 8);
        live |= eight;
    }
    double touching = 0.0;
    for (int l = 0; l < TSU_LANES; l++) {
        touching += b->touching[l];
    }
    return live != 0 || touching > 0.0;
}

void tsu_block_clear(tsu_contacts *c, int64_t k)
{
    memset(c->record + k, 0, TSU_LANES * sizeof *c->record);
    if (c->roll) memset(c->roll + k, 0, TSU_LANES * sizeof *c->roll);
    for (int q = 0; q < TSU_ACCOUNT_COUNT && c->loss; q++) {
        memset(c->loss + q * c->capacity + k, 0, TSU_LANES * sizeof *c->loss);
    }
}

static TSU_CLONES void write_records(const tsu_block *TSU_RESTRICT b, double (*TSU_RESTRICT record)[8])
{
    for (int l = 0; l < TSU_LANES; l++) {
        const tsu_vec3 n = {b->nx[l], b->ny[l], b->nz[l]}, f = {b->ftx[l], b->fty[l], b->ftz[l]};
        const tsu_vec3 t = tsu_vec3_cross(n, f);
        record[l][0] = b->f_total[l] * n.x + f.x;
        record[l][1] = b->f_total[l] * n.y + f.y;
        record[l][2] = b->f_total[l] * n.z + f.z;
        record[l][3] = 0.5 * b->overlap[l];
        record[l][4] = t.x;
        record[l][5] = t.y;
        record[l][6] = t.z;
    }
}

static void write_back(tsu_contacts *c, const tsu_lane_space *s, int64_t k)
{
    const tsu_block *b = &s->block;
    for (int q = 0; q < c->history_width; q++) {
        memcpy(c->history + q * c->capacity + k, s->history[q], TSU_LANES * sizeof(double));
    }
    for (int l = 0; l < TSU_LANES; l++) {
        c->live[k + l] = b->touching[l] != 0.0;
    }
    write_records(b, c->record + k);
    for (int q = 0; q < TSU_ACCOUNT_COUNT && c->loss; q++) {
        memcpy(c->loss + q * c->capacity + k, b->account[q], TSU_LANES * sizeof *c->loss);
    }
    if (!c->roll) return;
    for (int l = 0; l < TSU_LANES; l++) {
        c->roll[k + l][0] = b->mrx[l];
        c->roll[k + l][1] = b->mry[l];
        c->roll[k + l][2] = b->mrz[l];
    }
}

void tsu_block_run(const tsu_lawset *laws, tsu_contacts *c, tsu_lane_space *s, int64_t k)
{
    for (int q = 0; q < c->history_width; q++) {
        memcpy(s->history[q], c->history + q * c->capacity + k, TSU_LANES * sizeof(double));
    }
    tsu_lawset_run(laws, &s->block, (const tsu_lane *)s->coefficient, s->history);
    write_back(c, s, k);
}

void tsu_block_sum(const tsu_lawset *laws, const tsu_block *b, double *sum)
{
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        if (laws->accounts & 1u << q) sum[q] += lane_sum(b->account[q]);
    }
    sum[TSU_SUM_ELASTIC] += lane_sum(b->elastic);
    sum[TSU_SUM_TOUCHING] += lane_sum(b->touching);
}

static tsu_status reserve_scratch(world *w, int64_t chunks, tsu_error *err)
{
    tsu_status status = tsu_memory_grow(&w->partial, &w->partial_capacity, (size_t)chunks * TSU_SUMS + 1,
                                        sizeof *w->partial, "partial sums", err);
    if (status != TSU_OK || w->spaces >= w->threads) return status;
    tsu_memory_release(&w->space);
    w->spaces = 0;
    status = tsu_memory_allocate(&w->space, (size_t)w->threads, sizeof *w->space, "work space of the threads",
                                 err);
    if (status == TSU_OK) w->spaces = w->threads;
    return status;
}

tsu_status tsu_blocks_run(world *w, int64_t entries, tsu_parallel_fn *chunk, void *context, double *sum,
                          tsu_error *err)
{
    const int64_t chunks = tsu_parallel_blocks(entries, (int64_t)TSU_BLOCKS_PER_CHUNK * TSU_LANES);
    const tsu_status status = reserve_scratch(w, chunks, err);
    if (status != TSU_OK) return status;
    memset(w->partial, 0, (size_t)chunks * TSU_SUMS * sizeof *w->partial);
    tsu_parallel_for(chunks, w->threads, chunk, context);
    tsu_parallel_sum(w->partial, chunks, TSU_SUMS, sum);
    return TSU_OK;
}

void tsu_blocks_book(world *w, const double *sum)
{
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        w->books.dissipated[q] += sum[q];
    }
    w->books.elastic += sum[TSU_SUM_ELASTIC];
    w->books.wall_work += sum[TSU_SUM_WALL_WORK];
    w->books.external_work += sum[TSU_SUM_BULGE_WORK];
    w->touching += (int64_t)sum[TSU_SUM_TOUCHING];
}
