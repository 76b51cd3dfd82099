/* SPDX-License-Identifier: Apache-2.0 */
#include "run/steer.h"
#include "step/mesh/body.h"
#include "step/world.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char friction[] = "coefficientFriction", by_hand[] = "steered by hand";
static const double greatest = 1.0e6; /* of gravity, velocities and spins, in the units of the deck */

static const struct {
    const char *word;
    int values;
    bool mesh;
} kinds[] = {[TSU_STEER_GRAVITY] = {"gravity", 3, false},
             [TSU_STEER_FRICTION] = {"friction", 1, false},
             [TSU_STEER_SPIN] = {"spin", 1, true},
             [TSU_STEER_VELOCITY] = {"velocity", 3, true},
             [TSU_STEER_MOVE] = {"move", 3, true}};
enum { KINDS = sizeof kinds / sizeof *kinds };

int tsu_steer_values(tsu_steer_kind kind)
{
    return kinds[kind].values;
}

const char *tsu_steer_word(tsu_steer_kind kind)
{
    return kinds[kind].word;
}

int tsu_steer_find(const char *word)
{
    for (int k = 0; k < KINDS; k++) {
        if (strcmp(kinds[k].word, word) == 0) return k;
    }
    return -1;
}

/* ---- lines ------------------------------------------------------------------------------------------------------------------ */

static bool read_numbers(const char *text, tsu_steer *c)
{
    for (int q = 0; q < kinds[c->kind].values; q++) {
        char *end;
        c->value[q] = strtod(text, &end);
        if (end == text || !isfinite(c->value[q])) return false;
        text = end;
    }
    return text[strspn(text, " \t\r\n")] == '\0';
}

static bool read_line(const char *line, tsu_steer *c)
{
    char word[16];
    long long step;
    int used = 0, more = 0;
    *c = (tsu_steer){0};
    if (sscanf(line, "%lld %15s%n", &step, word, &used) != 2 || step < 0) return false;
    const int kind = tsu_steer_find(word);
    if (kind < 0) return false;
    c->step = step;
    c->kind = (tsu_steer_kind)kind;
    line += used;
    if (c->kind == TSU_STEER_FRICTION && sscanf(line, "%d %d%n", &c->pair[0], &c->pair[1], &more) != 2)
        return false;
    if (kinds[kind].mesh && sscanf(line, " %63s%n", c->mesh, &more) != 1) return false;
    return read_numbers(line + more, c);
}

tsu_status tsu_steer_read(const char *line, tsu_steer *out, tsu_error *err)
{
    if (read_line(line, out)) return TSU_OK;
    return tsu_error_set(
        err, TSU_ERROR_INPUT,
        "`%.100s` is not a change; write STEP and gravity X Y Z, friction I J VALUE, spin MESH VALUE, "
        "velocity MESH X Y Z or move MESH X Y Z",
        line);
}

void tsu_steer_write(const tsu_steer *c, char *text, size_t size)
{
    int at = snprintf(text, size, "%lld %s", (long long)c->step, kinds[c->kind].word);
    if (c->kind == TSU_STEER_FRICTION)
        at += snprintf(text + at, size - (size_t)at, " %d %d", c->pair[0], c->pair[1]);
    if (kinds[c->kind].mesh) at += snprintf(text + at, size - (size_t)at, " %s", c->mesh);
    for (int q = 0; q < kinds[c->kind].values; q++) {
        at += snprintf(text + at, size - (size_t)at, " %.17g", c->value[q]);
    }
}

/* ---- changes ------------------------------------------------------------------------------------------------------------------ */

static tsu_status check_values(const tsu_steer *c, tsu_error *err)
{
    for (int q = 0; q < kinds[c->kind].values; q++) {
        if (fabs(c->value[q]) <= greatest) continue;
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s of %g: numbers must lie between %g and %g",
                             kinds[c->kind].word, c->value[q], -greatest, greatest);
    }
    return TSU_OK;
}

static tsu_status set_friction(tsu_world *w, const tsu_steer *c, tsu_error *err)
{
    enum { TYPES_MOST = 64 };
    const int types = w->materials.types, i = c->pair[0], j = c->pair[1];
    const tsu_property *p = tsu_materials_find(&w->materials, friction);
    double value[TYPES_MOST * TYPES_MOST];
    if (!p || p->shape != TSU_PROPERTY_PAIR || types > TYPES_MOST)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "no contact model of this run has the property %s by pairs of at most %d materials", friction,
            TYPES_MOST);
    if (c->value[0] < 0.0 || i < 0 || j < 0 || i > types || j > types || (i == 0) != (j == 0))
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "friction %d %d %g: materials are numbered from 1 to %d (0 0: all), and the value must "
            "not be negative",
            i, j, c->value[0], types);
    memcpy(value, p->value, (size_t)(types * types) * sizeof *value);
    for (int k = 0; k < types * types; k++) {
        const int row = k / types + 1, column = k % types + 1;
        if (i == 0 || (row == i && column == j) || (row == j && column == i)) value[k] = c->value[0];
    }
    return tsu_property_set_pair(w, friction, value, err);
}

static tsu_mover *mover_of(tsu_mesh_body *body, tsu_mover_kind kind)
{
    for (int k = 0; k < body->movers; k++) {
        if (body->mover[k].kind == kind && strcmp(body->mover[k].name, by_hand) != 0) return &body->mover[k];
    }
    return NULL;
}

