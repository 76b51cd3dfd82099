/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks/meshes.h"
#include "step/mesh/servo.h"
#include "step/part/part.h"
#include "step/wall/wall.h"
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

tsu_status tsu_meshes_lay_down(tsu_meshes_at_rest *rest, const world *w, tsu_error *err)
{
    const size_t n = (size_t)w->meshes + 1;
    *rest = (tsu_meshes_at_rest){calloc(n, sizeof *rest->body), calloc(n, sizeof(tsu_mesh_body *))};
    if (!rest->body || !rest->mesh)
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the meshes of a part");
    for (int k = 0; k < w->meshes; k++) {
        tsu_mesh_body *body = rest->mesh[k] = &rest->body[k];
        *body = *w->mesh[k];
        body->movers = 0;
        body->surface = (tsu_surface_motion){0};
    }
    return TSU_OK;
}

void tsu_meshes_at_rest_free(tsu_meshes_at_rest *rest)
{
    free(rest->body);
    free(rest->mesh);
}

/* Loads that the part needs, or only carries along. */
static void put_loads(const tsu_mesh_body *body, tsu_parcel *to)
{
    const tsu_mesh_loads *l = body->loads;
    if (!l) return;
    tsu_parcel_put(to, l->reference, sizeof l->reference);
    tsu_parcel_put(to, l->force, sizeof l->force);
    tsu_parcel_put(to, l->torque, sizeof l->torque);
    tsu_parcel_put(to, &l->contacts, sizeof l->contacts);
    if (l->depth) tsu_parcel_put(to, l->depth, (size_t)body->mesh.triangles * sizeof *l->depth);
}

static void take_loads(tsu_mesh_body *body, tsu_parcel *from)
{
    tsu_mesh_loads *l = body->loads;
    if (!l) return;
    tsu_parcel_take(from, l->reference, sizeof l->reference);
    tsu_parcel_take(from, l->force, sizeof l->force);
    tsu_parcel_take(from, l->torque, sizeof l->torque);
    tsu_parcel_take(from, &l->contacts, sizeof l->contacts);
    if (l->depth) tsu_parcel_take(from, l->depth, (size_t)body->mesh.triangles * sizeof *l->depth);
    l->idle = !l->depth;
    l->touched_count = 0;
    memset(l->last, 0, (size_t)body->mesh.triangles * sizeof *l->last);
}

static int mesh_of(const world *w, const tsu_mesh_body *body)
{
    int k = 0;
    while (k < w->meshes && w->mesh[k] != body) {
        k++;
    }
    return k;
}

static void put_servos(const world *w, tsu_parcel *to)
{
    const size_t at = to->size;
    int64_t count = 0;
    tsu_parcel_put(to, &count, sizeof count);
    for (int k = 0; k < w->hooks; k++) {
        const tsu_servo *found = tsu_servo_of(&w->hook[k]);
        if (!found) continue;
        tsu_servo servo = *found;
        const int mesh = mesh_of(w, servo.body);
        servo.smallest = tsu_servo_smallest(w);
        tsu_parcel_put(to, &mesh, sizeof mesh);
        tsu_parcel_put(to, &servo, sizeof servo);
        count++;
    }
    if (!to->failed) memcpy(to->data + at, &count, sizeof count);
}

static tsu_status take_servos(world *w, tsu_parcel *from, tsu_error *err)
{
    tsu_part *d = w->part;
    int64_t count = 0;
    tsu_status s = TSU_OK;
    for (int k = 0; k < d->servos; k++) {
        tsu_world_remove_hook(w, &d->servo[k].hook);
    }
    d->servos = 0;
    free(d->servo);
    tsu_parcel_take(from, &count, sizeof count);
    d->servo = calloc((size_t)count + 1, sizeof *d->servo);
    if (!d->servo) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the servos of a part");
    for (int64_t k = 0; k < count && s == TSU_OK; k++) {
        int mesh = 0;
        tsu_parcel_take(from, &mesh, sizeof mesh);
        tsu_parcel_take(from, &d->servo[k], sizeof *d->servo);
        if (from->failed || mesh >= w->meshes) return tsu_parcel_broken(err);
        w->mesh[mesh]->loads->idle = false;
        s = tsu_servo_go_on(w, w->mesh[mesh], &d->servo[d->servos++], err);
    }
    return s;
}

static void return_servos(world *w, const world *part)
{
    int at = 0;
    for (int k = 0; k < w->hooks; k++) {
        tsu_servo *servo = tsu_servo_of(&w->hook[k]);
        if (!servo) continue;
        servo->sum = part->part->servo[at].sum;
        servo->last = part->part->servo[at++].last;
    }
}

