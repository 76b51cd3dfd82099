/* SPDX-License-Identifier: Apache-2.0 */
/* stream.c - streams of particles through a planar face.
 *
 * Particles are inserted in the volume behind the face and travel towards it with the part of their velocity that is
 * normal to it, whatever acts on them; in the step in which its centre reaches the face a particle becomes free, with the
 * velocity and spin that are its own. Others feel it all the way. What keeps it on its way is a force from outside, and
 * its work is booked as such. */
#include "base/memory.h"
#include "model/insertion/insertion_state.h"
#include "step/ledger/energy.h"
#include "step/mesh/body.h"
#include <math.h>
#include <string.h>

/* ---- set up --------------------------------------------------------------------------------------------------------- */

static tsu_status make_face(tsu_insertion *n, tsu_error *err)
{
    const tsu_mesh_body *body = tsu_meshes_find(n->model->world, n->def.face);
    if (!body)
        return tsu_error_set(err, TSU_ERROR_INPUT, "insertion %s: there is no mesh %s any more",
                             n->model->name, n->def.face);
    if (tsu_mesh_moves(body) || body->pose.moved)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                             "insertion %s: mesh %s moves; particles are inserted at meshes that stay",
                             n->model->name, n->def.face);
    tsu_error why = {0};
    tsu_face_free(&n->face);
    const tsu_status status = tsu_face_make(&n->face, &body->mesh, &why);
    if (status != TSU_OK)
        return tsu_error_set(err, status, "insertion %s, mesh %s: %s", n->model->name, n->def.face,
                             why.message);
    return TSU_OK;
}

/* The velocity towards the face; the normal is turned to the side to which particles go. */
static tsu_status set_normal(tsu_insertion *n, tsu_error *err)
{
    const double *v = n->def.velocity;
    double speed = 0.0;
    for (int q = 0; q < 3; q++) {
        speed += v[q] * n->face.normal[q];
    }
    if (fabs(speed) < 1.0e-9)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "insertion %s: the velocity (%g %g %g) does not lead through the face, whose normal is "
            "(%g %g %g); give one that does",
            n->model->name, v[0], v[1], v[2], n->face.normal[0], n->face.normal[1], n->face.normal[2]);
    for (int q = 0; q < 3; q++) {
        n->normal[q] = speed * n->face.normal[q];
        if (speed < 0.0) n->face.normal[q] = -n->face.normal[q];
    }
    return TSU_OK;
}

static double normal_speed(const tsu_insertion *n)
{
    return sqrt(n->normal[0] * n->normal[0] + n->normal[1] * n->normal[1] + n->normal[2] * n->normal[2]);
}

/* From the length of the volume follow the steps between insertions, or the other way round. */
static tsu_status set_length(tsu_insertion *n, tsu_error *err)
{
    const tsu_insertion_def *o = &n->def;
    const double way = normal_speed(n) * n->model->world->dt, largest = n->def.blend.largest;
    if (o->length > 0.0) {
        n->length = o->length;
        n->every = (int64_t)(o->length / way * (1.0 + 1.0e-12));
        if (o->length < 3.0 * largest && (o->all_in || o->check))
            return tsu_error_set(
                err, TSU_ERROR_INPUT,
                "insertion %s: extrude_length %g is too short for particles of radius %g; at least "
                "%g",
                n->model->name, o->length, largest, 3.0 * largest);
        if (n->every < 1)
            return tsu_error_set(
                err, TSU_ERROR_INPUT,
                "insertion %s: extrude_length %g is passed in less than a step (%g per step)", n->model->name,
                o->length, way);
        return TSU_OK;
    }
    const int64_t given =
        o->duration_time > 0.0 ? (int64_t)(o->duration_time / n->model->world->dt) : o->duration;
    const int64_t duration = given > 0 ? given : n->every;
    if (duration > n->every)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "insertion %s: the duration of %lld steps is longer than the %lld steps between "
                             "insertions",
                             n->model->name, (long long)duration, (long long)n->every);
    n->length = (double)duration * way;
    if (n->length < 2.0 * largest)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "insertion %s: in %lld steps particles go only %g, less than the diameter %g of the "
            "largest; insert more seldom or faster",
            n->model->name, (long long)duration, n->length, 2.0 * largest);
    return TSU_OK;
}