static tsu_status set_motion(tsu_world *w, tsu_mesh_body *body, const tsu_steer *c, tsu_error *err)
{
    static const double slowest = 1.0e30; /* a period that is for ever [s] */
    const bool turns = c->kind == TSU_STEER_SPIN;
    tsu_mover *m = mover_of(body, turns ? TSU_MOVE_ROTATE : TSU_MOVE_LINEAR);
    if (!m)
        return tsu_error_set(err, TSU_ERROR_INPUT, "mesh %s has no %s motion whose speed could be changed",
                             c->mesh, turns ? "rotating" : "linear");
    tsu_world_change(w);
    if (turns)
        m->period = c->value[0] != 0.0 ? 6.28318530717958647692 / c->value[0] : slowest;
    else
        memcpy(m->vector, c->value, sizeof m->vector);
    return TSU_OK;
}

static tsu_status move_by_hand(tsu_world *w, tsu_mesh_body *body, const tsu_steer *c, tsu_error *err)
{
    const bool rests = c->value[0] == 0.0 && c->value[1] == 0.0 && c->value[2] == 0.0;
    tsu_mover mover = {.kind = TSU_MOVE_LINEAR}, *m = tsu_mesh_find_mover(body, by_hand);
    if (rests) return m ? tsu_mesh_remove_mover(w, body, by_hand, err) : TSU_OK;
    snprintf(mover.name, sizeof mover.name, "%s", by_hand);
    memcpy(mover.vector, c->value, sizeof mover.vector);
    if (!m) return tsu_mesh_add_mover(w, body, &mover, err);
    tsu_world_change(w);
    memcpy(m->vector, c->value, sizeof m->vector);
    return TSU_OK;
}

static tsu_status change_mesh(tsu_world *w, const tsu_steer *c, tsu_error *err)
{
    tsu_mesh_body *body = tsu_meshes_find(w, c->mesh);
    if (!body) return tsu_error_set(err, TSU_ERROR_INPUT, "there is no mesh %s", c->mesh);
    return c->kind == TSU_STEER_MOVE ? move_by_hand(w, body, c, err) : set_motion(w, body, c, err);
}

tsu_status tsu_steer_apply(tsu_world *w, const tsu_steer *c, tsu_error *err)
{
    tsu_status status = check_values(c, err);
    if (status == TSU_OK && c->kind == TSU_STEER_GRAVITY) tsu_world_set_g(w, c->value);
    if (status == TSU_OK && c->kind == TSU_STEER_FRICTION) status = set_friction(w, c, err);
    if (status == TSU_OK && kinds[c->kind].mesh) status = change_mesh(w, c, err);
    return status == TSU_OK ? tsu_world_settle(w, err) : status;
}

/* ---- journals ------------------------------------------------------------------------------------------------------------------ */

static tsu_status add_line(tsu_steer_journal *j, const char *path, int number, const char *line,
                           tsu_error *err)
{
    tsu_error inner = {0};
    tsu_steer change;
    if (line[strspn(line, " \t\r\n")] == '\0' || line[0] == '#') return TSU_OK;
    if (tsu_steer_read(line, &change, &inner) != TSU_OK)
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s, line %d: %.350s", path, number, inner.message);
    if (j->count > 0 && change.step < j->change[j->count - 1].step)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "%s, line %d: step %lld comes after step %lld; steps must not fall", path,
                             number, (long long)change.step, (long long)j->change[j->count - 1].step);
    tsu_steer *larger = realloc(j->change, ((size_t)j->count + 1) * sizeof *larger);
    if (!larger) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the changes of %s", path);
    j->change = larger;
    j->change[j->count++] = change;
    return TSU_OK;
}

tsu_status tsu_steer_load(tsu_steer_journal *j, const char *path, tsu_error *err)
{
    char line[TSU_STEER_LINE];
    tsu_status status = TSU_OK;
    *j = (tsu_steer_journal){0};
    FILE *file = fopen(path, "r");
    if (!file) return tsu_error_set(err, TSU_ERROR_IO, "the journal %s cannot be read; does it exist?", path);
    for (int number = 1; status == TSU_OK && fgets(line, sizeof line, file); number++) {
        line[strcspn(line, "\r\n")] = '\0';
        status = add_line(j, path, number, line, err);
    }
    fclose(file);
    if (status != TSU_OK) tsu_steer_free(j);
    return status;
}

void tsu_steer_free(tsu_steer_journal *j)
{
    free(j->change);
    *j = (tsu_steer_journal){0};
}

int64_t tsu_steer_left(const tsu_steer_journal *j, const tsu_world *w)
{
    if (j->next >= j->count) return 0;
    const int64_t left = j->change[j->next].step - w->step;
    return left > 0 ? left : 1;
}

tsu_status tsu_steer_due(tsu_steer_journal *j, tsu_world *w, tsu_error *err)
{
    for (; j->next < j->count && j->change[j->next].step <= w->step; j->next++) {
        const tsu_steer *c = &j->change[j->next];
        if (c->step < w->step)
            return tsu_error_set(
                err, TSU_ERROR_INPUT,
                "the change at step %lld came too late, at step %lld: the journal belongs to another run",
                (long long)c->step, (long long)w->step);
        const tsu_status status = tsu_steer_apply(w, c, err);
        if (status != TSU_OK) return status;
    }
    return TSU_OK;
}
