/* SPDX-License-Identifier: Apache-2.0 */
/* making.h - lists of neighbours on a device: the work of one thread on one particle or entry. Particles are sorted by cells, pairs that
 * are near are found and written in two sweeps (count, fill), and the histories of contacts that touch are carried over. Which pairs
 * are in a list beside those that touch, and in which order, leaves no trace in the results.
 *
 * A pair is found by its larger sphere, or by the lower row: so small spheres look into the cells next to theirs only, however large the
 * largest are. */
#ifndef TSU_CUDA_MAKING_H
#define TSU_CUDA_MAKING_H

#include "cuda/row.h"
#include "cuda/sums.h"
#include "cuda/touch.h"

enum { TSU_GPU_KEPT = 12 /* partners of a row that the first sweep keeps for the second */ };
enum { TSU_GPU_BRICK_BITS = 3 }; /* cells are numbered brick by brick, of 8 x 8 x 8 */

/* As tsu_exclusion (step/world.h). */
typedef struct tsu_gpu_exclusion {
    bool by_type;
    int32_t type[2];
    uint32_t group[2];
} tsu_gpu_exclusion;

typedef struct tsu_gpu_grid {
    double lo[3], length[3],
        inverse[3]; /* of the box or of what particles take up; cells by length [m], [1/m] */
    bool periodic[3];
    int32_t cells[3], bricks[3];
} tsu_gpu_grid;

/* What is found out about all particles; numbers as tsu_gpu_ordered. */
typedef struct tsu_gpu_extent {
    uint64_t low[3], high[3]; /* [m] */
    uint64_t furthest2;       /* square of the longest way since lists were made, as bits [m^2] */
    uint64_t strange;         /* not 0: a place is not finite, or far out of a periodic box */
    tsu_gpu_exact power;      /* of gravity [W] */
} tsu_gpu_extent;

typedef struct tsu_gpu_making {
    int64_t rows;
    tsu_gpu_rows old, fresh;
    tsu_gpu_list from, to; /* lists between particles, or at a wall */
    tsu_gpu_grid grid;
    double range, soon;    /* how far apart surfaces may be in a list, and at the beginning of it [m] */
    uint32_t *key, *order; /* cell of each row, and old row, sorted */
    uint32_t *new_row;     /* by old row */
    int8_t (*wrap)[4];     /* by old row: box lengths subtracted from its place */
    uint32_t *cell_first, *cell_end; /* rows of each cell */
    uint32_t
        *own; /* [2 rows + 2] entries of each row: those that touch, then the others; then where they begin */
    uint32_t *sides, *cursor; /* entries on either side: number, then first; next */
    uint32_t *kept;           /* [TSU_GPU_KEPT][rows] partners */
    uint32_t *code;           /* as in tsu_incidence */
    uint32_t *source;   /* by new entry: 2 old entry + 1 if the two have changed places; UINT32_MAX: none */
    double (*place)[3]; /* of rows when the list was made */
    uint32_t *near;
    tsu_gpu_extent *extent;
    uint64_t antisymmetric; /* mask: history that changes sign with i <-> j */
    int exclusions;
    const tsu_gpu_exclusion *exclusion;
    int number; /* of the wall */
    uint32_t group;
    tsu_gpu_wall wall;
    const tsu_mesh_form *form; /* of the wall, if it is a mesh */
    double gravity[3];
    tsu_v4 lo, hi;        /* fixed faces, as in tsu_kick */
    const uint32_t *gone; /* rows of the host that have left, sorted; so many */
    uint32_t leavers;
} tsu_gpu_making;

/* ---- numbers that threads find together --------------------------------------------------------------------------------- */

/* Doubles as integers in the same order. */
TSU_FN uint64_t tsu_gpu_ordered(double x)
{
    const uint64_t bits = tsu_gpu_bits(x), sign = UINT64_C(1) << 63;
    return bits & sign ? ~bits : bits | sign;
}

