/* SPDX-License-Identifier: Apache-2.0 */
/* thermo.c - `thermo`, `thermo_style`, `thermo_modify`: which columns are printed when and how. */
#include "session/thermo.h"
#include "command/command.h"
#include "deck/arguments.h"
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
    enum { ONE, MULTI, CUSTOM };
    static const char *const styles[] = {[ONE] = "one", [MULTI] = "multi", [CUSTOM] = "custom", NULL};
    int style;
    tsu_status status = tsu_words_choice(words, "a style", styles, &style, err);
    if (status != TSU_OK) return status;
    if (style == CUSTOM) return custom_columns(s, words, err);
    status = tsu_words_end(words, err);
    if (status != TSU_OK) return status;
    static const char *const columns[] = {"step", "atoms", "ke", "cpu"};
    for (int k = 0; k < 4; k++) {
        snprintf(s->thermo->column[k], TSU_NAME, "%s", columns[k]);
        s->thermo->format[k][0] = '\0';
    }
    s->thermo->columns = 4;
    s->thermo->multi = style == MULTI;
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

static tsu_status modify_format(tsu_thermo *t, tsu_words *words, tsu_error *err)
{
    const char *which, *format;
    tsu_status status = tsu_words_text(words, "`int`, `float` or a column number", &which, err);
    if (status == TSU_OK) status = tsu_words_text(words, "the format", &format, err);
    if (status != TSU_OK) return status;
    int64_t column = 0;
    const bool integers = strcmp(which, "int") == 0, floats = strcmp(which, "float") == 0;
    if (!integers && !floats && (!tsu_parse_integer(which, &column) || column < 1 || column > t->columns))
        return tsu_words_error(words, words->at - 2, TSU_ERROR_INPUT, err,
                               "`format` takes int, float or a column from 1 to %d, not '%s'", t->columns,
                               which);
    if (!is_number_format(format, integers ? "di" : floats ? "eEfFgG" : "dieEfFgG"))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "'%s' is not a format for one %s",
                               format, integers ? "integer" : "number");
    char *to = integers ? t->format_int : floats ? t->format_float : t->format[column - 1];
    snprintf(to, 24, "%s", format);
    return TSU_OK;
}

/* What thermo_modify sets: the thermo of a session, and what lies beside it. */
typedef struct modify_words {
    tsu_session *session;
    tsu_thermo thermo;
    int lost; /* tsu_lost_policy */
} modify_words;

static tsu_status read_format(void *to, tsu_words *words, tsu_error *err)
{
    return modify_format(&((modify_words *)to)->thermo, words, err);
}

/* The compute behind temp and press; granular thermo prints neither. */
static tsu_status read_compute(void *to, tsu_words *words, tsu_error *err)
{
    const modify_words *m = to;
    const char *id;
    const tsu_status status = tsu_words_text(words, "a compute ID", &id, err);
    if (status == TSU_OK && !tsu_objects_find(&m->session->computes, id))
        return tsu_error_lacks_name(
            err, id,
            tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "there is no compute '%s'", id));
    return status;
}

static const char *const lost[] = {
    [TSU_LOST_ERROR] = "error", [TSU_LOST_WARN] = "warn", [TSU_LOST_IGNORE] = "ignore", NULL};
static const char *const lines[] = {"one", "multi", NULL};

#define MEMBER(NAME) offsetof(modify_words, NAME)
const tsu_argument tsu_arguments_thermo_modify[] = {
    {.keyword = "lost",
     .kind = TSU_ARGUMENT_WORD,
     .at = MEMBER(lost),
     .what = "what to do with lost particles",
     .words = lost},
    {.keyword = "norm",
     .kind = TSU_ARGUMENT_SWITCH,
     .at = MEMBER(thermo.normalize),
     .what = "per particle",
     .doc = "energies per particle"},
    {.keyword = "flush",
     .kind = TSU_ARGUMENT_SWITCH,
     .at = MEMBER(thermo.flush),
     .what = "flush",
     .doc = "every line is flushed to the disk at once"},
    {.keyword = "line",
     .kind = TSU_ARGUMENT_EITHER,
     .at = MEMBER(thermo.multi),
     .what = "one or multi",
     .words = lines},
    {.keyword = "format",
     .kind = TSU_ARGUMENT_OTHER,
     .what = "int, float or a column number, and a format",
     .read = read_format},
    {.keyword = "temp", .kind = TSU_ARGUMENT_OTHER, .what = "a compute ID", .read = read_compute},
    {.keyword = "press", .kind = TSU_ARGUMENT_OTHER, .what = "a compute ID", .read = read_compute},
    {0}};

static tsu_status run_thermo_modify(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    modify_words m = {.session = s, .thermo = *s->thermo, .lost = s->lost_policy};
    const tsu_status status = tsu_arguments_read(words, tsu_arguments_thermo_modify, &m, err);
    if (status != TSU_OK) return status;
    *s->thermo = m.thermo;
    s->lost_policy = (tsu_lost_policy)m.lost;
    if (s->world) s->world->lost_policy = s->lost_policy;
    return TSU_OK;
}

const tsu_command tsu_commands_thermo[] = {
    {"thermo", "thermo N", "print a line of thermo output every N steps", run_thermo},
    {"thermo_style", "thermo_style one|multi|custom column ...", "choose the columns", run_thermo_style},
    {"thermo_modify",
     "thermo_modify lost error|warn|ignore norm yes|no flush yes|no line one|multi format WHICH FORMAT",
     "settings of thermo output", run_thermo_modify},
    {0}};
