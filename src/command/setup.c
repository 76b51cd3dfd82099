/* SPDX-License-Identifier: Apache-2.0 */
/* setup.c - settings of the whole simulation: units, boundary, lists, time step, contact laws between particles.
 *
 * Some commands of LIGGGHTS steer its domain decomposition and lists (newton, communicate, processors, neigh_modify ...).
 * tsubu needs none of that and its result does not depend on it; they are read and checked, and change nothing but what is
 * said in their summaries. The next run tells which of them the deck has. */
#include "command/command.h"
#include "deck/arguments.h"
#include <stdio.h>
#include <string.h>

static tsu_status before_box(const tsu_session *s, const tsu_words *words, tsu_error *err)
{
    if (!s->world) return TSU_OK;
    return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                           "`%s` must come before the simulation box is made", words->word[0]);
}

static tsu_status run_units(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    static const char *const list[] = {"si", "cgs", "micro", "lj", NULL};
    int k;
    tsu_status status = before_box(s, words, err);
    if (status == TSU_OK) status = tsu_words_choice(words, "a system of units", list, &k, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status == TSU_OK) snprintf(s->units, sizeof s->units, "%s", list[k]);
    return status;
}

static tsu_status run_atom_style(tsu_script *script, tsu_words *words, tsu_error *err)
{
    enum {
        GRANULAR,
        SPHERE,
        HYBRID,
        BOND,
        DIPOLE,
        SPH,
        SPH_VAR,
        SUPERQUADRIC,
        LINE,
        TRI,
        ELLIPSOID,
        GRANULAR_SUPERQUADRIC,
        ATOMIC,
        CHARGE,
        FULL,
        MOLECULAR
    };
    static const char *const list[] = {[GRANULAR] = "granular",
                                       [SPHERE] = "sphere",
                                       [HYBRID] = "hybrid",
                                       [BOND] = "bond/gran",
                                       [DIPOLE] = "dipole",
                                       [SPH] = "sph",
                                       [SPH_VAR] = "sph/var",
                                       [SUPERQUADRIC] = "superquadric",
                                       [LINE] = "line",
                                       [TRI] = "tri",
                                       [ELLIPSOID] = "ellipsoid",
                                       [GRANULAR_SUPERQUADRIC] = "granular_superquadric",
                                       [ATOMIC] = "atomic",
                                       [CHARGE] = "charge",
                                       [FULL] = "full",
                                       [MOLECULAR] = "molecular",
                                       NULL};
    static const char bonds[] = "bonds between particles (of forks of LIGGGHTS) are not supported yet",
                      dipoles[] = "magnetic particles (of forks of LIGGGHTS) are not supported",
                      fluid[] = "smoothed particle hydrodynamics (SPH) is not supported",
                      shapes[] = "non-spherical particles are not supported yet",
                      atoms[] = "it is for atoms and molecules; grains have a radius and a density";
    static const char *const why[] = {
        [BOND] = bonds,     [DIPOLE] = dipoles,      [SPH] = fluid,
        [SPH_VAR] = fluid,  [SUPERQUADRIC] = shapes, [LINE] = shapes,
        [TRI] = shapes,     [ELLIPSOID] = shapes,    [GRANULAR_SUPERQUADRIC] = shapes,
        [ATOMIC] = atoms,   [CHARGE] = atoms,        [FULL] = atoms,
        [MOLECULAR] = atoms};
    int k = 0, styles = 0;
    bool hybrid = false;
    tsu_status status = before_box(tsu_session_of(script), words, err);
    while (status == TSU_OK && (tsu_words_left(words) || words->at == 1)) {
        status = tsu_words_choice(words, "a kind of particles", list, &k, err);
        if (status != TSU_OK) return status;
        if (why[k])
            return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                                   "%s; particles are spheres (`atom_style granular`)", why[k]);
        if (k == HYBRID && (hybrid || styles > 0))
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "`hybrid` comes first");
        hybrid = hybrid || k == HYBRID;
        styles += k != HYBRID;
        if (!hybrid) break;
    }
    if (status == TSU_OK && styles == 0)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`hybrid` names no style");
    return status == TSU_OK ? tsu_words_end(words, err) : status;
}