/* How much of the volume behind the face lies in the box. */
static tsu_status check_inside(tsu_insertion *n, tsu_error *err)
{
    const tsu_world *w = n->model->world;
    const int64_t points = n->def.points > 0 ? n->def.points : 100000;
    const tsu_room room = {.world = w, .face = &n->face, .length = n->length};
    tsu_dice dice = {.seed = (uint64_t)n->def.seed, .id = UINT64_MAX, .purpose = 1};
    int64_t inside = 0;
    for (int64_t k = 0; k < points; k++) {
        double x[3];
        bool in = tsu_room_pick(&room, &dice, 0.0, x);
        for (int q = 0; q < 3; q++) {
            in = in && (w->boundary[q][0] == 's' || x[q] >= w->box.lo[q]) &&
                 (w->boundary[q][1] == 's' || x[q] <= w->box.hi[q]);
        }
        inside += in;
    }
    const double share = (double)inside / (double)points;
    if (share < 0.9)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "insertion %s: only %.3g %% of the volume behind the face, %g long, lies in the box; "
            "enlarge the box, or insert more often or from a shorter volume",
            n->model->name, 100.0 * share, n->length);
    if (share < 1.0)
        tsu_model_warn(
            n->model,
            "insertion %s: %.3g %% of the volume behind the face lies outside the box; nothing is inserted "
            "there",
            n->model->name, 100.0 * (1.0 - share));
    return TSU_OK;
}

tsu_status tsu_stream_prepare(tsu_insertion *n, tsu_error *err)
{
    tsu_status status = make_face(n, err);
    if (status == TSU_OK) status = set_normal(n, err);
    if (status == TSU_OK) status = set_length(n, err);
    if (status == TSU_OK) status = check_inside(n, err);
    return status;
}

/* ---- on the way ------------------------------------------------------------------------------------------------------- */

int64_t tsu_stream_release(const tsu_insertion *n, const double x[3])
{
    const tsu_world *w = n->model->world;
    const double way = normal_speed(n) * w->dt;
    double behind = 0.0;
    for (int q = 0; q < 3; q++) {
        behind -= (x[q] - n->face.point[q]) * n->face.normal[q];
    }
    return w->step + (int64_t)(behind / way * (1.0 + 1.0e-12));
}

tsu_status tsu_stream_send(tsu_insertion *n, int32_t first, int64_t count, const double (*after)[3],
                           tsu_error *err)
{
    const tsu_world *w = n->model->world;
    const size_t needed = (size_t)(n->flights + count);
    const tsu_status s = tsu_memory_grow(&n->flight, &n->flight_capacity, needed, sizeof *n->flight,
                                         "particles on their way", err);
    if (s != TSU_OK) return s;
    for (int64_t k = 0; k < count; k++) {
        const int32_t row = first + (int32_t)k;
        tsu_flight *f = &n->flight[n->flights++];
        *f = (tsu_flight){.id = w->particles.id[row],
                          .release = tsu_stream_release(n, w->particles.xr[row]),
                          .row = row,
                          .fresh = true};
        memcpy(f->way, n->normal, sizeof f->way);
        memcpy(f->velocity, after[k], sizeof f->velocity);
        memcpy(f->spin, n->def.spin, sizeof f->spin);
    }
    return TSU_OK;
}

