/* SPDX-License-Identifier: Apache-2.0 */
/* guests.c - what guests get from their owners, between steps and in each of them. */
#include "base/memory.h"
#include "step/part/room.h"
#include <string.h>

typedef struct tsu_world world;

static const char slot_name[] = "slot of a part";

/* ---- links and slots --------------------------------------------------------------------------------------------------- */

void tsu_part_link_free(tsu_part_link *l)
{
    tsu_memory_release(&l->send);
    tsu_memory_release(&l->take);
    tsu_memory_release(&l->out);
    tsu_memory_release(&l->in);
}

void tsu_part_unlink_all(tsu_part *d)
{
    tsu_team_route_free(d->route);
    d->route = NULL;
    for (int k = 0; k < d->links; k++) {
        tsu_part_link_free(&d->link[k]);
    }
    tsu_memory_release(&d->link);
    tsu_memory_release(&d->letter);
    d->links = 0;
}

tsu_status tsu_part_unlink(tsu_part *d, tsu_error *err)
{
    const size_t ranks = (size_t)tsu_team_size();
    tsu_part_unlink_all(d);
    const tsu_status s = tsu_memory_allocate(&d->link, ranks, sizeof *d->link, "links", err);
    return s == TSU_OK ? tsu_memory_allocate(&d->letter, ranks, sizeof *d->letter, "links", err) : s;
}

/* What guests get goes the same way in each step. */
tsu_status tsu_part_make_route(world *w, tsu_error *err)
{
    tsu_part *d = w->part;
    const bool wraps = w->box.periodic[0] || w->box.periodic[1] || w->box.periodic[2];
    d->numbers = wraps ? TSU_PART_NUMBERS : TSU_PART_NUMBERS - 3;
    for (int k = 0; k < d->links; k++) {
        const tsu_part_link *l = &d->link[k];
        d->letter[k] = (tsu_team_letter){.rank = l->rank,
                                         .out = l->out,
                                         .in = l->in,
                                         .out_bytes = (size_t)(l->sends * d->numbers) * sizeof *l->out,
                                         .in_bytes = (size_t)(l->takes * d->numbers) * sizeof *l->in};
    }
    tsu_team_route_free(d->route);
    d->route = tsu_team_route_make(d->letter, d->links);
    return d->route ? TSU_OK : tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for messages between ranks");
}

tsu_status tsu_part_number_slots(world *w, tsu_error *err)
{
    tsu_part *d = w->part;
    tsu_particle_column *slot = tsu_particles_column(&w->particles, slot_name, 1, 0.0, err);
    tsu_memory_release(&d->row);
    tsu_status s = slot ? TSU_OK : TSU_ERROR_MEMORY;
    if (s == TSU_OK)
        s = tsu_memory_allocate(&d->row, (size_t)w->particles.count, sizeof *d->row, "a part", err);
    for (int32_t i = 0; i < w->particles.count && s == TSU_OK; i++) {
        d->row[i] = i;
        slot->value[i] = i;
    }
    d->rows = w->particles.count;
    d->builds = w->lists.builds;
    return s;
}

/* Rows have changed where lists have been made. */
void tsu_part_find_rows(world *w)
{
    tsu_part *d = w->part;
    if (d->builds == w->lists.builds) return;
    const double *slot = tsu_particles_find_column(&w->particles, slot_name)->value;
    for (int32_t k = 0; k < d->rows; k++) {
        d->row[k] = -1; /* he has left the box */
    }
    for (int32_t i = 0; i < w->particles.count; i++) {
        d->row[(int32_t)slot[i]] = i;
    }
    d->builds = w->lists.builds;
}

void tsu_part_tell(world *w, double *value)
{
    tsu_part *d = w->part;
    tsu_part_find_rows(w);
    for (int k = 0; k < d->links; k++) {
        tsu_part_link *l = &d->link[k];
        for (int32_t q = 0; q < l->sends; q++) {
            const int32_t i = d->row[l->send[q]];
            l->out[q * d->numbers] = i < 0 ? 0.0 : value[i];
        }
    }
    tsu_team_route_begin(d->route);
    tsu_team_route_end(d->route);
    for (int k = 0; k < d->links; k++) {
        const tsu_part_link *l = &d->link[k];
        for (int32_t q = 0; q < l->takes; q++) {
            const int32_t i = d->row[l->take[q]];
            if (i >= 0) value[i] = l->in[q * d->numbers];
        }
    }
}

void tsu_part_owners(world *w, int32_t *owner)
{
    const tsu_part *d = w->part;
    tsu_part_find_rows(w);
    for (int32_t i = 0; i < w->particles.count; i++) {
        owner[i] = tsu_team_rank();
    }
    for (int k = 0; k < d->links; k++) {
        const tsu_part_link *l = &d->link[k];
        for (int32_t q = 0; q < l->takes; q++) {
            const int32_t i = d->row[l->take[q]];
            if (i >= 0) owner[i] = l->rank;
        }
    }
}

/* Place, velocity and spin, and how often it was wrapped where that can be. */
static void write_out(const world *w, const tsu_part_link *l)
{
    const tsu_particles *p = &w->particles;
    const tsu_part *d = w->part;
    double *to = l->out;
    for (int32_t k = 0; k < l->sends; k++, to += d->numbers) {
        const int32_t i = d->row[l->send[k]];
        if (i < 0) {
            memset(to, 0, (size_t)d->numbers * sizeof *to);
            continue;
        }
        memcpy(to, p->xr[i], 3 * sizeof *to);
        memcpy(to + 3, p->vm[i], 3 * sizeof *to);
        memcpy(to + 6, p->wi[i], 3 * sizeof *to);
        for (int q = 0; q < 3 && d->numbers == TSU_PART_NUMBERS; q++) {
            to[9 + q] = p->image[i][q];
        }
    }
}

/* The owner may have wrapped the particle when the guest was not, or the other way round; on the lattice of a periodic axis the
 * length of the box is added without rounding. */
static void read_in(const world *w, const tsu_part_link *l)
{
    const tsu_particles *p = &w->particles;
    const tsu_part *d = w->part;
    const double *from = l->in;
    for (int32_t k = 0; k < l->takes; k++, from += d->numbers) {
        const int32_t i = d->row[l->take[k]];
        if (i < 0) continue;
        memcpy(p->xr[i], from, 3 * sizeof *from);
        memcpy(p->vm[i], from + 3, 3 * sizeof *from);
        memcpy(p->wi[i], from + 6, 3 * sizeof *from);
        for (int q = 0; q < 3 && d->numbers == TSU_PART_NUMBERS; q++) {
            const double times = from[9 + q] - p->image[i][q];
            if (times != 0.0) p->xr[i][q] += times * (w->box.hi[q] - w->box.lo[q]);
        }
    }
}

/* ---- in a step --------------------------------------------------------------------------------------------------------- */

void tsu_part_send(world *w)
{
    tsu_part *d = w->part;
    tsu_part_find_rows(w);
    for (int k = 0; k < d->links; k++) {
        write_out(w, &d->link[k]);
    }
    tsu_team_route_begin(d->route);
}

void tsu_part_receive(world *w)
{
    const tsu_part *d = w->part;
    for (int k = 0; k < d->links; k++) {
        read_in(w, &d->link[k]);
    }
}
