/* SPDX-License-Identifier: Apache-2.0 */
#include "session/particle_values.h"
#include "model/rows.h"
#include "state/fields.h"
#include <stdlib.h>
#include <string.h>

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
        return tsu_error_lacks_name(
            err, word + 2,
            tsu_error_set(err, TSU_ERROR_INPUT, "there is no variable '%s' of style atom", word + 2));
    }
    const tsu_particles *p = s->world ? &s->world->particles : NULL;
    tsu_field_number n;
    char near[TSU_FIELD_ROOM];
    if (tsu_fields_word(p, word, &n)) return TSU_OK;
    const bool found = tsu_fields_nearest(p, word, false, near);
    return tsu_error_set(err, TSU_ERROR_INPUT, "'%s' is not a property of a particle%s%s%s", word,
                         found ? "; did you mean '" : "", found ? near : "", found ? "'?" : "");
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
    const tsu_particles *p = &s->world->particles;
    tsu_field_number field;
    const tsu_object *o = object_of_particles(s, word);
    if (o) {
        const double *data;
        const tsu_status status = o->values.particles(s, o->state, &data, err);
        if (status == TSU_OK) memcpy(out, data, (size_t)p->count * sizeof *out);
        return status;
    }
    if (!tsu_fields_word(p, word, &field))
        return tsu_script_evaluate_particles(s->script, word, NULL, p->count, out, err);
    tsu_field_fill(p, &s->world->box, &field, out);
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