static tsu_flight *find_flight(const tsu_insertion *n, uint64_t id)
{
    int64_t low = 0, high = n->flights - 1;
    while (low <= high) {
        const int64_t middle = (low + high) / 2;
        if (n->flight[middle].id == id) return &n->flight[middle];
        if (n->flight[middle].id < id)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return NULL;
}

/* Rows are where they were, unless particles were sorted, removed or added; a row of -1: the particle is gone. */
static void find_rows(tsu_insertion *n)
{
    const tsu_particles *p = &n->model->world->particles;
    bool found = true;
    if (n->arranged == p->arranged) return;
    n->arranged = p->arranged;
    for (int64_t k = 0; k < n->flights && found; k++) {
        const int32_t row = n->flight[k].row;
        found = row >= 0 && row < p->count && p->id[row] == n->flight[k].id;
    }
    if (found) return;
    for (int64_t k = 0; k < n->flights; k++) {
        n->flight[k].row = -1;
    }
    for (int32_t i = 0; i < p->count; i++) {
        tsu_flight *f = find_flight(n, p->id[i]);
        if (f) f->row = i;
    }
}

static double motion_energy(const tsu_particles *p, int32_t i, const double v[3], const double o[3])
{
    const double m = p->mass[i], r = p->xr[i][3];
    return 0.5 * m * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) +
           0.2 * m * r * r * (o[0] * o[0] + o[1] * o[1] + o[2] * o[2]);
}

/* The work against all forces over the step just taken, by the rule of the trapezium as for other forces. Who was inserted in this
 * step has met only the second half of it, without its weight, and as fast as the laws saw it (tsu_world_insert). */
static double work_of(const tsu_world *w, tsu_flight *f, const double force[3])
{
    const tsu_particles *p = &w->particles;
    const bool moves = p->group[f->row] & w->moving;
    double work = 0.0;
    for (int q = 0; q < 3; q++) {
        const double g = w->gravity[q], seen = f->way[q] - (moves ? 0.5 * w->dt * g : 0.0);
        work -= 0.5 * w->dt *
                (f->fresh ? (force[q] - p->mass[f->row] * g) * seen : (force[q] + f->force[q]) * f->way[q]);
        f->force[q] = force[q];
    }
    return work;
}

/* The work on particles that are alike is the same: so many of them in turn are booked at once. */
typedef struct works {
    double work; /* [J] */
    int times;
} works;

static void book_works(tsu_world *w, works *all)
{
    if (all->times > 0) tsu_ledger_works(w, all->work, all->times);
    all->times = 0;
}

static void book_work(tsu_world *w, works *all, double work)
{
    if (work != all->work || all->times >= TSU_EXACT_TIMES) book_works(w, all);
    all->work = work;
    all->times++;
}

static void forget_forces(tsu_particles *p, int32_t i)
{
    memset(p->force[i], 0, 3 * sizeof(double));
    memset(p->torque[i], 0, 3 * sizeof(double));
}

static void keep(tsu_world *w, tsu_flight *f)
{
    tsu_particles *p = &w->particles;
    memcpy(p->vm[f->row], f->way, sizeof f->way);
    memset(p->wi[f->row], 0, 3 * sizeof(double));
    forget_forces(p, f->row);
    /* it is not kicked from now on; what energy.c counts for no force is no error of the step */
    if (f->fresh) tsu_ledger_kick(w, tsu_energy_kick_of(w, f->row));
    f->fresh = false;
}

/* The forces that are there will kick it first. */
static void book_first_kick(tsu_world *w, const tsu_flight *f)
{
    tsu_particles *p = &w->particles;
    tsu_four force, torque;
    tsu_ledger_kick(w, tsu_energy_kick_of(w, f->row));
    if (f->fresh) return;
    memcpy(force, p->force[f->row], sizeof force);
    memcpy(torque, p->torque[f->row], sizeof torque);
    forget_forces(p, f->row);
    tsu_ledger_kick(w, -tsu_energy_kick_of(w, f->row));
    memcpy(p->force[f->row], force, sizeof force);
    memcpy(p->torque[f->row], torque, sizeof torque);
}

static void let_go(tsu_world *w, const tsu_flight *f)
{
    static const double rest[3] = {0};
    tsu_particles *p = &w->particles;
    memcpy(p->vm[f->row], f->velocity, sizeof f->velocity);
    memcpy(p->wi[f->row], f->spin, sizeof f->spin);
    book_first_kick(w, f);
    tsu_ledger_give(w,
                    motion_energy(p, f->row, f->velocity, f->spin) - motion_energy(p, f->row, f->way, rest));
}

