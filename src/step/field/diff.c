/* SPDX-License-Identifier: Apache-2.0 */
/* diff.c - in what the particles of two worlds differ. */
#include "base/memory.h"
#include "state/fields.h"
#include "state/particle_order.h"
#include "step/world.h"
#include <stdio.h>
#include <string.h>

typedef struct tsu_world world;

typedef struct finding {
    const world *w[2];
    tsu_difference *out;
    size_t most, count;
    int fields; /* that both have */
    tsu_field *field[2];
} finding;

static void add(finding *d, const tsu_difference *one)
{
    if (d->count < d->most) d->out[d->count] = *one;
    d->count++;
}

/* Fields that both worlds have are kept; those of one that the other has not are differences. */
static void compare_fields(finding *d, int which)
{
    const tsu_particles *p = &d->w[which]->particles;
    for (int k = 0; k < tsu_fields_count(p); k++) {
        const tsu_field f = tsu_fields_at(p, k);
        tsu_field twin;
        if (!(f.flags & TSU_FIELD_SAVED)) continue;
        if (tsu_fields_find(&d->w[1 - which]->particles, f.name, &twin) && twin.width == f.width) {
            if (which == 1) continue;
            d->field[0][d->fields] = f;
            d->field[1][d->fields++] = twin;
            continue;
        }
        tsu_difference one = {.kind = which ? TSU_DIFFERS_FIELD_SECOND : TSU_DIFFERS_FIELD_FIRST};
        snprintf(one.field, sizeof one.field, "%s", f.name);
        add(d, &one);
    }
}

static void compare_rows(finding *d, int32_t first, int32_t second)
{
    const world *a = d->w[0], *b = d->w[1];
    for (int k = 0; k < d->fields; k++) {
        const tsu_field *f = &d->field[0][k];
        for (int q = 0; q < f->width; q++) {
            const double x = tsu_field_get(&a->particles, &a->box, f, first, q),
                         y = tsu_field_get(&b->particles, &b->box, &d->field[1][k], second, q);
            if (memcmp(&x, &y, sizeof x) == 0) continue;
            tsu_difference one = {TSU_DIFFERS_VALUE, a->particles.id[first], "", q, x, y};
            snprintf(one.field, sizeof one.field, "%s", f->name);
            add(d, &one);
        }
    }
}

static void compare_particles(finding *d, const int32_t *order[2])
{
    const tsu_particles *a = &d->w[0]->particles, *b = &d->w[1]->particles;
    for (int32_t i = 0, j = 0; i < a->count || j < b->count;) {
        const uint64_t first = i < a->count ? a->id[order[0][i]] : UINT64_MAX,
                       second = j < b->count ? b->id[order[1][j]] : UINT64_MAX;
        if (first == second) compare_rows(d, order[0][i], order[1][j]);
        if (first < second) add(d, &(tsu_difference){.kind = TSU_DIFFERS_ONLY_FIRST, .id = first});
        if (first > second) add(d, &(tsu_difference){.kind = TSU_DIFFERS_ONLY_SECOND, .id = second});
        i += first <= second;
        j += second <= first;
    }
}

tsu_status tsu_world_diff(const world *first, const world *second, tsu_difference *out, size_t most,
                          size_t *count, tsu_error *err)
{
    if (!first || !second || (most > 0 && !out) || !count)
        return tsu_error_null(err, "tsu_world_diff", "first, second, out and count");
    finding d = {.w = {first, second}, .out = out, .most = most};
    int32_t *order[2] = {NULL};
    const size_t fields = (size_t)tsu_fields_count(&first->particles);
    tsu_status s = TSU_OK;
    for (int k = 0; k < 2 && s == TSU_OK; k++) {
        const tsu_particles *p = &d.w[k]->particles;
        s = tsu_memory_allocate(&order[k], (size_t)p->count + 1, sizeof *order[k], "a comparison", err);
        if (s == TSU_OK)
            s = tsu_memory_allocate(&d.field[k], fields, sizeof *d.field[k], "a comparison", err);
        if (s == TSU_OK) s = tsu_particles_by_id(p, order[k], err);
    }
    if (s == TSU_OK) {
        compare_fields(&d, 0);
        compare_fields(&d, 1);
        compare_particles(&d, (const int32_t *[2]){order[0], order[1]});
        *count = d.count;
    }
    for (int k = 0; k < 2; k++) {
        tsu_memory_release(&order[k]);
        tsu_memory_release(&d.field[k]);
    }
    return s;
}

void tsu_difference_tell(const tsu_difference *d, char *text, size_t size)
{
    if (!d || !text) return;
    const bool second = d->kind == TSU_DIFFERS_ONLY_SECOND || d->kind == TSU_DIFFERS_FIELD_SECOND;
    if (d->kind == TSU_DIFFERS_VALUE)
        snprintf(text, size, "particle %llu: %s[%d] is %.17g and %.17g", (unsigned long long)d->id, d->field,
                 d->number, d->first, d->second);
    else if (d->id)
        snprintf(text, size, "particle %llu is only in the %s world", (unsigned long long)d->id,
                 second ? "second" : "first");
    else
        snprintf(text, size, "field %s is only in the %s world", d->field, second ? "second" : "first");
}