tsu_status tsu_session_read_boundary(tsu_words *words, char boundary[3][2], tsu_error *err)
{
    for (int q = 0; q < 3; q++) {
        const char *word;
        const tsu_status status = tsu_words_text(words, "the boundary in x, y or z", &word, err);
        if (status != TSU_OK) return status;
        const size_t n = strlen(word);
        if (n < 1 || n > 2 || strspn(word, "fpms") != n)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                   "'%s' is not a boundary: use f, p, m or s, or two of "
                                   "them for the low and the high face",
                                   word);
        boundary[q][0] = word[0];
        boundary[q][1] = word[n - 1];
        if ((boundary[q][0] == 'p') != (boundary[q][1] == 'p'))
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                   "both faces of %c must be periodic, or none", "xyz"[q]);
    }
    return TSU_OK;
}

static tsu_status run_boundary(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    char boundary[3][2];
    tsu_status status = before_box(s, words, err);
    if (status == TSU_OK) status = tsu_session_read_boundary(words, boundary, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status == TSU_OK) memcpy(s->def.boundary, boundary, sizeof boundary);
    return status;
}

void tsu_session_idle(tsu_session *s, const tsu_words *words)
{
    const size_t used = strlen(s->idle);
    char line[128] = "";
    size_t length = 0;
    for (int k = 0; k < words->count && length < 100; k++) {
        length += (size_t)snprintf(line + length, sizeof line - length, "%s%.100s", k > 0 ? " " : "",
                                   words->word[k]);
    }
    if (!strstr(s->idle, line))
        snprintf(s->idle + used, sizeof s->idle - used, "%s%s", used > 0 ? "; " : "", line);
}

/* The end of a command that changes nothing here. */
static tsu_status end_idle(tsu_script *script, tsu_words *words, tsu_status status, tsu_error *err)
{
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status == TSU_OK) tsu_session_idle(tsu_session_of(script), words);
    return status;
}

static tsu_status run_dimension(tsu_script *script, tsu_words *words, tsu_error *err)
{
    (void)script;
    int64_t n;
    tsu_status status = tsu_words_integer_in(words, "2 or 3", 2, 3, &n, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status == TSU_OK && n == 2)
        return tsu_words_error(words, 1, TSU_ERROR_UNSUPPORTED, err,
                               "discs (`dimension 2`) are not supported: use spheres with `fix enforce2d`");
    return status;
}

static tsu_status run_newton(tsu_script *script, tsu_words *words, tsu_error *err)
{
    bool on;
    tsu_status status = tsu_words_switch(words, "on or off", &on, err);
    if (status == TSU_OK && tsu_words_left(words)) status = tsu_words_switch(words, "on or off", &on, err);
    return end_idle(script, words, status, err);
}

static tsu_status run_communicate(tsu_script *script, tsu_words *words, tsu_error *err)
{
    enum { VELOCITY, CUTOFF, GROUP };
    static const char *const list[] = {[VELOCITY] = "vel", [CUTOFF] = "cutoff", [GROUP] = "group", NULL};
    int k;
    bool on, multi;
    double cutoff;
    const char *group;
    tsu_status status = tsu_words_either(words, "single or multi", "single", "multi", &multi, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        status = tsu_words_choice(words, "a keyword", list, &k, err);
        if (status != TSU_OK) break;
        if (k == VELOCITY) status = tsu_words_switch(words, "yes or no", &on, err);
        if (k == CUTOFF) status = tsu_words_number(words, "a distance", &cutoff, err);
        if (k == GROUP) status = tsu_words_text(words, "a group", &group, err);
    }
    return end_idle(script, words, status, err);
}

static tsu_status run_processors(tsu_script *script, tsu_words *words, tsu_error *err)
{
    for (int q = 0; q < 3; q++) {
        int64_t n;
        if (tsu_words_accept(words, "*")) continue;
        const tsu_status status =
            tsu_words_integer_in(words, "a number of processors or *", 1, INT32_MAX, &n, err);
        if (status != TSU_OK) return status;
    }
    words->at = words->count; /* grid, numa, part ...: how LIGGGHTS lays ranks on a machine */
    return end_idle(script, words, TSU_OK, err);
}

