/* SPDX-License-Identifier: Apache-2.0 */
#include "step/liquid.h"
#include "law/cohesion_bridge.h"
#include "step/wall/wall.h"

typedef struct tsu_world world;

static const char *column_of(const tsu_lawset *laws)
{
    const tsu_law *law = laws->law[TSU_COHESION];
    return law ? law->column : NULL;
}

static tsu_status prepare(world *w, const tsu_lawset *laws, tsu_error *err)
{
    double start = 0.0;
    const char *name = tsu_lawset_column(laws, &start);
    if (!name || tsu_particles_find_column(&w->particles, name)) return TSU_OK;
    return tsu_particles_column(&w->particles, name, 1, start, err) ? TSU_OK : TSU_ERROR_MEMORY;
}

tsu_status tsu_liquid_prepare(world *w, tsu_error *err)
{
    tsu_status s = prepare(w, &w->laws, err);
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        s = prepare(w, &w->wall[k]->laws, err);
    }
    return s;
}

/* More than a particle can hold is lost. */
static void limit(world *w, const tsu_lawset *laws, double *liquid)
{
    const tsu_law *law = laws->law[TSU_COHESION];
    const int at = laws->first_coefficient[TSU_COHESION] + law->column_limit;
    for (int32_t i = 0; i < w->particles.count; i++) {
        const int type = w->particles.type[i];
        const double most = tsu_lawset_coefficients(laws, type, type)[at];
        if (liquid[i] > most) liquid[i] = most;
    }
}

const double *tsu_liquid_begin(world *w, const tsu_lawset *laws)
{
    const char *name = column_of(laws);
    const tsu_particle_column *c = name ? tsu_particles_find_column(&w->particles, name) : NULL;
    if (!c) return NULL;
    limit(w, laws, c->value);
    return c->value;
}

static double bridge_state(const world *w, int64_t entry)
{
    return *tsu_contacts_history(&w->contacts, w->laws.first_history[TSU_COHESION] + TSU_BRIDGE_STATE, entry);
}

/* What particle i gains from the bridge of an incident entry that broke, with the liquid that all had before. */
static double gain(const world *w, const tsu_law *law, const double *liquid, int32_t i, uint32_t code)
{
    const tsu_contacts *c = &w->contacts;
    const int64_t entry = tsu_incident_entry(code);
    if (entry == c->capacity || bridge_state(w, entry) != 2.0) return 0.0;
    const uint32_t partner = c->partner[entry] & TSU_CONTACT_ROW_MASK;
    const uint32_t j = code & TSU_INCIDENT_SIDE ? c->row[entry] : partner;
    const tsu_particles *p = &w->particles;
    const double *coefficient =
        tsu_lawset_coefficients(&w->laws, p->type[i], p->type[j]) + w->laws.first_coefficient[TSU_COHESION];
    return law->share(coefficient, liquid[i], p->xr[i][3], liquid[j], p->xr[j][3]);
}

void tsu_liquid_share(world *w)
{
    const tsu_law *law = w->laws.law[TSU_COHESION];
    const tsu_contacts *c = &w->contacts;
    const tsu_incidence *in = &w->schedule.incidence;
    if (!law || !law->share) return;
    const tsu_particle_column *column = tsu_particles_find_column(&w->particles, law->column);
    if (!column) return;
    double *liquid = column->value;
    const tsu_particle_column *flux = tsu_particles_find_column(&w->particles, TSU_LIQUID_FLUX);
    bool any = false;
    for (int64_t k = 0; k < c->count; k++) {
        any = any || (c->live[k] && bridge_state(w, k) == 2.0);
    }
    for (int32_t i = 0; flux && i < w->particles.count; i++) {
        flux->value[i] = 0.0;
    }
    if (!any) return;
    /* all gains from the liquid before any of them, so that the order of particles does not matter; they wait in the unused
     * number beside the force */
    for (int32_t i = 0; i < w->particles.count; i++) {
        double sum = 0.0;
        for (int64_t q = in->first[i]; q < in->first[i + 1]; q++) {
            sum += gain(w, law, liquid, i, in->code[q]);
        }
        w->particles.force[i][3] = sum;
    }
    for (int32_t i = 0; i < w->particles.count; i++) {
        const double sum = w->particles.force[i][3];
        liquid[i] += sum;
        if (flux && w->dt > 0.0) flux->value[i] = sum / w->dt;
        w->particles.force[i][3] = 0.0;
    }
}
