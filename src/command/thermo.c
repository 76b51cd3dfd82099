/* SPDX-License-Identifier: Apache-2.0 */
/* thermo.c - `thermo`, `thermo_style`, `thermo_modify`: which columns are printed when and how. */
#include "session/thermo.h"
#include "command/command.h"
#include <stdio.h>
#include <string.h>

static tsu_status run_thermo(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    int64_t every;
    tsu_status status = tsu_words_integer_in(words, "steps between lines", 0, INT64_MAX, &every, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status == TSU_OK) s->thermo->every = every;
    return status;
}

static tsu_status custom_columns(tsu_session *s, tsu_words *words, tsu_error *err)
{
    tsu_thermo t = *s->thermo;
    t.columns = 0;
    memset(t.format, 0, sizeof t.format);
    while (tsu_words_left(words)) {
        const char *word;
        tsu_status status = tsu_words_text(words, "a column", &word, err);
        if (status != TSU_OK) return status;
        const bool reference =
            strncmp(word, "c_", 2) == 0 || strncmp(word, "f_", 2) == 0 || strncmp(word, "v_", 2) == 0;
        if (!reference && !tsu_thermo_keyword_known(word)) {
            const char *near = tsu_thermo_nearest_keyword(word);
            return tsu_words_error(
                words, words->at - 1, TSU_ERROR_INPUT, err,
                "unknown thermo keyword '%s'%s%s%s (`tsubu reference thermo_style` lists them)", word,
                near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
        }
        if (t.columns == TSU_THERMO_MAX)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "more than %d columns",
                                   TSU_THERMO_MAX);
        snprintf(t.column[t.columns++], TSU_NAME, "%s", word);
    }
    if (t.columns == 0)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`thermo_style custom` names no column");
    t.multi = false;
    t.custom = true;
    *s->thermo = t;
    return TSU_OK;
}

static tsu_status run_thermo_style(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    static const char *const styles[] = {"one", "multi", "custom", NULL};
    int style;
    tsu_status status = tsu_words_choice(words, "the style", styles, &style, err);
    if (status != TSU_OK) return status;
    if (style == 2) return custom_columns(s, words, err);
    status = tsu_words_end(words, err);
    if (status != TSU_OK) return status;
    static const char *const columns[] = {"step", "atoms", "ke", "cpu"};
    for (int k = 0; k < 4; k++) {
        snprintf(s->thermo->column[k], TSU_NAME, "%s", columns[k]);
        s->thermo->format[k][0] = '\0';
    }
    s->thermo->columns = 4;
    s->thermo->multi = style == 1;
    s->thermo->custom = false;
    return TSU_OK;
}

/* A printf format for one number: % flags width . precision, then one of the letters. */
static bool is_number_format(const char *format, const char *letters)
{
    const char *at = strchr(format, '%');
    if (!at || strlen(format) >= 24) return false;
    at++;
    at += strspn(at, "-+ #0");
    at += strspn(at, "0123456789");
    if (*at == '.') at += 1 + strspn(at + 1, "0123456789");
    if (!*at || !strchr(letters, *at)) return false;
    return strchr(at, '%') == NULL && strchr(format, '%') < at;
}

static tsu_status modify_format(tsu_session *s, tsu_words *words, tsu_error *err)
{
    const char *which, *format;
    tsu_status status = tsu_words_text(words, "`int`, `float` or a column number", &which, err);
    if (status == TSU_OK) status = tsu_words_text(words, "the format", &format, err);
    if (status != TSU_OK) return status;
    int64_t column = 0;
    const bool integers = strcmp(which, "int") == 0, floats = strcmp(which, "float") == 0;
    if (!integers && !floats &&
        (!tsu_parse_integer(which, &column) || column < 1 || column > s->thermo->columns))
        return tsu_words_error(words, words->at - 2, TSU_ERROR_INPUT, err,
                               "`format` takes int, float or a column from 1 to %d, not '%s'",
                               s->thermo->columns, which);
    if (!is_number_format(format, integers ? "di" : floats ? "eEfFgG" : "dieEfFgG"))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "'%s' is no format for one %s",
                               format, integers ? "integer" : "number");
    char *to = integers ? s->thermo->format_int
               : floats ? s->thermo->format_float
                        : s->thermo->format[column - 1];
    snprintf(to, 24, "%s", format);
    return TSU_OK;
}

static tsu_status run_thermo_modify(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    static const char *const list[] = {"lost", "norm", "flush", "line", "format", "temp", "press", NULL};
    static const char *const lost[] = {"error", "warn", "ignore", NULL};
    static const char *const lines[] = {"one", "multi", NULL};
    while (tsu_words_left(words)) {
        int key, choice;
        const char *id;
        tsu_status status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status != TSU_OK) return status;
        switch (key) {
        case 0:
            status = tsu_words_choice(words, "what to do with lost particles", lost, &choice, err);
            if (status != TSU_OK) return status;
            s->lost_policy = (tsu_lost_policy)choice;
            if (s->world) s->world->lost_policy = s->lost_policy;
            break;
        case 1: status = tsu_words_switch(words, "per particle", &s->thermo->normalize, err); break;
        case 2: status = tsu_words_switch(words, "flush", &s->thermo->flush, err); break;
        case 3:
            status = tsu_words_choice(words, "one or multi", lines, &choice, err);
            if (status == TSU_OK) s->thermo->multi = choice == 1;
            break;
        case 4: status = modify_format(s, words, err); break;
        default: /* the compute behind temp and press; granular thermo prints neither */
            status = tsu_words_text(words, "a compute ID", &id, err);
            if (status == TSU_OK && !tsu_objects_find(&s->computes, id))
                status = tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                         "there is no compute '%s'", id);
        }
        if (status != TSU_OK) return status;
    }
    return TSU_OK;
}

const tsu_command tsu_commands_thermo[] = {
    {"thermo", "thermo N", "print a line of thermo output every N steps", run_thermo},
    {"thermo_style", "thermo_style one|multi|custom column ...", "choose the columns", run_thermo_style},
    {"thermo_modify",
     "thermo_modify lost error|warn|ignore norm yes|no flush yes|no line one|multi format WHICH FORMAT",
     "settings of thermo output", run_thermo_modify},
    {0}};
