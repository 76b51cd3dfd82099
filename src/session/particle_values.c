/* SPDX-License-Identifier: Apache-2.0 */
#include "session/particle_values.h"
#include "model/rows.h"
#include "step/list/boundary.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const further[] = {"volume", "diameter", "xs", "ys", "zs", "xu",
                                      "yu",     "zu",       "ix", "iy", "iz", NULL};
enum { VOLUME, DIAMETER, SCALED, UNWRAPPED = SCALED + 3, IMAGE = UNWRAPPED + 3 };

static int find_word(const char *const *list, const char *name)
{
    for (int k = 0; list[k]; k++) {
        if (strcmp(list[k], name) == 0) return k;
    }
    return -1;
}

int tsu_particle_word(const char *name)
{
    return find_word(further, name);
}

double tsu_particle_word_value(const tsu_session *s, int32_t i, int what)
{
    const tsu_world *w = s->world;
    const double r = w->particles.xr[i][3];
    if (what == VOLUME) return 4.0 / 3.0 * 3.14159265358979323846 * r * r * r;
    if (what == DIAMETER) return 2.0 * r;
    const int q = (what - SCALED) % 3;
    const double length = w->box.hi[q] - w->box.lo[q], inside = tsu_boundary_inside(w, i, q);
    double x[3];
    tsu_world_unwrapped(s->world, i, x);
    if (what < UNWRAPPED) return (inside - w->box.lo[q]) / length;
    return what < IMAGE ? x[q] : round((x[q] - inside) / length);
}

bool tsu_is_reference(const char *word)
{
    return word && (word[0] == 'c' || word[0] == 'f' || word[0] == 'v') && word[1] == '_';
}

static tsu_status check_object(const tsu_session *s, const char *word, tsu_error *err)
{
    char id[TSU_NAME];
    const char *bracket = strchr(word, '[');
    const size_t length = bracket ? (size_t)(bracket - word) : strlen(word);
    const char *what = word[0] == 'c' ? "compute" : "fix";
    if (length < 3 || length - 2 >= sizeof id)
        return tsu_error_set(err, TSU_ERROR_INPUT, "'%s' names no %s", word, what);
    memcpy(id, word + 2, length - 2);
    id[length - 2] = '\0';
    const tsu_object *o = tsu_objects_find(word[0] == 'c' ? &s->computes : &s->fixes, id);
    if (!o) return tsu_error_set(err, TSU_ERROR_INPUT, "there is no %s with ID '%s'", what, id);
    const int columns = o->values.particle_columns, column = bracket ? atoi(bracket + 1) : 0;
    if (columns == 0)
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s %s (%s) gives no numbers for each particle", what, id,
                             o->style);
    if (columns == 1 ? column != 0 : column < 1 || column > columns)
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s: %s %s (%s) gives %d for each particle%s", word, what,
                             id, o->style, columns, columns > 1 ? "; choose one by [k]" : "");
    return TSU_OK;
}

tsu_status tsu_particle_value_check(const tsu_session *s, const char *word, tsu_error *err)
{
    if (tsu_is_reference(word) && word[0] != 'v') return check_object(s, word, err);
    if (tsu_is_reference(word)) {
        if (tsu_script_variable_style(s->script, word + 2) == TSU_VARIABLE_ATOM) return TSU_OK;
        return tsu_error_set(err, TSU_ERROR_INPUT, "there is no variable '%s' of style atom", word + 2);
    }
    if (tsu_particle_word(word) >= 0 || find_word(tsu_particle_words, word) >= 0) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT, "'%s' is no property of a particle", word);
}

/* f_ID and c_ID without brackets: a formula takes a single number where there is one, a list of particles must not. */
static const tsu_object *object_of_particles(const tsu_session *s, const char *word)
{
    if (!tsu_is_reference(word) || word[0] == 'v') return NULL;
    const tsu_object *o = tsu_objects_find(word[0] == 'c' ? &s->computes : &s->fixes, word + 2);
    return o && o->values.particle_columns == 1 ? o : NULL;
}

tsu_status tsu_particle_values(tsu_session *s, const char *word, double *out, tsu_error *err)
{
    const int what = tsu_particle_word(word);
    const int32_t n = s->world->particles.count;
    const tsu_object *o = object_of_particles(s, word);
    if (o) {
        const double *data;
        const tsu_status status = o->values.particles(s, o->state, &data, err);
        if (status == TSU_OK) memcpy(out, data, (size_t)n * sizeof *out);
        return status;
    }
    if (what < 0) return tsu_script_evaluate_particles(s->script, word, NULL, n, out, err);
    for (int32_t i = 0; i < n; i++) {
        out[i] = tsu_particle_word_value(s, i, what);
    }
    return TSU_OK;
}

tsu_status tsu_global_column(tsu_session *s, const char *word, tsu_column *column, tsu_error *err)
{
    const tsu_script_host *host = tsu_script_get_host(s->script);
    char id[TSU_NAME];
    snprintf(id, sizeof id, "%s", word + 2);
    char *bracket = strchr(id, '[');
    const int64_t index = bracket ? atoll(bracket + 1) : 0;
    if (bracket) *bracket = '\0';
    return host->global_vector(host->ctx, word[0] == 'c' ? TSU_SOURCE_COMPUTE : TSU_SOURCE_FIX, id, index,
                               column, err);
}