static tsu_status run_atom_modify(tsu_script *script, tsu_words *words, tsu_error *err)
{
    enum { MAP, FIRST, SORT, IDS };
    static const char *const list[] = {[MAP] = "map", [FIRST] = "first", [SORT] = "sort", [IDS] = "id", NULL};
    static const char *const maps[] = {"array", "hash", "yes", "no", NULL};
    while (tsu_words_left(words)) {
        int key, k;
        double number;
        const char *group;
        bool on;
        tsu_status status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status != TSU_OK) return status;
        if (key == MAP) status = tsu_words_choice(words, "array or hash", maps, &k, err);
        if (key == FIRST) status = tsu_words_text(words, "a group", &group, err);
        if (key == SORT) status = tsu_words_number(words, "steps between sorts", &number, err);
        if (key == SORT && status == TSU_OK) status = tsu_words_number(words, "a bin size", &number, err);
        if (key == IDS) status = tsu_words_switch(words, "yes or no", &on, err);
        if (status != TSU_OK) return status;
    }
    return end_idle(script, words, TSU_OK, err);
}

static tsu_status run_neighbor(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    static const char *const styles[] = {"bin", "nsq", "multi", NULL};
    double skin;
    int k;
    tsu_status status = tsu_words_number(words, "the skin [m]", &skin, err);
    if (status == TSU_OK && !(skin >= 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "the skin is %g; it must not be negative", skin);
    if (status == TSU_OK) status = tsu_words_choice(words, "a style", styles, &k, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status != TSU_OK) return status;
    s->skin = skin;
    if (s->world) {
        s->world->lists.skin = skin;
        s->world->lists.inner = 0.0;
        tsu_world_lose(s->world, TSU_CURRENT_LISTS);
    }
    return TSU_OK;
}

/* exclude type A B | group A B | none */
static tsu_status read_exclusion(tsu_session *s, tsu_words *words, tsu_error *err)
{
    enum { TYPE, GROUP, NONE, MOLECULE };
    static const char *const list[] = {
        [TYPE] = "type", [GROUP] = "group", [NONE] = "none", [MOLECULE] = "molecule", NULL};
    tsu_exclusion e = {0};
    int by;
    tsu_status status = tsu_session_need_world(s, "neigh_modify exclude", err);
    if (status == TSU_OK) status = tsu_words_choice(words, "what to exclude", list, &by, err);
    if (status != TSU_OK) return status;
    if (by == NONE) return tsu_world_exclude(s->world, NULL, err);
    if (by == MOLECULE)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                               "there are no molecules of particles");
    e.by_type = by == TYPE;
    for (int k = 0; k < 2 && status == TSU_OK; k++) {
        int64_t type = 1;
        int group = 0;
        const char *name;
        if (e.by_type) {
            status = tsu_words_integer_in(words, "a material", 1, s->world->materials.types, &type, err);
        } else {
            status = tsu_words_text(words, "a group", &name, err);
            if (status == TSU_OK) status = tsu_session_group(s, name, &group, err);
        }
        e.type[k] = (int32_t)type - 1;
        if (status == TSU_OK) e.group[k] = 1u << group;
    }
    return status == TSU_OK ? tsu_world_exclude(s->world, &e, err) : status;
}

/* Lists are made as they are needed: all but exclusions is read and checked, and changes nothing. */
typedef struct neigh_words {
    tsu_session *session;
    bool excluded;
} neigh_words;

static tsu_status read_include(void *to, tsu_words *words, tsu_error *err)
{
    (void)to;
    const char *group;
    const tsu_status status = tsu_words_text(words, "a group", &group, err);
    if (status == TSU_OK && strcmp(group, "all") != 0)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                               "`include` of a part of the particles is not supported");
    return status;
}

static tsu_status read_exclude(void *to, tsu_words *words, tsu_error *err)
{
    return read_exclusion(((neigh_words *)to)->session, words, err);
}

#define UNUSED_COUNT(KEYWORD)                                                                                \
    {                                                                                                        \
        .keyword = KEYWORD, .kind = TSU_ARGUMENT_INTEGER, .at = TSU_ARGUMENT_UNUSED, .what = "a number",     \
        .high = INT64_MAX, .doc = "no effect"                                                                \
    }
