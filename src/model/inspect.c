/* SPDX-License-Identifier: Apache-2.0 */
/* inspect.c - hashes of the fields of particles, of walls and of the box. */
#include "model/inspect.h"
#include "base/hash.h"
#include "step/mesh/body.h"
#include "step/wall/wall.h"

typedef struct tsu_world world;

/* What belongs to the particles, each by its id: rows may be sorted by who makes lists anew. */
enum { POSITION, VELOCITY, SPIN, FORCE, TORQUE, SIZE, TYPE, GROUP, IMAGE, COLUMNS, OF_PARTICLES };

static void add_particle(const world *w, int32_t i, tsu_hash_set set[OF_PARTICLES])
{
    const tsu_particles *p = &w->particles;
    const uint64_t id = tsu_hash_word(0, p->id[i]);
    const double size[5] = {p->xr[i][3], p->vm[i][3], p->wi[i][3], p->mass[i], p->density[i]};
    double x[3];
    uint64_t columns = id;
    for (int q = 0; q < 3; q++) {
        x[q] = tsu_boundary_inside(w, i, q);
    }
    for (int k = 0; k < p->columns; k++) {
        const int width = p->column[k].width;
        columns = tsu_hash_doubles(columns, p->column[k].value + (int64_t)i * width, (size_t)width);
    }
    tsu_hash_set_add(&set[POSITION], tsu_hash_doubles(id, x, 3));
    tsu_hash_set_add(&set[VELOCITY], tsu_hash_doubles(id, p->vm[i], 3));
    tsu_hash_set_add(&set[SPIN], tsu_hash_doubles(id, p->wi[i], 3));
    tsu_hash_set_add(&set[FORCE], tsu_hash_doubles(id, p->force[i], 3));
    tsu_hash_set_add(&set[TORQUE], tsu_hash_doubles(id, p->torque[i], 3));
    tsu_hash_set_add(&set[SIZE], tsu_hash_doubles(id, size, 5));
    tsu_hash_set_add(&set[TYPE], tsu_hash_word(id, (uint64_t)p->type[i]));
    tsu_hash_set_add(&set[GROUP], tsu_hash_word(id, p->group[i]));
    tsu_hash_set_add(&set[IMAGE], tsu_hash_bytes(id, p->image[i], 3 * sizeof p->image[i][0]));
    tsu_hash_set_add(&set[COLUMNS], columns);
}

static uint64_t walls(const world *w)
{
    uint64_t h = 0;
    for (int k = 0; k < w->walls; k++) {
        const tsu_wall *wall = w->wall[k];
        h = tsu_hash_doubles(h, wall->velocity, 3);
        h = tsu_hash_doubles(h, &wall->spin, 1);
        h = tsu_hash_doubles(h, &wall->temperature, 1);
    }
    for (int k = 0; k < w->meshes; k++) {
        const tsu_mesh_body *body = w->mesh[k];
        h = tsu_hash_doubles(h, body->pose.turn, 4);
        h = tsu_hash_doubles(h, body->pose.shift, 3);
        h = tsu_hash_doubles(h, body->surface.velocity, 3);
        h = tsu_hash_doubles(h, &body->surface.omega, 1);
        h = tsu_hash_doubles(h, &body->temperature, 1);
    }
    return h;
}

/* The fields, in the order of their bits. */
static const char *const fields[TSU_INSPECTED] = {"positions",
                                                  "velocities",
                                                  "spins",
                                                  "forces",
                                                  "torques",
                                                  "sizes",
                                                  "materials",
                                                  "groups",
                                                  "images",
                                                  "columns",
                                                  "forces of contacts",
                                                  "walls",
                                                  "the box",
                                                  "the number of particles"};

tsu_inspection tsu_inspect(const world *w)
{
    tsu_inspection of = {.generation = w->generation, .rows = w->particles.count};
    tsu_hash_set set[OF_PARTICLES] = {{0}};
    for (int32_t i = 0; i < w->particles.count; i++) {
        add_particle(w, i, set);
    }
    for (int k = 0; k < OF_PARTICLES; k++) {
        of.hash[k] = tsu_hash_set_value(set[k]);
    }
    of.hash[OF_PARTICLES] = 0; /* models look at single contacts, they have no means to write them */
    of.hash[OF_PARTICLES + 1] = walls(w);
    of.hash[OF_PARTICLES + 2] = tsu_hash_doubles(tsu_hash_doubles(0, w->box.lo, 3), w->box.hi, 3);
    of.hash[OF_PARTICLES + 3] = (uint64_t)w->particles.count;
    return of;
}

const char *tsu_inspect_field(uint32_t bit)
{
    int k = 0;
    while (k < TSU_INSPECTED - 1 && bit >> k != 1) {
        k++;
    }
    return fields[k];
}

tsu_status tsu_inspect_writes(const tsu_model *m, const tsu_inspection *before, const char *call,
                              tsu_error *err)
{
    const tsu_inspection now = tsu_inspect(m->world);
    const uint32_t remade = TSU_FIELDS_FORCE | TSU_FIELDS_TORQUE | TSU_FIELDS_IMAGE,
                   whole = TSU_FIELDS_WALLS | TSU_FIELDS_BOX | TSU_FIELDS_COUNT;
    uint32_t allowed = m->row->writes;
    if (now.generation != before->generation) allowed |= remade; /* by the world, after a change */
    if (now.rows != before->rows && allowed & TSU_FIELDS_COUNT) allowed |= ~whole;
    for (int k = 0; k < TSU_INSPECTED; k++) {
        const uint32_t bit = UINT32_C(1) << k;
        if (now.hash[k] == before->hash[k] || allowed & bit) continue;
        return tsu_error_set(
            err, TSU_ERROR_UNSUPPORTED,
            "%s %s has changed %s in `%s`, which its row does not name; add the field to `writes`",
            m->row->name, m->name, fields[k], call);
    }
    return TSU_OK;
}
