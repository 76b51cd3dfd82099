/* SPDX-License-Identifier: Apache-2.0 */
/* fix_ave_atom.c - `fix ave/atom`: means over time of numbers of each particle. Sums and means are columns of the particles. */
#include "average/averaging.h"
#include "base/memory.h"
#include "session/define.h"
#include "session/groups.h"
#include "session/particle_values.h"
#include <stdlib.h>
#include <string.h>

enum { VALUES_MAX = 32 };

typedef struct atom_average {
    tsu_average times;
    int group, values;
    char value[VALUES_MAX][TSU_NAME];
    char sum[TSU_NAME], mean[TSU_NAME]; /* columns */
    double *now;
    size_t capacity;
} atom_average;

static void destroy_average(tsu_session *s, void *state)
{
    atom_average *a = state;
    if (s->world && a->sum[0]) tsu_particles_remove_column(&s->world->particles, a->sum);
    if (s->world && a->mean[0]) tsu_particles_remove_column(&s->world->particles, a->mean);
    tsu_average_free(s, &a->times);
    tsu_memory_release(&a->now);
    free(a);
}

static tsu_status add_sample(tsu_session *s, atom_average *a, tsu_error *err)
{
    const tsu_particles *p = &s->world->particles;
    const tsu_particle_column *sum = tsu_particles_find_column(p, a->sum);
    tsu_status status =
        tsu_memory_grow(&a->now, &a->capacity, (size_t)p->count + 1, sizeof *a->now, "a sample", err);
    for (int k = 0; k < a->values && status == TSU_OK; k++) {
        status = tsu_particle_values(s, a->value[k], a->now, err);
        for (int32_t i = 0; i < p->count && status == TSU_OK; i++) {
            if (tsu_session_in_group(s, i, a->group))
                sum->value[(size_t)i * (size_t)a->values + (size_t)k] += a->now[i];
        }
    }
    return status;
}

static tsu_status output_average(tsu_session *s, void *state, tsu_error *err)
{
    atom_average *a = state;
    const tsu_particles *p = &s->world->particles;
    bool last;
    if (!tsu_average_due(s, &a->times, &last)) return TSU_OK;
    const tsu_status status = add_sample(s, a, err);
    if (status != TSU_OK || !last) return status;
    const tsu_particle_column *sum = tsu_particles_find_column(p, a->sum),
                              *mean = tsu_particles_find_column(p, a->mean);
    for (size_t k = 0; k < (size_t)p->count * (size_t)a->values; k++) {
        mean->value[k] = sum->value[k] / (double)a->times.samples;
        sum->value[k] = 0.0;
    }
    a->times.samples = 0;
    return TSU_OK;
}

static tsu_status average_particles(tsu_session *s, void *state, const double **data, tsu_error *err)
{
    (void)err;
    *data = tsu_particles_find_column(&s->world->particles, ((const atom_average *)state)->mean)->value;
    return TSU_OK;
}

static void reset_average(tsu_session *s, void *state, int64_t old)
{
    (void)old;
    tsu_average_begin(s, &((atom_average *)state)->times);
}

static void save_average(tsu_session *s, const void *state, tsu_pack *pack)
{
    (void)s;
    tsu_average_save(&((const atom_average *)state)->times, pack);
}

static tsu_status load_average(tsu_session *s, void *state, tsu_cursor *saved, tsu_error *err)
{
    (void)s;
    return tsu_average_load(s, &((atom_average *)state)->times, saved, err);
}

static tsu_status read_values(const tsu_session *s, tsu_words *words, atom_average *a, tsu_error *err)
{
    while (tsu_words_left(words)) {
        const char *word;
        tsu_status status = tsu_words_text(words, "a value", &word, err);
        if (status == TSU_OK) status = tsu_particle_value_check(s, word, err);
        if (status == TSU_OK && (a->values == VALUES_MAX || strlen(word) >= TSU_NAME))
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                   "too many values or too long a name");
        if (status != TSU_OK) return status;
        snprintf(a->value[a->values++], TSU_NAME, "%s", word);
    }
    return a->values > 0 ? TSU_OK
                         : tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "there is nothing to average");
}

/* Columns that are there already come from a restart file. */
static tsu_status add_columns(tsu_session *s, const char *id, atom_average *a, tsu_error *err)
{
    tsu_particles *p = &s->world->particles;
    char sum[TSU_NAME], mean[TSU_NAME];
    snprintf(sum, sizeof sum, "sum:%.50s", id);
    snprintf(mean, sizeof mean, "mean:%.50s", id);
    if (!tsu_particles_column(p, sum, a->values, 0.0, err)) return TSU_ERROR_INPUT;
    memcpy(a->sum, sum, sizeof sum);
    if (!tsu_particles_column(p, mean, a->values, 0.0, err)) return TSU_ERROR_INPUT;
    memcpy(a->mean, mean, sizeof mean);
    return TSU_OK;
}

static tsu_status fix_ave_atom(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    atom_average *a = fix.state = tsu_session_new_state(&fix, sizeof *a, err);
    if (!a) return TSU_ERROR_MEMORY;
    a->group = fix.group;
    fix.destroy = destroy_average;
    status = tsu_average_read_times(words, &a->times, err);
    if (status == TSU_OK) status = read_values(s, words, a, err);
    if (status == TSU_OK) status = add_columns(s, fix.id, a, err);
    if (status == TSU_OK) tsu_average_begin(s, &a->times);
    fix.output = output_average;
    fix.every = a->times.every;
    fix.at_start = true;
    fix.reset = reset_average;
    fix.save = save_average;
    fix.load = load_average;
    fix.values = (tsu_values){.particle_columns = a->values, .particles = average_particles};
    return tsu_session_finish_fix(s, &fix, status, err);
}

const tsu_command tsu_fixes_ave_atom[] = {{"ave/atom", "fix ID GROUP ave/atom EVERY REPEAT OFTEN VALUE ...",
                                           "means over time of numbers of each particle; f_ID or f_ID[k]",
                                           fix_ave_atom},
                                          {0}};
