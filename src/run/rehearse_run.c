/* SPDX-License-Identifier: Apache-2.0 */
/* rehearse_run.c - what a dry run does in the place of `run`: all that the start of a run does and checks, what the run would
 * need, and then the step count as it would be afterwards. */
#include "base/memory.h"
#include "fix/fix.h"
#include "insertion/insertion.h"
#include "model/model.h"
#include "run/run.h"
#include "session/files.h"
#include "session/rehearsal.h"
#include "session/restart.h"
#include "state/clump_kind.h"
#include "step/ledger/losses.h"
#include "step/mesh/body.h"
#include "step/resume/resume_parts.h"
#include "step/wall/wall.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- properties ------------------------------------------------------------------------------------------------------ */

/* Notes an error of the run that is rehearsed; the others are still looked for. */
static void note_error(tsu_session *s, tsu_error *err)
{
    const char *file;
    int line;
    tsu_script_place(s->script, &file, &line);
    tsu_error_locate(err, file, line);
    tsu_session_remedy(s, err);
    (void)tsu_rehearsal_failed(s, "run", err);
}

/* Notes all properties that are missing, not only the first. */
static bool note_missing(tsu_session *s, const tsu_lawset *laws)
{
    tsu_error err = {0};
    int k = 0;
    for (; tsu_lawset_missing(laws, &s->world->materials, k, &err); k++) {
        note_error(s, &err);
    }
    return k > 0;
}

static bool properties_missing(tsu_session *s)
{
    bool missing = note_missing(s, &s->world->laws);
    for (int k = 0; k < s->world->walls; k++) {
        missing = note_missing(s, &s->world->wall[k]->laws) || missing;
    }
    return missing;
}

/* ---- the time step --------------------------------------------------------------------------------------------------- */

/* Keeps the run in which it is the largest part of the Rayleigh time. */
static void rehearse_step(tsu_session *s)
{
    tsu_step_times *old = &s->options.rehearsal->step, now;
    tsu_session_step_times(s, &now);
    const bool worse = now.rayleigh > 0.0 && old->dt * now.rayleigh < now.dt * old->rayleigh;
    if (!(old->dt > 0.0) || (now.rayleigh > 0.0 && !(old->rayleigh > 0.0)) || worse) *old = now;
}

/* ---- meshes ------------------------------------------------------------------------------------------------------------ */

static tsu_status rehearse_meshes(tsu_session *s, tsu_error *err)
{
    tsu_rehearsal *r = s->options.rehearsal;
    double triangles = 0.0;
    for (int k = 0; k < s->world->meshes; k++) {
        const tsu_mesh_body *body = s->world->mesh[k];
        bool known = false;
        triangles += body->mesh.triangles;
        for (int q = 0; q < r->meshes; q++) {
            known = known || (strcmp(r->mesh[q].name, body->name) == 0 &&
                              r->mesh[q].triangles == body->mesh.triangles);
        }
        if (known) continue;
        tsu_status status = tsu_memory_grow(&r->mesh, &r->mesh_capacity, (size_t)r->meshes + 1,
                                            sizeof *r->mesh, "meshes", err);
        if (status != TSU_OK) return status;
        tsu_rehearsed_mesh *m = &r->mesh[r->meshes];
        *m = (tsu_rehearsed_mesh){.triangles = body->mesh.triangles};
        snprintf(m->name, sizeof m->name, "%s", body->name);
        for (int q = 0; q < 3; q++) {
            m->size[q] = body->mesh.hi[q] - body->mesh.lo[q];
        }
        status = tsu_mesh_examine(&body->mesh, &m->health, err);
        if (status != TSU_OK) return status;
        r->meshes++;
    }
    r->triangles = fmax(r->triangles, triangles);
    return TSU_OK;
}

/* ---- particles ------------------------------------------------------------------------------------------------------- */

/* How many spheres come with a particle of a blend on average: clumps have several. */
static double spheres_of(const tsu_blend *b)
{
    double mean = 0.0;
    for (int q = 0; q < b->parts; q++) {
        mean += b->weight[q] * (b->part[q].clump ? b->part[q].clump->count : 1);
    }
    return mean;
}

