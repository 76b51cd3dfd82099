/* SPDX-License-Identifier: Apache-2.0 */
/* plugin_check.c - what tsubu asks of a plugin before it takes its laws. */
#include "law/lawset.h"
#include "law/plugin.h"
#include <string.h>

/* The accounts that the stage of a kind of law leaves (tsubu_law.h). */
static const unsigned accounts_of_kind[TSU_LAW_KINDS] = {
    [TSU_NORMAL] =
        1u << TSU_ACCOUNT_NORMAL_DASHPOT | 1u << TSU_ACCOUNT_PLASTIC | 1u << TSU_ACCOUNT_INTEGRATION,
    [TSU_COHESION] = 1u << TSU_ACCOUNT_COHESION | 1u << TSU_ACCOUNT_INTEGRATION,
    [TSU_TANGENTIAL] = 1u << TSU_ACCOUNT_SLIDING | 1u << TSU_ACCOUNT_TANGENTIAL_DASHPOT |
                       1u << TSU_ACCOUNT_TANGENTIAL_HISTORY,
    [TSU_ROLLING] = 1u << TSU_ACCOUNT_ROLLING_SLIP | 1u << TSU_ACCOUNT_ROLLING_DASHPOT |
                    1u << TSU_ACCOUNT_ROLLING_HISTORY};

/* ---- the library as a whole ------------------------------------------------------------------------------------- */

/* (1 + e)(1 - e) - 1 with e = 2^-30 is 0 if the product is rounded first, and -2^-60 if it is not. */
static bool rounds_products(const tsu_plugin *plugin)
{
    tsu_lane a, b, c, out;
    bool rounded = true;
    for (int l = 0; l < TSU_LANES; l++) {
        a[l] = 1.0 + 0x1p-30;
        b[l] = 1.0 - 0x1p-30;
        c[l] = -1.0;
    }
    plugin->probe(a, b, c, out);
    for (int l = 0; l < TSU_LANES; l++) {
        rounded = rounded && out[l] == 0.0;
    }
    return rounded;
}

static tsu_status check_library(const tsu_plugin *plugin, tsu_error *err)
{
    if (plugin->abi != TSU_LAW_ABI)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                             "it was compiled for version %d of tsubu_law.h, and this tsubu has version %d; "
                             "compile it again with the header of this tsubu",
                             plugin->abi, TSU_LAW_ABI);
    if (plugin->contact_bytes != (int)sizeof(tsu_contact) || plugin->block_bytes != (int)sizeof(tsu_block) ||
        plugin->law_bytes != (int)sizeof(tsu_law))
        return tsu_error_set(
            err, TSU_ERROR_UNSUPPORTED,
            "contacts, blocks and models have %d, %d and %d bytes in it and %zu, %zu and %zu "
            "here; compile it again with the header of this tsubu",
            plugin->contact_bytes, plugin->block_bytes, plugin->law_bytes, sizeof(tsu_contact),
            sizeof(tsu_block), sizeof(tsu_law));
    if (!plugin->name || !plugin->version || !plugin->doc || !plugin->laws || !plugin->laws[0])
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "TSU_PLUGIN must give a name, a version, a sentence and at least one model");
    if (!rounds_products(plugin))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "it adds products without rounding them first, so results would depend on the "
                             "machine; compile it with -ffp-contract=off (`pkg-config --cflags tsubu-law`)");
    return TSU_OK;
}

/* ---- one law ------------------------------------------------------------------------------------------------------ */

/* A name is one word of a deck. */
static bool is_word(const char *name)
{
    const size_t n = name ? strlen(name) : 0;
    return n > 0 && n < 48 && strcspn(name, " \t\r\n\"'$&#{}") == n;
}

static const char *wrong_history(const tsu_law *law)
{
    int width = 0;
    for (const tsu_law_history *h = law->history; h && h->name; h++) {
        if (!is_word(h->name) || !h->unit || !h->doc) return "a row of its history lacks name, unit or doc";
        if (h->width != 1 && h->width != 3) return "a row of its history has a width other than 1 and 3";
        width += h->width;
    }
    return width < TSU_HISTORY_MAX ? NULL : "its history is too wide (TSU_HISTORY_MAX)";
}

static int keyword_of(const tsu_law *law, const char *name, size_t length)
{
    int k = 0;
    for (const tsu_law_keyword *q = law->keywords; q && q->name; q++, k++) {
        if (strlen(q->name) == length && strncmp(q->name, name, length) == 0) return k;
    }
    return -1;
}

static const char *wrong_keywords(const tsu_law *law)
{
    int count = 0;
    for (const tsu_law_keyword *k = law->keywords; k && k->name; k++, count++) {
        if (!is_word(k->name) || !k->doc) return "a keyword lacks name or doc";
        if (!k->choices || !k->choices[0] || !k->choices[1]) return "a keyword has fewer than two choices";
    }
    if (count > TSU_KEYWORD_MAX) return "it has too many keywords (16 at most)";
    if (law->heating && keyword_of(law, law->heating, strlen(law->heating)) < 0)
        return "`heating` names none of its keywords";
    return NULL;
}

static const char *wrong_parameters(const tsu_law *law)
{
    int count = 0;
    for (const tsu_law_parameter *p = law->parameters; p && p->name; p++, count++) {
        if (!is_word(p->name) || !p->unit || !p->doc) return "a parameter lacks name, unit (\"-\") or doc";
        if (!(p->lowest <= p->highest)) return "a parameter has no range (lowest, highest)";
        if (p->shape != TSU_SCALAR && p->shape != TSU_PER_TYPE && p->shape != TSU_PER_PAIR)
            return "a parameter has an unknown shape";
        const char *equals = p->needed_with ? strchr(p->needed_with, '=') : NULL;
        if (p->needed_with &&
            (!equals || keyword_of(law, p->needed_with, (size_t)(equals - p->needed_with)) < 0))
            return "`needed_with` of a parameter is not KEYWORD=CHOICE of one of its keywords";
    }
    return count <= TSU_PARAMETER_MAX ? NULL : "it has too many parameters (24 at most)";
}