const tsu_argument tsu_arguments_neigh_modify[] = {
    UNUSED_COUNT("delay"),
    UNUSED_COUNT("every"),
    {.keyword = "check",
     .kind = TSU_ARGUMENT_SWITCH,
     .at = TSU_ARGUMENT_UNUSED,
     .what = "yes or no",
     .doc = "no effect"},
    {.keyword = "once",
     .kind = TSU_ARGUMENT_SWITCH,
     .at = TSU_ARGUMENT_UNUSED,
     .what = "yes or no",
     .doc = "no effect"},
    {.keyword = "include",
     .kind = TSU_ARGUMENT_OTHER,
     .what = "a group; only `all` is supported",
     .read = read_include},
    {.keyword = "exclude",
     .kind = TSU_ARGUMENT_OTHER,
     .given = offsetof(neigh_words, excluded),
     .what = "none, or type or group and the two that do not interact",
     .read = read_exclude},
    UNUSED_COUNT("page"),
    UNUSED_COUNT("one"),
    {.keyword = "binsize",
     .kind = TSU_ARGUMENT_NUMBER,
     .at = TSU_ARGUMENT_UNUSED,
     .what = "a number",
     .doc = "no effect"},
    {.keyword = "contact_distance_factor",
     .kind = TSU_ARGUMENT_LOOSE,
     .at = TSU_ARGUMENT_UNUSED,
     .what = "a number",
     .doc = "no effect"},
    {0}};

static tsu_status run_neigh_modify(tsu_script *script, tsu_words *words, tsu_error *err)
{
    neigh_words n = {.session = tsu_session_of(script)};
    const tsu_status status = tsu_arguments_read(words, tsu_arguments_neigh_modify, &n, err);
    if (status != TSU_OK) return status;
    return n.excluded ? TSU_OK : end_idle(script, words, TSU_OK, err);
}

static tsu_status run_timestep(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    double dt;
    tsu_status status = tsu_words_number(words, "the time step [s]", &dt, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status != TSU_OK) return status;
    if (!(dt > 0.0))
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "the time step is %g; it must be positive",
                               dt);
    s->def.timestep = dt;
    if (s->world) tsu_world_set_dt(s->world, dt);
    return TSU_OK;
}

static tsu_status run_yes_no(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    bool on;
    tsu_status status = tsu_words_switch(words, "yes or no", &on, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status != TSU_OK) return status;
    *(words->word[0][0] == 'h' ? &s->hard_particles : &s->soft_particles) = on;
    return TSU_OK;
}

/* ---- laws between particles -------------------------------------------------------------------------------------------- */

tsu_status tsu_session_read_laws(tsu_words *words, tsu_lawset *laws, tsu_error *err)
{
    int used = 0;
    const tsu_status status =
        tsu_lawset_choose(laws, words->count - words->at, words->word + words->at, &used, err);
    if (status == TSU_OK) words->at += used;
    return status;
}

tsu_status tsu_session_read_law_keyword(tsu_words *words, tsu_lawset *laws, tsu_error *err)
{
    const char *keyword, *value;
    tsu_status status = tsu_words_text(words, "a keyword", &keyword, err);
    if (status == TSU_OK && !tsu_words_left(words))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "keyword %s must be followed by its value", keyword);
    if (status == TSU_OK) status = tsu_words_text(words, "its value", &value, err);
    return status == TSU_OK ? tsu_lawset_set_keyword(laws, keyword, value, err) : status;
}

/* gran/hertz/history and the like: what is meant now. */
static tsu_status old_pair_style(const tsu_words *words, tsu_error *err)
{
    const char *name = words->word[1];
    if (strcmp(name, "gran/omp") == 0)
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err,
                               "write `gran`; it uses the threads that are set by -threads N");
    return tsu_words_error(
        words, 1, TSU_ERROR_INPUT, err,
        "this is the syntax of models in LIGGGHTS 2; since version 3 decks write `pair_style gran model %s%s "
        "tangential %s`, with `cohesion` and `rolling_friction` behind it where the two numbers are not 0",
        strstr(name, "hertz") ? "hertz" : "hooke", strstr(name, "stiffness") ? "/stiffness" : "",
        strstr(name, "history") ? "history" : "no_history");
}