static void put_warmth(const world *w, tsu_parcel *to)
{
    for (int k = 0; k < w->walls; k++) {
        const tsu_wall *wall = w->wall[k];
        tsu_parcel_put(to, &wall->warm, sizeof wall->warm);
        tsu_parcel_put(to, &wall->temperature, sizeof wall->temperature);
        tsu_parcel_put(to, &wall->heat, sizeof wall->heat);
        tsu_parcel_put(to, &wall->heat_area, sizeof wall->heat_area);
    }
    for (int k = 0; k < w->meshes; k++) {
        const tsu_mesh_body *body = w->mesh[k];
        tsu_parcel_put(to, &body->warm, sizeof body->warm);
        tsu_parcel_put(to, &body->temperature, sizeof body->temperature);
        tsu_parcel_put(to, &body->heat_waiting, sizeof body->heat_waiting);
        tsu_parcel_put(to, &body->thermal_mass, sizeof body->thermal_mass);
    }
}

static void take_warmth(const world *w, tsu_parcel *from)
{
    for (int k = 0; k < w->walls; k++) {
        tsu_wall *wall = w->wall[k];
        tsu_parcel_take(from, &wall->warm, sizeof wall->warm);
        tsu_parcel_take(from, &wall->temperature, sizeof wall->temperature);
        tsu_parcel_take(from, &wall->heat, sizeof wall->heat);
        tsu_parcel_take(from, &wall->heat_area, sizeof wall->heat_area);
    }
    for (int k = 0; k < w->meshes; k++) {
        tsu_mesh_body *body = w->mesh[k];
        tsu_parcel_take(from, &body->warm, sizeof body->warm);
        tsu_parcel_take(from, &body->temperature, sizeof body->temperature);
        tsu_parcel_take(from, &body->heat_waiting, sizeof body->heat_waiting);
        tsu_parcel_take(from, &body->thermal_mass, sizeof body->thermal_mass);
        tsu_exact_init(&body->heat);
    }
}

void tsu_meshes_put(const world *w, tsu_parcel *to)
{
    put_warmth(w, to);
    for (int k = 0; k < w->meshes; k++) {
        const tsu_mesh_body *body = w->mesh[k];
        tsu_parcel_put(to, &body->pose, sizeof body->pose);
        tsu_parcel_put(to, &body->twist, sizeof body->twist);
        tsu_parcel_put(to, &body->surface, sizeof body->surface);
        tsu_parcel_put(to, &body->movers, sizeof body->movers);
        tsu_parcel_put(to, body->mover, (size_t)body->movers * sizeof *body->mover);
        put_loads(body, to);
    }
    put_servos(w, to);
}

tsu_status tsu_meshes_take(world *w, tsu_parcel *from, tsu_error *err)
{
    take_warmth(w, from);
    for (int k = 0; k < w->meshes; k++) {
        tsu_mesh_body *body = w->mesh[k];
        tsu_parcel_take(from, &body->pose, sizeof body->pose);
        tsu_parcel_take(from, &body->twist, sizeof body->twist);
        tsu_parcel_take(from, &body->surface, sizeof body->surface);
        tsu_parcel_take(from, &body->movers, sizeof body->movers);
        free(body->mover);
        body->mover = malloc(((size_t)body->movers + 1) * sizeof *body->mover);
        if (!body->mover)
            return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the motions of mesh %s", body->name);
        tsu_parcel_take(from, body->mover, (size_t)body->movers * sizeof *body->mover);
        take_loads(body, from);
    }
    return take_servos(w, from, err);
}

/* The motion is the same for all ranks. */
static void take_back(tsu_mesh_body *to, const tsu_mesh_body *from)
{
    to->pose = from->pose;
    to->twist = from->twist;
    to->temperature = from->temperature;
    to->heat_waiting = from->heat_waiting;
    if (to->movers > 0) memcpy(to->mover, from->mover, (size_t)to->movers * sizeof *to->mover);
    if (to->loads) memcpy(to->loads->reference, from->loads->reference, sizeof to->loads->reference);
    if (to->loads && to->loads->depth)
        memcpy(to->loads->depth, from->loads->depth, (size_t)to->mesh.triangles * sizeof *to->loads->depth);
}

tsu_status tsu_meshes_return(world *w, const world *part, tsu_error *err)
{
    double shift[32][4] TSU_ALIGNED(32);
    tsu_status s = TSU_OK;
    for (int k = 0; k < w->meshes; k++) {
        take_back(w->mesh[k], part->mesh[k]);
    }
    for (int k = 0; k < w->walls; k++) {
        w->wall[k]->heat = part->wall[k]->heat;
    }
    return_servos(w, part);
    tsu_box_shifts(&w->box, shift);
    tsu_mesh_clear_loads(w);
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        if (w->wall[k]->mesh) s = tsu_mesh_add_loads(w, w->wall[k], (const double(*)[4])shift, 0.0, err);
    }
    return s;
}