static const char *wrong_functions(const tsu_law *law)
{
    const int last = law->column_start > law->column_limit ? law->column_start : law->column_limit;
    if (!law->prepare || !law->stage) return "it has no prepare or no stage (TSU_LAW_STAGE)";
    if (law->coefficients < 0 || law->coefficients > TSU_COEFFICIENT_MAX)
        return "it has too many coefficients (TSU_COEFFICIENT_MAX)";
    if (law->accounts & ~accounts_of_kind[law->kind]) return "it names accounts of another kind of model";
    if (law->kind != TSU_COHESION && (law->apart || law->column))
        return "only a cohesion model may act apart or have a column";
    if (law->column &&
        (!law->share || law->column_start < 0 || law->column_limit < 0 || last >= law->coefficients))
        return "its column needs `share` and coefficients for start and limit";
    if (law->kind == TSU_SURFACE && law->reach) return "a surface model has no reach";
    return NULL;
}

/* ---- names that are taken ------------------------------------------------------------------------------------------ */

/* The row of a law of the registry that gives this property another shape or unit. */
static const tsu_law *other_meaning(const tsu_law_parameter *p)
{
    for (int kind = 0; kind < TSU_LAW_KINDS; kind++) {
        for (const tsu_law *const *law = tsu_laws_of_kind((tsu_law_kind)kind); *law; law++) {
            for (const tsu_law_parameter *q = (*law)->parameters; q && q->name; q++) {
                if (strcmp(p->name, q->name) == 0 && (p->shape != q->shape || strcmp(p->unit, q->unit) != 0))
                    return *law;
            }
        }
    }
    return NULL;
}

static tsu_status check_properties(const tsu_law *law, tsu_error *err)
{
    for (const tsu_law_parameter *p = law->parameters; p && p->name; p++) {
        const tsu_law *other = other_meaning(p);
        if (other)
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "its model `%s %s` has a property %s with another shape or unit than %s %s; "
                                 "give it another name",
                                 tsu_law_kind_word(law->kind), law->name, p->name,
                                 tsu_law_kind_word(other->kind), other->name);
    }
    return TSU_OK;
}

static tsu_status check_name(const tsu_plugin *plugin, const tsu_law *const *at, tsu_error *err)
{
    const tsu_law *law = *at;
    const tsu_law *other = tsu_law_find(law->kind, law->name);
    const tsu_plugin *owner = other ? tsu_plugin_of(other) : NULL;
    const char *word = tsu_law_kind_word(law->kind);
    if (strcmp(law->name, "off") == 0 || strcmp(law->name, "default") == 0)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "`%s %s` means that there is no model; give its model another name", word,
                             law->name);
    if (other)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "there is a contact model `%s %s` already, %s%s; give its model another name",
                             word, law->name, owner ? "of the plugin " : "one of tsubu's own",
                             owner ? owner->name : "");
    for (const tsu_law *const *own = plugin->laws; own != at; own++) {
        if ((*own)->kind == law->kind && strcmp((*own)->name, law->name) == 0)
            return tsu_error_set(err, TSU_ERROR_INPUT, "it has two models `%s %s`", word, law->name);
    }
    return TSU_OK;
}

static tsu_status check_law(const tsu_plugin *plugin, const tsu_law *const *at, tsu_error *err)
{
    const tsu_law *law = *at;
    if ((int)law->kind < 0 || law->kind >= TSU_LAW_KINDS || !is_word(law->name) || !law->doc)
        return tsu_error_set(err, TSU_ERROR_INPUT, "a model of it has no kind, no name (one word) or no doc");
    const char *wrong = wrong_functions(law);
    if (!wrong) wrong = wrong_history(law);
    if (!wrong) wrong = wrong_keywords(law);
    if (!wrong) wrong = wrong_parameters(law);
    if (wrong)
        return tsu_error_set(err, TSU_ERROR_INPUT, "the table of its model `%s %s` is incomplete: %s",
                             tsu_law_kind_word(law->kind), law->name, wrong);
    const tsu_status s = check_name(plugin, at, err);
    return s == TSU_OK ? check_properties(law, err) : s;
}

static bool has_property(const tsu_plugin *plugin, const char *name)
{
    for (const tsu_law *const *law = plugin->laws; *law; law++) {
        for (const tsu_law_parameter *p = (*law)->parameters; p && p->name; p++) {
            if (strcmp(p->name, name) == 0) return true;
        }
    }
    return false;
}

static tsu_status check_samples(const tsu_plugin *plugin, tsu_error *err)
{
    for (const tsu_sample *s = plugin->samples; s && s->name; s++) {
        if (!has_property(plugin, s->name))
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "it has a sample of %.80s, which is a property of none of its models",
                                 s->name);
    }
    return TSU_OK;
}

tsu_status tsu_plugin_check(const tsu_plugin *plugin, tsu_error *err)
{
    tsu_status s = check_library(plugin, err);
    for (const tsu_law *const *law = plugin->laws; s == TSU_OK && *law; law++) {
        s = check_law(plugin, law, err);
    }
    return s == TSU_OK ? check_samples(plugin, err) : s;
}