static tsu_status run_pair_style(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    static const char *const styles[] = {"gran", NULL};
    int k;
    tsu_lawset laws = {0};
    if (tsu_words_peek(words) && strncmp(tsu_words_peek(words), "hybrid", 6) == 0)
        return tsu_words_error(words, 1, TSU_ERROR_UNSUPPORTED, err,
                               "pair_style hybrid is not supported yet");
    if (tsu_words_peek(words) && strncmp(tsu_words_peek(words), "gran/", 5) == 0)
        return old_pair_style(words, err);
    tsu_status status = tsu_words_choice(words, "a style", styles, &k, err);
    if (status == TSU_OK) status = tsu_session_read_laws(words, &laws, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        status = tsu_session_read_law_keyword(words, &laws, err);
    }
    if (status != TSU_OK) {
        tsu_lawset_free(&laws);
        return status;
    }
    if (!s->world) {
        tsu_lawset_free(&s->pair_laws);
        s->pair_laws = laws;
        return TSU_OK;
    }
    tsu_world_set_laws(s->world, &laws);
    return TSU_OK;
}

/* The laws of `pair_style` act between all materials, whichever of them the deck names here. */
static tsu_status run_pair_coeff(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    if (!s->pair_laws.law[TSU_NORMAL] && !(s->world && s->world->laws.law[TSU_NORMAL]))
        return tsu_error_lacks(
            err, TSU_LACKS_MODEL,
            tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`pair_coeff` must come after `pair_style`"));
    bool all = true;
    for (int k = 0; k < 2; k++) {
        const char *types = NULL;
        const tsu_status status = tsu_words_text(words, "materials", &types, err);
        if (status != TSU_OK) return status;
        all = all && strcmp(types, "*") == 0;
        if (types[strspn(types, "0123456789*")] != '\0')
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                   "'%.40s' is not a material or range like 1*2; write `pair_coeff * *`",
                                   types);
    }
    if (!tsu_words_left(words)) return all ? TSU_OK : end_idle(script, words, TSU_OK, err);
    return tsu_words_error(
        words, words->at, TSU_ERROR_INPUT, err,
        "granular contact models take their coefficients from `fix property/global`; write `pair_coeff * *`");
}

const tsu_command tsu_commands_setup[] = {
    {"units", "units si|cgs|micro|lj", "the system of units of the deck", run_units},
    {"atom_style", "atom_style granular|sphere | hybrid granular ...", "the kind of particles: spheres",
     run_atom_style},
    {"boundary", "boundary X Y Z", "faces of the box: f fixed, p periodic, s following the particles, m both",
     run_boundary},
    {"dimension", "dimension 3", "space has three dimensions", run_dimension},
    {"newton", "newton on|off", "read for compatibility; pairs are always computed once", run_newton},
    {"communicate", "communicate single|multi [vel yes|no]", "read for compatibility; there are no ghosts",
     run_communicate},
    {"processors", "processors X Y Z", "read for compatibility; threads share the memory (-threads N)",
     run_processors},
    {"atom_modify", "atom_modify [map array|hash] [sort N SIZE]", "read for compatibility", run_atom_modify},
    {"neighbor", "neighbor SKIN bin|nsq|multi", "the skin of the neighbour lists; it does not change results",
     run_neighbor},
    {"neigh_modify",
     "neigh_modify [exclude type A B | group A B | none] [delay N] [every N] [check yes|no] ...",
     "exclude pairs that do not interact; the other keywords are read for compatibility, as lists are "
     "rebuilt when needed",
     run_neigh_modify},
    {"timestep", "timestep DT", "the time step", run_timestep},
    {"hard_particles", "hard_particles yes|no", "allow a Young's modulus above the usual range", run_yes_no},
    {"soft_particles", "soft_particles yes|no", "allow a Young's modulus below the usual range", run_yes_no},
    {"pair_style",
     "pair_style gran model NAME [tangential NAME] [rolling_friction NAME] [cohesion NAME] [surface NAME] "
     "[KEYWORD VALUE ...]",
     "choose the contact models between particles", run_pair_style},
    {"pair_coeff", "pair_coeff * *", "read for compatibility; coefficients are properties", run_pair_coeff},
    {0}};
