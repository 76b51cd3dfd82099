/* SPDX-License-Identifier: Apache-2.0 */
/* probe.c - one contact along a path, for programs. */
#include "api/contact_deck.h"
#include "base/memory.h"
#include "step/contact_path.h"
#include "step/world.h"
#include "tsubu/tsubu_contact.h"
#include <stdlib.h>
#include <string.h>

enum { FIXED = 12, NAME = 96 };
static const char *const fixed_names[FIXED] = {
    "step", "t",   "overlap", "fn",  "fn_elastic",     "ftx",
    "fty",  "mrx", "mry",     "mrz", "energy_elastic", "energy_dissipated"};

struct tsu_probe {
    tsu_lawset laws;
    tsu_contact_path *path, *start; /* where it is; where the present drive began */
    int columns;
    char (*name)[NAME]; /* [columns] */
};

tsu_probe_def tsu_probe_def_default(void)
{
    return (tsu_probe_def){.type = {1, 0}, .radius = {1.0e-3, 1.0e-3}, .density = {2500.0, 2500.0}};
}

void tsu_probe_destroy(tsu_probe *p)
{
    if (!p) return;
    tsu_contact_path_destroy(p->path);
    tsu_contact_path_destroy(p->start);
    tsu_lawset_free(&p->laws);
    tsu_memory_release(&p->name);
    free(p);
}

static tsu_status name_columns(tsu_probe *p, tsu_error *err)
{
    const int remembered = tsu_contact_path_history_count(p->path);
    p->columns = FIXED + TSU_ACCOUNT_COUNT + remembered;
    const tsu_status s =
        tsu_memory_allocate(&p->name, (size_t)p->columns, sizeof *p->name, "names of columns", err);
    for (int k = 0; k < p->columns && s == TSU_OK; k++) {
        const int account = k - FIXED, history = account - TSU_ACCOUNT_COUNT;
        if (k < FIXED)
            snprintf(p->name[k], NAME, "%s", fixed_names[k]);
        else if (history < 0)
            snprintf(p->name[k], NAME, "dissipated_%s", tsu_account_name((tsu_account)account));
        else
            tsu_contact_path_history_name(p->path, history, p->name[k], NAME);
        for (char *c = p->name[k]; *c; c++) {
            if (*c == ' ' || *c == '-') *c = '_';
        }
    }
    return s;
}

/* Takes the laws over, also when it fails. */
static tsu_probe *make(tsu_lawset *laws, const tsu_probe_def *d, int wall_type, double timestep,
                       tsu_error *err)
{
    tsu_probe *p = calloc(1, sizeof *p);
    if (!p) {
        tsu_lawset_free(laws);
        tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a contact");
        return NULL;
    }
    p->laws = *laws;
    *laws = (tsu_lawset){0};
    const int second = wall_type > 0 ? wall_type : d->type[0];
    const tsu_contact_path_def def = {.laws = &p->laws,
                                      .type_i = d->type[0],
                                      .type_j = d->type[1] > 0 ? d->type[1] : second,
                                      .radius_i = d->radius[0],
                                      .radius_j = d->radius[1],
                                      .density_i = d->density[0],
                                      .density_j = d->density[1],
                                      .dt = d->timestep > 0.0 ? d->timestep : timestep,
                                      .wall = d->wall};
    p->path = tsu_contact_path_create(&def, err);
    p->start = p->path ? tsu_contact_path_create(&def, err) : NULL;
    if (p->start && name_columns(p, err) == TSU_OK) return p;
    tsu_probe_destroy(p);
    return NULL;
}

tsu_probe *tsu_probe_create(tsu_world *w, const tsu_probe_def *d, tsu_error *err)
{
    if (!w || !d) {
        tsu_error_null(err, "tsu_probe_create", "world and def");
        return NULL;
    }
    if (tsu_world_need_rest(w, "tsu_probe_create", err) != TSU_OK) return NULL;
    if (!w->laws.law[TSU_NORMAL]) {
        tsu_error_set(err, TSU_ERROR_INPUT,
                      "the world has no contact model; choose one first (tsu_laws_choose)");
        return NULL;
    }
    tsu_lawset laws = w->laws;
    laws.table = NULL;
    laws.types = 0;
    tsu_lawset_set_spent(&laws, false);
    if (tsu_lawset_prepare(&laws, &w->materials, err) == TSU_OK) return make(&laws, d, 0, w->dt, err);
    tsu_lawset_free(&laws);
    return NULL;
}

tsu_probe *tsu_probe_read(const char *path, const tsu_probe_def *d, tsu_error *err)
{
    if (!path || !d || (d->variables > 0 && !d->variable)) {
        tsu_error_null(err, "tsu_probe_read", "deck, def and variable");
        return NULL;
    }
    if (d->variables < 0 || d->variables > TSU_CONTACT_VARIABLES_MAX) {
        tsu_error_set(err, TSU_ERROR_INPUT, "%d variables; a contact takes 0 to %d", d->variables,
                      TSU_CONTACT_VARIABLES_MAX);
        return NULL;
    }
    tsu_contact_variables variables = {.count = d->variables};
    for (int k = 0; k < 2 * d->variables; k++) {
        variables.word[k] = d->variable[k];
    }
    tsu_contact_deck deck;
    if (tsu_contact_deck_load(&deck, path, d->wall, &variables, err) != TSU_OK) return NULL;
    return make(&deck.laws, d, deck.wall_type, deck.dt, err);
}

const char *tsu_probe_column(const tsu_probe *p, size_t k)
{
    return p && k < (size_t)p->columns ? p->name[k] : NULL;
}

static void tell(const tsu_probe *p, const tsu_contact_answer *a, double *out)
{
    const double fixed[FIXED] = {(double)a->step, a->t,     a->overlap, a->fn,
                                 a->fn_elastic,   a->ftx,   a->fty,     a->mr[0],
                                 a->mr[1],        a->mr[2], a->elastic, a->dissipated};
    memcpy(out, fixed, sizeof fixed);
    memcpy(out + FIXED, a->account, sizeof a->account);
    for (int k = FIXED + TSU_ACCOUNT_COUNT; k < p->columns; k++) {
        out[k] = tsu_contact_path_history(p->path, k - FIXED - TSU_ACCOUNT_COUNT);
    }
}

tsu_status tsu_probe_drive(tsu_probe *p, const double *path, size_t rows, double *answer, tsu_error *err)
{
    if (!p || !path || !answer) return tsu_error_null(err, "tsu_probe_drive", "probe, path and answer");
    tsu_status s = TSU_OK;
    tsu_contact_path_assign(p->start, p->path);
    for (size_t k = 0; k < rows && s == TSU_OK; k++) {
        const double *q = path + TSU_PROBE_PATH * k;
        const tsu_contact_row row = {q[0], q[1], q[2], q[3], q[4], q[5]};
        tsu_contact_answer a;
        s = tsu_contact_path_step(p->path, &row, &a, err);
        if (s == TSU_OK) tell(p, &a, answer + (size_t)p->columns * k);
    }
    if (s != TSU_OK) tsu_contact_path_assign(p->path, p->start);
    return s;
}
