/* SPDX-License-Identifier: Apache-2.0 */
/* fix_ave_euler.c - `fix ave/euler` (model/average/ave_euler.h). */
#include "model/average/ave_euler.h"
#include "session/groups.h"
#include "session/model_fix.h"
#include "session/read.h"

static tsu_status read_euler(const tsu_session *s, tsu_words *words, const tsu_object *fix,
                             tsu_ave_euler_def *e, tsu_error *err)
{
    enum { EVERY, CELL, NEEDED, PARALLEL = NEEDED, REGION, KEYWORDS };
    static const char *const list[] = {[EVERY] = "nevery",
                                       [CELL] = "cell_size_relative",
                                       [PARALLEL] = "parallel",
                                       [REGION] = "basevolume_region",
                                       NULL};
    bool parallel, has[KEYWORDS] = {false};
    char region[TSU_NAME] = "";
    tsu_status status = TSU_OK;
    while (status == TSU_OK && tsu_words_left(words)) {
        int key;
        status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status != TSU_OK) return status;
        has[key] = true;
        if (key == EVERY) status = tsu_words_integer_in(words, "steps between", 1, INT64_MAX, &e->every, err);
        if (key == CELL)
            status = tsu_words_number(words, "the size of a cell in diameters", &e->relative, err);
        if (key == PARALLEL)
            status = tsu_words_switch(words, "yes or no", &parallel, err); /* one process has all cells */
        if (key == REGION) status = tsu_session_read_region(s, words, region, err);
    }
    for (int k = 0; k < NEEDED && status == TSU_OK; k++) {
        if (!has[k]) return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`%s` is missing", list[k]);
    }
    if (status == TSU_OK && !(e->relative > 0.0))
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "cell_size_relative must be positive");
    return status == TSU_OK ? tsu_model_fix_place(fix, region, &e->region, err) : status;
}

static tsu_status fix_ave_euler(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_ave_euler_def def = tsu_model_ave_euler_default();
    def.group = 1u << fix.group;
    status = read_euler(s, words, &fix, &def, err);
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_ave_euler, &def, err);
}

const tsu_command tsu_fixes_ave_euler[] = {
    {"ave/euler",
     "fix ID GROUP ave/euler nevery N cell_size_relative F [parallel yes|no] [basevolume_region R]",
     "averages in cells; f_ID[cell][k]: centre, volume fraction, velocity (7), pressure, stress (14), mean "
     "radius",
     fix_ave_euler},
    {0}};