/* A step ahead has kicked and moved the particles on their way like all others; the forces on them are those of contacts. They
 * go as far as they would have gone, with bits as without the step ahead. */
static void mend_step_ahead(tsu_insertion *n)
{
    tsu_world *w = n->model->world;
    tsu_particles *p = &w->particles;
    const double furthest = normal_speed(n) * w->dt * (1.0 + 1.0e-12);
    works all = {0};
    for (int64_t k = 0; k < n->flights; k++) {
        tsu_flight *f = &n->flight[k];
        const int32_t i = f->row;
        if (i < 0) continue;
        double force[3];
        for (int q = 0; q < 3; q++) {
            force[q] = p->force[i][q] + p->mass[i] * w->gravity[q];
        }
        book_work(w, &all, work_of(w, f, force));
        keep(w, f);
        if (!(p->group[i] & (w->moving | w->coasting))) continue;
        for (int q = 0; q < 3; q++) {
            const double to = p->xr[i][q] = f->place[q] + w->dt * f->way[q];
            const char *face = w->boundary[q];
            if ((face[0] == 'f' && to < w->box.lo[q]) || (face[1] == 'f' && to > w->box.hi[q]))
                w->ahead.outside = true;
        }
    }
    book_works(w, &all);
    if (furthest > w->ahead.furthest) w->ahead.furthest = furthest;
}

void tsu_stream_guide(tsu_insertion *n)
{
    tsu_world *w = n->model->world;
    int64_t left = 0;
    works all = {0};
    if (n->flights == 0) return;
    find_rows(n);
    if (tsu_world_is(w, TSU_CURRENT_AHEAD)) {
        mend_step_ahead(n);
        return;
    }
    for (int64_t k = 0; k < n->flights; k++) {
        tsu_flight *f = &n->flight[k];
        if (f->row < 0) continue; /* it left the box or was removed */
        book_work(w, &all, work_of(w, f, w->particles.force[f->row]));
        if (w->step >= f->release) {
            let_go(w, f);
            continue;
        }
        keep(w, f);
        n->flight[left++] = *f;
    }
    n->flights = left;
    book_works(w, &all);
}

void tsu_stream_note(tsu_insertion *n)
{
    tsu_world *w = n->model->world;
    if (n->flights == 0) return;
    find_rows(n);
    n->next_release = INT64_MAX;
    for (int64_t k = 0; k < n->flights; k++) {
        tsu_flight *f = &n->flight[k];
        if (f->row >= 0) memcpy(f->place, w->particles.xr[f->row], sizeof f->place);
        n->next_release = f->release < n->next_release ? f->release : n->next_release;
    }
    n->noted = w->step;
    tsu_world_gain(w, TSU_CURRENT_GUIDED);
}

bool tsu_stream_goes_on(const tsu_insertion *n)
{
    const tsu_world *w = n->model->world;
    const bool *periodic = w->box.periodic; /* who passes such a face is moved after it was noted */
    if (n->flights == 0) return true;
    return n->noted == w->step && w->step < n->next_release && !periodic[0] && !periodic[1] && !periodic[2];
}

void tsu_stream_hold(tsu_insertion *n)
{
    tsu_world *w = n->model->world;
    if (n->flights == 0) return;
    find_rows(n);
    for (int64_t k = 0; k < n->flights; k++) {
        tsu_flight *f = &n->flight[k];
        if (f->row < 0) continue;
        if (!f->fresh) tsu_ledger_kick(w, -tsu_energy_kick_of(w, f->row)); /* forces were evaluated anew */
        f->fresh = true;
        keep(w, f);
    }
}

bool tsu_insertion_sleeps(const tsu_model *m)
{
    const tsu_insertion *n = m->state;
    return n->flights == 0 && !(n->prepared && n->progress.next >= 0 && m->world->step >= n->progress.next);
}