static inline double tsu_gpu_unordered(uint64_t ordered)
{
    const uint64_t sign = UINT64_C(1) << 63, bits = ordered & sign ? ordered & ~sign : ~ordered;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

TSU_FN void tsu_gpu_lowest(uint64_t *to, uint64_t number)
{
#if defined(__CUDA_ARCH__)
    if (number < *(volatile uint64_t *)to) atomicMin((unsigned long long *)to, (unsigned long long)number);
#else
    *to = number < *to ? number : *to;
#endif
}

/* The number there was. */
TSU_FN uint32_t tsu_gpu_take(uint32_t *counter)
{
#if defined(__CUDA_ARCH__)
    return atomicAdd(counter, 1u);
#else
    return (*counter)++;
#endif
}

/* ---- who is where ---------------------------------------------------------------------------------------------------------- */

TSU_FN void tsu_gpu_find_extent(const tsu_gpu_making *m, int64_t i)
{
    const tsu_v4 x = m->old.x[i];
    for (int q = 0; q < 3; q++) {
        if (m->grid.periodic[q]) continue;
        tsu_gpu_lowest(&m->extent->low[q], tsu_gpu_ordered(x[q]));
        tsu_gpu_highest(&m->extent->high[q], tsu_gpu_ordered(x[q]));
    }
}

TSU_FN void tsu_gpu_find_furthest(const tsu_gpu_making *m, int64_t i)
{
    const tsu_v4 x = m->old.x[i];
    double d2 = 0.0;
    for (int q = 0; q < 3; q++) {
        const double d = x[q] - m->place[i][q];
        d2 += d * d;
    }
    tsu_gpu_highest(&m->extent->furthest2, d2 == d2 ? tsu_gpu_bits(d2) : tsu_gpu_bits(INFINITY));
}

TSU_FN int32_t tsu_gpu_cell_along(const tsu_gpu_grid *g, double x, int q)
{
    const double at = (x - g->lo[q]) * g->inverse[q];
    const int32_t last = g->cells[q] - 1;
    return !(at > 0.0) ? 0 : at >= (double)last ? last : (int32_t)at;
}

/* The number of a cell: its brick, and within this in the order of Morton. */
TSU_FN uint32_t tsu_gpu_cell(const tsu_gpu_grid *g, const int32_t c[3])
{
    uint32_t within = 0;
    const int32_t low = (1 << TSU_GPU_BRICK_BITS) - 1;
    for (int b = 0; b < TSU_GPU_BRICK_BITS; b++) {
        for (int q = 0; q < 3; q++) {
            within |= (uint32_t)((c[q] & low) >> b & 1) << (3 * b + q);
        }
    }
    const uint32_t brick =
        (uint32_t)(((c[2] >> TSU_GPU_BRICK_BITS) * g->bricks[1] + (c[1] >> TSU_GPU_BRICK_BITS)) *
                       g->bricks[0] +
                   (c[0] >> TSU_GPU_BRICK_BITS));
    return brick << (3 * TSU_GPU_BRICK_BITS) | within;
}

TSU_FN void tsu_gpu_come_home(const tsu_gpu_making *m, int64_t i)
{
    m->old.home[i] = (uint32_t)i;
}

/* How many of those who have left were before this row of the host. */
TSU_FN uint32_t tsu_gpu_left_before(const tsu_gpu_making *m, uint32_t home)
{
    uint32_t low = 0, high = m->leavers;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (m->gone[middle] < home)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Who has left comes behind all others. */
TSU_FN void tsu_gpu_part_row(const tsu_gpu_making *m, int64_t i)
{
    const uint32_t home = m->old.home[i], before = tsu_gpu_left_before(m, home);
    m->old.home[i] = home - before;
    if (before < m->leavers && m->gone[before] == home) m->key[i] = UINT32_MAX;
}

/* Into the periodic box, as step/list/boundary.c does; and the cell. */
TSU_FN void tsu_gpu_settle_row(const tsu_gpu_making *m, int64_t i)
{
    enum { CROSSINGS_MAX = 100 };
    const tsu_gpu_grid *g = &m->grid;
    tsu_v4 x = m->old.x[i];
    int32_t c[3];
    bool strange = false;
    for (int q = 0; q < 3; q++) {
        m->wrap[i][q] = 0;
        if (g->periodic[q]) {
            const double times = floor((x[q] - g->lo[q]) / g->length[q]);
            if (!(fabs(times) < (double)CROSSINGS_MAX)) {
                strange = true;
            } else if (times != 0.0) {
                x[q] -= times * g->length[q];
                m->old.image[i][q] += (int32_t)times;
                m->wrap[i][q] = (int8_t)times;
            }
        }
        strange |= !(x[q] - x[q] == 0.0);
        c[q] = tsu_gpu_cell_along(g, x[q], q);
    }
    m->wrap[i][3] = 0;
    if (strange) tsu_gpu_join(&m->extent->strange, 1);
    m->old.x[i] = x;
    m->key[i] = tsu_gpu_cell(g, c);
    m->order[i] = (uint32_t)i;
    m->new_row[i] = UINT32_MAX;
    if (m->leavers > 0) tsu_gpu_part_row(m, i);
}

/* A row of the new order. */
TSU_FN void tsu_gpu_arrange_row(const tsu_gpu_making *m, int64_t k)
{
    const uint32_t i = m->order[k], cell = m->key[k];
    const tsu_gpu_rows *a = &m->old, *b = &m->fresh;
    const tsu_v4 x = a->x[i];
    b->x[k] = x;
    b->v[k] = a->v[i];
    b->w[k] = a->w[i];
    b->mass[k] = a->mass[i];
    b->type[k] = a->type[i];
    b->group[k] = a->group[i];
    b->id[k] = a->id[i];
    b->home[k] = a->home[i];
    for (int q = 0; q < 4; q++) {
        b->image[k][q] = a->image[i][q];
    }
    for (int q = 0; q < 3; q++) {
        m->place[k][q] = x[q];
    }
    m->new_row[i] = (uint32_t)k;
    m->near[k] = 0;
    if (k == 0 || m->key[k - 1] != cell) m->cell_first[cell] = (uint32_t)k;
    if (k + 1 == m->rows || m->key[k + 1] != cell) m->cell_end[cell] = (uint32_t)(k + 1);
}

/* ---- who is near ----------------------------------------------------------------------------------------------------------- */

TSU_FN uint32_t tsu_gpu_image(const int32_t s[3])
{
    return (uint32_t)((s[0] + 1) + 3 * (s[1] + 1) + 9 * (s[2] + 1));
}

TSU_FN bool tsu_gpu_is_forward(const int32_t s[3])
{
    return s[2] > 0 || (s[2] == 0 && (s[1] > 0 || (s[1] == 0 && s[0] > 0)));
}

/* Whether the pair belongs to the first of the two. */
TSU_FN bool tsu_gpu_owns(const tsu_gpu_making *m, uint32_t i, uint32_t j, const int32_t s[3])
{
    const double a = m->fresh.x[i][3], b = m->fresh.x[j][3];
    return i == j ? tsu_gpu_is_forward(s) : a > b || (a == b && i < j);
}

/* As is_excluded of step/list/pair_list.c. */
TSU_FN bool tsu_gpu_excludes(const tsu_gpu_making *m, uint32_t i, uint32_t j)
{
    const tsu_gpu_rows *p = &m->fresh;
    for (int k = 0; k < m->exclusions; k++) {
        const tsu_gpu_exclusion *e = &m->exclusion[k];
        const bool there = e->by_type ? p->type[i] == e->type[0] && p->type[j] == e->type[1]
                                      : (p->group[i] & e->group[0]) && (p->group[j] & e->group[1]);
        const bool back = e->by_type ? p->type[j] == e->type[0] && p->type[i] == e->type[1]
                                     : (p->group[j] & e->group[0]) && (p->group[i] & e->group[1]);
        if (there || back) return true;
    }
    return false;
}

/* Partner `slot` of row i, as the first sweep keeps it: those that touch from the first slot on, the others from the last one back. */
TSU_FN uint32_t *tsu_gpu_kept(const tsu_gpu_making *m, uint32_t i, uint32_t slot)
{
    return &m->kept[(int64_t)slot * m->rows + i];
}

TSU_FN void tsu_gpu_write_pair(const tsu_gpu_making *m, uint32_t i, uint32_t partner, uint32_t entry)
{
    const uint32_t j = partner & TSU_CONTACT_ROW_MASK;
    m->to.row[entry] = i;
    m->to.partner[entry] = partner;
    m->source[entry] = UINT32_MAX;
    m->code[tsu_gpu_take(&m->cursor[i])] = entry << TSU_INCIDENT_BITS;
    m->code[tsu_gpu_take(&m->cursor[j])] = entry << TSU_INCIDENT_BITS | (uint32_t)TSU_INCIDENT_SIDE;
}

/* A pair that is near: counted, or written where the counts have made room. `part`: 0 if it touches, 1 if not. */
TSU_FN void tsu_gpu_note_pair(const tsu_gpu_making *m, uint32_t i, uint32_t partner, const bool fill,
                              int part, uint32_t next[2])
{
    const uint32_t number = next[part]++;
    if (fill) {
        tsu_gpu_write_pair(m, i, partner, number);
        return;
    }
    tsu_gpu_take(&m->sides[i]);
    tsu_gpu_take(&m->sides[partner & TSU_CONTACT_ROW_MASK]);
    if (next[0] + next[1] <= TSU_GPU_KEPT)
        *tsu_gpu_kept(m, i, part == 0 ? number : TSU_GPU_KEPT - 1 - number) = partner;
}

/* The rows of a cell that is seen with this image. */
TSU_FN void tsu_gpu_search_cell(const tsu_gpu_making *m, uint32_t i, const tsu_v4 *x, uint32_t cell,
                                const int32_t s[3], const bool fill, uint32_t next[2])
{
    const tsu_gpu_grid *g = &m->grid;
    const double dx = (*x)[0] - s[0] * g->length[0], dy = (*x)[1] - s[1] * g->length[1],
                 dz = (*x)[2] - s[2] * g->length[2];
    const uint32_t end = m->cell_end[cell];
    for (uint32_t j = m->cell_first[cell]; j < end; j++) {
        const tsu_v4 y = m->fresh.x[j];
        const double ex = dx - y[0], ey = dy - y[1], ez = dz - y[2], d2 = ex * ex + ey * ey + ez * ez,
                     touch = (*x)[3] + y[3], cut = touch + m->range, soon = touch + m->soon;
        if (!(d2 < cut * cut) || !tsu_gpu_owns(m, i, j, s)) continue;
        if (m->exclusions > 0 && tsu_gpu_excludes(m, i, j)) continue;
        tsu_gpu_note_pair(m, i, j | tsu_gpu_image(s) << TSU_CONTACT_ROW_BITS, fill, d2 < soon * soon ? 0 : 1,
                          next);
    }
}

/* The cells that may hold partners that are not larger. */
TSU_FN void tsu_gpu_search_row(const tsu_gpu_making *m, uint32_t i, const bool fill, uint32_t next[2])
{
    const tsu_gpu_grid *g = &m->grid;
    const tsu_v4 x = m->fresh.x[i];
    int32_t low[3], high[3], at[3], c[3], s[3] = {0, 0, 0};
    for (int q = 0; q < 3; q++) {
        const int32_t mine = tsu_gpu_cell_along(g, x[q], q),
                      far = (int32_t)((2.0 * x[3] + m->range) * g->inverse[q]) + 1;
        low[q] = g->periodic[q] || mine > far ? mine - far : 0;
        high[q] = g->periodic[q] || mine + far < g->cells[q] ? mine + far : g->cells[q] - 1;
        if (g->periodic[q] && low[q] < -g->cells[q]) low[q] = -g->cells[q];
        if (g->periodic[q] && high[q] >= 2 * g->cells[q]) high[q] = 2 * g->cells[q] - 1;
    }
    for (at[2] = low[2]; at[2] <= high[2]; at[2]++) {
        for (at[1] = low[1]; at[1] <= high[1]; at[1]++) {
            for (at[0] = low[0]; at[0] <= high[0]; at[0]++) {
                for (int q = 0; q < 3; q++) {
                    s[q] = at[q] < 0 ? -1 : at[q] >= g->cells[q] ? 1 : 0;
                    c[q] = at[q] - s[q] * g->cells[q];
                }
                tsu_gpu_search_cell(m, i, &x, tsu_gpu_cell(g, c), s, fill, next);
            }
        }
    }
}

TSU_FN void tsu_gpu_count_row(const tsu_gpu_making *m, int64_t i)
{
    uint32_t number[2] = {0, 0};
    tsu_gpu_search_row(m, (uint32_t)i, false, number);
    m->own[i] = number[0];
    m->own[m->rows + i] = number[1];
}

TSU_FN void tsu_gpu_fill_row(const tsu_gpu_making *m, int64_t i)
{
    uint32_t next[2] = {m->own[i], m->own[m->rows + i]};
    const uint32_t touch = m->own[i + 1] - next[0], apart = m->own[m->rows + i + 1] - next[1];
    if (touch + apart > TSU_GPU_KEPT) {
        tsu_gpu_search_row(m, (uint32_t)i, true, next);
        return;
    }
    for (uint32_t k = 0; k < touch; k++) {
        tsu_gpu_write_pair(m, (uint32_t)i, *tsu_gpu_kept(m, (uint32_t)i, k), next[0] + k);
    }
    for (uint32_t k = 0; k < apart; k++) {
        tsu_gpu_write_pair(m, (uint32_t)i, *tsu_gpu_kept(m, (uint32_t)i, TSU_GPU_KEPT - 1 - k), next[1] + k);
    }
}

/* Rows begin to fill in their codes. */
TSU_FN void tsu_gpu_begin_row(const tsu_gpu_making *m, int64_t i)
{
    m->cursor[i] = m->sides[i];
}

/* ---- histories --------------------------------------------------------------------------------------------------------------- */

/* An old entry that touches finds its new one: as tsu_carry_move. */
TSU_FN void tsu_gpu_find_pair(const tsu_gpu_making *m, int64_t k)
{
    if (!m->from.live[k]) return;
    const uint32_t i = m->from.row[k], seen = m->from.partner[k], j = seen & TSU_CONTACT_ROW_MASK,
                   image = seen >> TSU_CONTACT_ROW_BITS, a = m->new_row[i], b = m->new_row[j];
    if (a == UINT32_MAX || b == UINT32_MAX) return; /* one has left */
    int32_t s[3] = {(int32_t)(image % 3) - 1, (int32_t)(image / 3 % 3) - 1, (int32_t)(image / 9) - 1};
    for (int q = 0; q < 3; q++) {
        s[q] += m->wrap[j][q] - m->wrap[i][q];
        if (s[q] < -1 || s[q] > 1) return;
    }
    const uint32_t flipped = tsu_gpu_owns(m, a, b, s) ? 0 : 1, owner = flipped ? b : a;
    for (int q = 0; q < 3 && flipped; q++) {
        s[q] = -s[q];
    }
    const uint32_t code = (flipped ? a : b) | tsu_gpu_image(s) << TSU_CONTACT_ROW_BITS;
    for (int part = 0; part < 2; part++) {
        const uint32_t *own = m->own + (part == 0 ? owner : m->rows + owner);
        for (uint32_t e = own[0]; e < own[1]; e++) {
            if (m->to.partner[e] != code) continue;
            m->source[e] = (uint32_t)(2 * k) | flipped;
            return;
        }
    }
}

TSU_FN void tsu_gpu_carry_entry(const tsu_gpu_making *m, int64_t k)
{
    const uint32_t source = m->source[k];
    const bool none = source == UINT32_MAX;
    double *to = tsu_gpu_history(&m->to, k);
    const double *from = none ? to : tsu_gpu_history(&m->from, source >> 1);
    for (int q = 0; q < m->to.width; q++) {
        const double h = none ? 0.0 : from[q * TSU_CONTACT_BLOCK];
        to[q * TSU_CONTACT_BLOCK] = source & 1 && !none && m->antisymmetric >> q & 1 ? -h : h;
    }
    m->to.live[k] = !none;
}

/* ---- the contacts of each particle, by the partners' ids: as incidence.c -------------------------------------------------------- */

typedef struct tsu_gpu_partner {
    uint64_t id;
    uint32_t image;
} tsu_gpu_partner;

TSU_FN tsu_gpu_partner tsu_gpu_partner_of(const tsu_gpu_making *m, uint32_t code)
{
    const uint32_t entry = tsu_incident_entry(code), seen = m->to.partner[entry];
    const bool side = code & TSU_INCIDENT_SIDE;
    const uint32_t row = side ? m->to.row[entry] : seen & TSU_CONTACT_ROW_MASK,
                   image = seen >> TSU_CONTACT_ROW_BITS;
    const tsu_gpu_partner p = {m->fresh.id[row], side ? 26 - image : image};
    return p;
}

TSU_FN bool tsu_gpu_after(const tsu_gpu_partner *a, const tsu_gpu_partner *b)
{
    return a->id > b->id || (a->id == b->id && a->image > b->image);
}

TSU_FN void tsu_gpu_sort_row(const tsu_gpu_making *m, int64_t i)
{
    const uint32_t n = m->sides[i + 1] - m->sides[i];
    uint32_t *list = m->code + m->sides[i];
    uint32_t gap = 1;
    while (n > 32 && gap < n / 5) { /* Shell's sort; few in one go */
        gap = 3 * gap + 1;
    }
    for (; gap > 0; gap /= 3) {
        for (uint32_t k = gap; k < n; k++) {
            const uint32_t code = list[k];
            const tsu_gpu_partner mine = tsu_gpu_partner_of(m, code);
            uint32_t q = k;
            for (; q >= gap; q -= gap) {
                const tsu_gpu_partner other = tsu_gpu_partner_of(m, list[q - gap]);
                if (!tsu_gpu_after(&other, &mine)) break;
                list[q] = list[q - gap];
            }
            list[q] = code;
        }
    }
}

#endif
