/* SPDX-License-Identifier: Apache-2.0 */
/* modify.c - region, thresh, sort and element of dumps of particles. */
#include "dump/dump.h"
#include "session/groups.h"
#include "state/region.h"
#include <string.h>

static tsu_status modify_region(tsu_session *s, tsu_particle_dump *d, tsu_words *words, tsu_error *err)
{
    const char *name;
    tsu_region *region;
    tsu_status status = tsu_words_text(words, "a region, or none", &name, err);
    if (status != TSU_OK) return status;
    const bool none = strcmp(name, "none") == 0;
    if (!none) status = tsu_session_region(s, name, &region, err);
    if (status == TSU_OK) snprintf(d->region, sizeof d->region, "%s", none ? "" : name);
    return status;
}

static tsu_status modify_thresh(tsu_session *s, tsu_particle_dump *d, tsu_words *words, tsu_error *err)
{
    static const char *const signs[] = {[TSU_DUMP_BELOW] = "<",
                                        [TSU_DUMP_AT_MOST] = "<=",
                                        [TSU_DUMP_ABOVE] = ">",
                                        [TSU_DUMP_AT_LEAST] = ">=",
                                        [TSU_DUMP_EQUAL] = "==",
                                        [TSU_DUMP_OTHER] = "!=",
                                        NULL};
    if (tsu_words_accept(words, "none")) {
        d->thresholds = 0;
        return TSU_OK;
    }
    if (d->thresholds == TSU_DUMP_THRESHOLDS)
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "more than %d thresholds",
                               TSU_DUMP_THRESHOLDS);
    tsu_dump_threshold *t = &d->threshold[d->thresholds];
    tsu_status status = tsu_dump_read_column(s, words, &t->column, err);
    if (status == TSU_OK) status = tsu_words_choice(words, "a comparison", signs, &t->comparison, err);
    if (status == TSU_OK) status = tsu_words_number(words, "the value to compare with", &t->value, err);
    if (status == TSU_OK) d->thresholds++;
    return status;
}

static tsu_status modify_sort(tsu_particle_dump *d, tsu_words *words, tsu_error *err)
{
    int64_t column = 0;
    if (tsu_words_accept(words, "id") || tsu_words_accept(words, "off")) { /* any order will do: by id */
        d->sort = 0;
        return TSU_OK;
    }
    const tsu_status status =
        tsu_words_integer_in(words, "`id`, `off` or a column, negative for falling order", -TSU_DUMP_COLUMNS,
                             TSU_DUMP_COLUMNS, &column, err);
    if (status == TSU_OK && column == 0)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "columns count from 1");
    d->sort = (int)column;
    return status;
}

static tsu_status modify_element(const tsu_session *s, tsu_particle_dump *d, tsu_words *words, tsu_error *err)
{
    const int types = s->world->materials.types;
    tsu_status status = types <= TSU_DUMP_ELEMENTS
                            ? tsu_words_need(words, types, "names, one for each type of particle", err)
                            : tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                              "more than %d types", TSU_DUMP_ELEMENTS);
    for (int k = 0; k < types && status == TSU_OK; k++) {
        const char *name;
        status = tsu_words_text(words, "a name", &name, err);
        if (status == TSU_OK) snprintf(d->element[k], sizeof d->element[k], "%s", name);
    }
    if (status == TSU_OK) d->elements = types;
    return status;
}

tsu_status tsu_dump_modify_particles(tsu_session *s, tsu_dump *base, const char *keyword, bool *taken,
                                     tsu_words *words, tsu_error *err)
{
    tsu_particle_dump *d = (tsu_particle_dump *)base;
    *taken = true;
    if (strcmp(keyword, "region") == 0) return modify_region(s, d, words, err);
    if (strcmp(keyword, "thresh") == 0) return modify_thresh(s, d, words, err);
    if (strcmp(keyword, "sort") == 0) return modify_sort(d, words, err);
    if (strcmp(keyword, "element") == 0) return modify_element(s, d, words, err);
    *taken = false;
    return TSU_OK;
}
