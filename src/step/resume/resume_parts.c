/* SPDX-License-Identifier: Apache-2.0 */
/* resume_parts.c - fingerprints of all that forces depend on. */
#include "step/resume/resume_parts.h"
#include "base/hash.h"
#include "state/fields.h"
#include "step/hooks.h"
#include "step/wall/engine.h"
#include "step/wall/wall.h"
#include <stdio.h>
#include <string.h>

typedef struct tsu_world world;

void tsu_resume_laws_text(const tsu_lawset *laws, char text[TSU_LAWS_TEXT])
{
    size_t used = 0;
    text[0] = '\0';
    for (int kind = 0; kind < TSU_LAW_KINDS; kind++) {
        const tsu_law *law = laws->law[kind];
        if (!law) continue;
        used += (size_t)snprintf(text + used, TSU_LAWS_TEXT - used, "%s%s %s", used ? " " : "",
                                 tsu_law_kind_word((tsu_law_kind)kind), law->name);
        const tsu_law_keyword *keyword = law->keywords;
        for (int k = 0; keyword && keyword[k].name && used < TSU_LAWS_TEXT; k++) {
            if (laws->keyword[kind][k] == 0) continue; /* the default */
            used += (size_t)snprintf(text + used, TSU_LAWS_TEXT - used, " %s %s", keyword[k].name,
                                     keyword[k].choices[laws->keyword[kind][k]]);
        }
        if (used >= TSU_LAWS_TEXT) return;
    }
}

static uint64_t hash_text(uint64_t h, const char *text)
{
    return tsu_hash_bytes(h, text, strlen(text));
}

static uint64_t hash_laws(uint64_t h, const tsu_lawset *laws)
{
    char text[TSU_LAWS_TEXT];
    tsu_resume_laws_text(laws, text);
    h = tsu_hash_word(hash_text(h, text), (uint64_t)laws->types);
    const size_t pairs = (size_t)laws->types * (size_t)laws->types;
    return laws->table ? tsu_hash_doubles(h, laws->table, pairs * (size_t)laws->coefficients) : h;
}

/* Inverse masses are left out: fixes that hold particles fast do so when a run begins. */
static uint64_t hash_particles(const tsu_particles *p)
{
    tsu_field felt[TSU_FIELDS_ORDERED];
    const int fields = tsu_fields_ordered(felt, true);
    uint64_t h = tsu_hash_word(0, (uint64_t)p->count);
    for (int32_t i = 0; i < p->count; i++) {
        for (int k = 0; k < fields; k++) {
            for (int q = 0; q < felt[k].width; q++) {
                h = tsu_hash_word(h, tsu_field_bits(p, &felt[k], i, q));
            }
        }
    }
    return h;
}

static uint64_t hash_box(const world *w)
{
    uint64_t h = tsu_hash_doubles(tsu_hash_doubles(0, w->box.lo, 3), w->box.hi, 3);
    return tsu_hash_bytes(h, w->boundary, sizeof w->boundary);
}

static uint64_t hash_wall(uint64_t h, const tsu_wall *wall)
{
    const double motion[] = {wall->velocity[0], wall->velocity[1], wall->velocity[2], wall->spin};
    h = wall->shape->engine->hash(hash_text(hash_text(h, wall->name), wall->shape->name), wall);
    h = tsu_hash_doubles(h, motion, sizeof motion / sizeof *motion);
    h = tsu_hash_word(tsu_hash_word(h, (uint64_t)wall->type), wall->group);
    return hash_laws(h, &wall->laws);
}

uint64_t tsu_resume_mesh_shape(const tsu_mesh_body *body)
{
    const tsu_mesh *m = &body->mesh;
    uint64_t h = tsu_hash_word(0, (uint64_t)m->triangles);
    for (int32_t t = 0; t < m->triangles; t++) {
        for (int c = 0; c < 3; c++) {
            h = tsu_hash_doubles(h, m->vertex[m->corner[t][c]], 3);
        }
    }
    return h;
}

static uint64_t hash_mover(uint64_t h, const tsu_mover *m)
{
    h = tsu_hash_word(hash_text(h, m->name), (uint64_t)m->kind);
    h = tsu_hash_doubles(tsu_hash_doubles(h, m->vector, 3), m->origin, 3);
    h = tsu_hash_doubles(tsu_hash_doubles(h, &m->period, 1), &m->amplitude, 1);
    h = tsu_hash_doubles(tsu_hash_word(h, (uint64_t)m->terms), &m->term[0][0], 3 * (size_t)m->terms);
    return tsu_hash_doubles(h, &m->elapsed, 1);
}

static uint64_t hash_freedom(uint64_t h, const tsu_freedom *f)
{
    double constant[TSU_FREEDOM_CONSTANTS];
    tsu_freedom_constants(f, constant);
    return tsu_hash_doubles(h, constant, TSU_FREEDOM_CONSTANTS);
}

/* Meshes that nobody feels are left out. */
static uint64_t hash_meshes(const world *w)
{
    uint64_t h = 0;
    for (int k = 0; k < w->walls; k++) {
        const tsu_mesh_body *body = w->wall[k]->mesh;
        if (!body) continue;
        h = tsu_hash_word(hash_text(h, body->name), tsu_resume_mesh_shape(body));
        h = tsu_hash_doubles(tsu_hash_doubles(h, body->pose.turn, 4), body->pose.shift, 3);
        h = tsu_hash_doubles(h, &body->same, 1);
        const tsu_surface_motion *m = &body->surface;
        h = tsu_hash_word(h, (m->linear ? 1u : 0u) + (m->turning ? 2u : 0u));
        h = tsu_hash_doubles(tsu_hash_doubles(h, m->velocity, 3), m->origin, 3);
        h = tsu_hash_doubles(tsu_hash_doubles(h, m->axis, 3), &m->omega, 1);
        for (int q = 0; q < body->movers; q++) {
            h = hash_mover(h, &body->mover[q]);
        }
        if (body->freedom) h = hash_freedom(h, body->freedom);
    }
    return h;
}

void tsu_resume_fingerprint(const world *w, uint64_t part[TSU_PARTS])
{
    uint64_t walls = tsu_hash_word(0, (uint64_t)w->walls), excluded = 0, hooks = 0;
    for (int k = 0; k < w->walls; k++) {
        walls = hash_wall(walls, w->wall[k]);
    }
    for (int k = 0; k < w->exclusions; k++) {
        const tsu_exclusion *e = &w->exclusion[k];
        const uint64_t words[] = {e->by_type, (uint64_t)e->type[0], (uint64_t)e->type[1], e->group[0],
                                  e->group[1]};
        excluded = tsu_hash_words(excluded, words, 5);
    }
    for (int k = 0; k < w->hooks; k++) {
        if (w->hook[k].phase == TSU_HOOK_FORCE) hooks = hash_text(hooks, w->hook[k].name);
    }
    part[TSU_PART_PARTICLES] = hash_particles(&w->particles);
    part[TSU_PART_BOX] = hash_box(w);
    part[TSU_PART_GRAVITY] = tsu_hash_doubles(0, w->gravity, 3);
    part[TSU_PART_LAWS] = hash_laws(0, &w->laws);
    part[TSU_PART_WALLS] = walls;
    part[TSU_PART_MESHES] = hash_meshes(w);
    part[TSU_PART_EXCLUSIONS] = excluded;
    part[TSU_PART_HOOKS] = hooks;
}
