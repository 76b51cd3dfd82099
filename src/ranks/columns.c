/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks/columns.h"
#include "model/model.h"
#include "step/part/part.h"
#include "step/wall/wall.h"
#include <string.h>

typedef struct tsu_world world;

typedef struct column_head {
    char name[64];
    int64_t width, flags;
    double initial;
} column_head;

int tsu_columns_travel(const world *w)
{
    double start;
    if (w->part) return w->part->columns;
    bool liquid = tsu_lawset_column(&w->laws, &start) != NULL;
    for (int k = 0; k < w->walls; k++) {
        liquid = liquid || tsu_lawset_column(&w->wall[k]->laws, &start) != NULL;
    }
    if (liquid) return w->particles.columns;
    for (int k = 0; k < tsu_models_count(w); k++) {
        const tsu_model *m = tsu_models_at(w, k);
        const bool uses = ((m->row->reads | m->row->writes) & TSU_FIELDS_COLUMNS) != 0;
        if (uses && tsu_model_divides(m)) return w->particles.columns;
    }
    return 0;
}

void tsu_columns_put_names(const world *w, tsu_parcel *to)
{
    const int64_t count = tsu_columns_travel(w);
    tsu_parcel_put(to, &count, sizeof count);
    for (int64_t k = 0; k < count; k++) {
        const tsu_particle_column *c = &w->particles.column[k];
        column_head h = {.width = c->width, .flags = c->flags, .initial = c->initial};
        memcpy(h.name, c->name, strlen(c->name) + 1);
        tsu_parcel_put(to, &h, sizeof h);
    }
}

tsu_status tsu_columns_take_names(world *w, tsu_parcel *from, tsu_error *err)
{
    tsu_particles *p = &w->particles;
    int64_t count = 0;
    while (p->columns > 0) {
        tsu_particles_remove_column(p, p->column[p->columns - 1].name);
    }
    tsu_parcel_take(from, &count, sizeof count);
    for (int64_t k = 0; k < count; k++) {
        column_head h;
        tsu_parcel_take(from, &h, sizeof h);
        if (from->failed) return tsu_parcel_broken(err);
        tsu_particle_column *c = tsu_particles_column(p, h.name, (int)h.width, h.initial, err);
        if (!c) return TSU_ERROR_MEMORY;
        c->flags = (unsigned)h.flags;
    }
    w->part->columns = (int)count;
    return TSU_OK;
}