static tsu_status rehearse_insertions(tsu_session *s, int64_t end, double *number, tsu_error *err)
{
    tsu_rehearsal *r = s->options.rehearsal;
    *number = 0.0;
    for (int k = 0; k < s->fixes.count; k++) {
        tsu_object *fix = s->fixes.object[k];
        tsu_model *n = tsu_insertion_of(fix);
        double some = 0.0;
        if (!n) continue;
        const bool pack = n->row == &tsu_model_insert_pack;
        r->endless = r->endless || (!pack && tsu_insertion_def_of(fix)->endless);
        r->refilled = r->refilled || (pack && tsu_insertion_every(n) > 0);
        const tsu_status status = tsu_insertion_expect(n, end, &some, err);
        if (status != TSU_OK) return status;
        *number += floor(some * spheres_of(&tsu_insertion_def_of(fix)->blend) + 0.5);
    }
    return TSU_OK;
}

static tsu_status note_run(tsu_session *s, int64_t end, tsu_error *err)
{
    tsu_rehearsal *r = s->options.rehearsal;
    const char *file;
    double more = 0.0;
    tsu_rehearsed_run run = {.steps = end - s->world->step, .dt = s->world->dt};
    tsu_script_place(s->script, &file, &run.line);
    snprintf(run.file, sizeof run.file, "%s", file);
    tsu_status status = rehearse_insertions(s, end, &more, err);
    if (status == TSU_OK)
        status = tsu_memory_grow(&r->run, &r->run_capacity, (size_t)r->runs + 1, sizeof *r->run, "runs", err);
    if (status != TSU_OK) return status;
    s->expected += more;
    run.after = s->world->particles.count + s->expected;
    run.before = run.after - more;
    r->largest = fmax(r->largest, run.after);
    r->run[r->runs++] = run;
    return TSU_OK;
}

/* ---- the run ------------------------------------------------------------------------------------------------------------ */

/* What fixes and computes say while a run goes on, said once; dumps would write. */
static void call_outputs(tsu_session *s)
{
    const tsu_objects *lists[] = {&s->fixes, &s->computes};
    tsu_error err = {0};
    for (int q = 0; q < 2; q++) {
        for (int k = 0; k < lists[q]->count; k++) {
            tsu_object *o = lists[q]->object[k];
            if (o->output && o->every > 0 && o->output(s, o->state, &err) != TSU_OK) note_error(s, &err);
        }
    }
}

static void check_restarts(tsu_session *s)
{
    const tsu_restart_plan *plan = s->restart;
    const char *path[3] = {plan->every > 0 ? plan->path : NULL, plan->every_two > 0 ? plan->two[0] : NULL,
                           plan->every_two > 0 ? plan->two[1] : NULL};
    tsu_error err = {0};
    for (int k = 0; k < 3; k++) {
        if (path[k] && tsu_session_reach_output(s, path[k], &err) != TSU_OK) note_error(s, &err);
    }
}

static tsu_status begin(tsu_session *s, bool setup, tsu_error *err)
{
    tsu_status status = tsu_session_resume(s, err);
    if (status == TSU_OK) status = setup ? tsu_session_begin_run(s, err) : tsu_world_settle(s->world, err);
    if (status == TSU_OK || status == TSU_ERROR_MEMORY) return status;
    note_error(s, err);
    return TSU_OK;
}

tsu_status tsu_session_rehearse(tsu_session *s, int64_t end, bool setup, tsu_error *err)
{
    tsu_rehearsal *r = s->options.rehearsal;
    tsu_world *w = s->world;
    tsu_resume_laws_text(&w->laws, r->laws);
    r->materials = w->materials.types;
    if (tsu_losses_arrange(w, err) != TSU_OK) return TSU_ERROR_MEMORY;
    r->history = w->laws.history;
    r->threads = w->threads;
    tsu_models_mark(s->world, true);
    rehearse_step(s);
    const bool complete = !properties_missing(s);
    tsu_status status = rehearse_meshes(s, err);
    if (status == TSU_OK && complete) status = begin(s, setup, err);
    if (!complete) tsu_session_check_steps(s);
    if (status == TSU_OK) status = note_run(s, end, err);
    if (status != TSU_OK) return status;
    call_outputs(s);
    check_restarts(s);
    w->time += (double)(end - w->step) * w->dt;
    w->step = end;
    return TSU_OK;
}
