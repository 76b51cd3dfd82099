/* SPDX-License-Identifier: Apache-2.0 */
/* Properties and keywords of the normal and cohesion laws through a set of laws: every parameter refuses values out
 * of its range in a sentence that names property and value, nothing needed may be missing, and what another setting
 * needs is not called unused. */
#include "law/lawset.h"
#include "values.h"
#include <stdio.h>

static void fill(tsu_materials *m, const tsu_law *law, const char *but, double value)
{
    *m = (tsu_materials){.types = 1};
    for (const tsu_law_parameter *p = law->parameters; p->name; p++) {
        double v = strcmp(p->name, but) == 0 ? value : 0.0;
        for (const drive_value *known = law_values; known->name && v == 0.0; known++) {
            if (strcmp(known->name, p->name) == 0 && strcmp(p->name, but) != 0) v = known->value;
        }
        const tsu_property_shape shape = p->shape == TSU_SCALAR     ? TSU_PROPERTY_SCALAR
                                         : p->shape == TSU_PER_TYPE ? TSU_PROPERTY_TYPE
                                                                    : TSU_PROPERTY_PAIR;
        if (isnan(value) && strcmp(p->name, but) == 0) continue; /* left out */
        assert_int_equal(tsu_materials_set(m, p->name, shape, 1, 1, &v, "", NULL), TSU_OK);
    }
}

/* Chooses the law alone (hertz below a cohesion law) and prepares it with one property changed. */
static tsu_status attempt(const tsu_law *law, const drive_keyword *keyword, const char *but, double value,
                          tsu_error *err, bool *all_used)
{
    tsu_materials m;
    tsu_lawset set = {0};
    const char *words[] = {"model", law->kind == TSU_NORMAL ? law->name : "hooke/stiffness", "cohesion",
                           law->name};
    int used;
    assert_int_equal(tsu_lawset_choose(&set, law->kind == TSU_NORMAL ? 2 : 4, words, &used, err), TSU_OK);
    if (keyword) assert_int_equal(tsu_lawset_set_keyword(&set, keyword->name, keyword->choice, err), TSU_OK);
    fill(&m, law, but, value);
    if (law->kind == TSU_COHESION) {
        const char *below[] = {"kn", "kt", "gamman", "gammat"};
        for (int q = 0; q < 4; q++) {
            tsu_materials_set(&m, below[q], TSU_PROPERTY_PAIR, 1, 1, &(double){1e3}, "", NULL);
        }
    }
    const tsu_status status = tsu_lawset_prepare(&set, &m, err);
    *all_used = true;
    for (int q = 0; q < m.count; q++) {
        *all_used = *all_used && m.property[q].used;
    }
    tsu_lawset_free(&set);
    tsu_materials_free(&m);
    return status;
}

static void refused(const tsu_law *law, const drive_keyword *keyword, const tsu_law_parameter *p,
                    double value)
{
    tsu_error err = {0};
    bool used;
    if (attempt(law, keyword, p->name, value, &err, &used) != TSU_ERROR_INPUT)
        fail_msg("%s accepts %s = %g", law->name, p->name, value);
    char number[32];
    snprintf(number, sizeof number, "%g", value);
    assert_non_null(strstr(err.message, p->name));
    if (!isnan(value)) assert_non_null(strstr(err.message, number));
}

static void check_parameter(const tsu_law *law, const tsu_law_parameter *p)
{
    static drive_keyword condition;
    static char words[64];
    const drive_keyword *keyword = NULL;
    if (p->needed_with) {
        snprintf(words, sizeof words, "%s", p->needed_with);
        condition = (drive_keyword){words, strchr(words, '=') + 1};
        *strchr(words, '=') = '\0';
        keyword = &condition;
    }
    if (!p->optional) refused(law, keyword, p, NAN);
    if (isfinite(p->lowest)) refused(law, keyword, p, p->lowest - 0.5);
    if (isfinite(p->lowest) && p->lowest_open) refused(law, keyword, p, p->lowest);
    if (isfinite(p->highest)) refused(law, keyword, p, p->highest + 0.5);
}

static void test_ranges(void **state)
{
    (void)state;
    for (int kind = TSU_NORMAL; kind <= TSU_COHESION; kind++) {
        for (const tsu_law *const *law = tsu_laws_of_kind((tsu_law_kind)kind); *law; law++) {
            tsu_error err = {0};
            bool used;
            if (attempt(*law, NULL, "", 0.0, &err, &used) != TSU_OK)
                fail_msg("%s: %s", (*law)->name, err.message);
            if (!used) fail_msg("%s calls one of its own properties unused", (*law)->name);
            for (const tsu_law_parameter *p = (*law)->parameters; p->name; p++) {
                check_parameter(*law, p);
            }
        }
    }
}

/* The laws and the keywords, first the default, that users of LIGGGHTS write. */
static void test_names(void **state)
{
    (void)state;
    static const char *const expected[][3] = {
        {"hooke", "tangential_damping", "on"},
        {"hooke", "limitForce", "off"},
        {"hooke", "viscous", "off"},
        {"hooke", "ktToKnUser", "off"},
        {"hooke", "heating_normal_hooke", "off"},
        {"hooke", "heating_tracking", "off"},
        {"hooke", "computeElasticPotential", "off"},
        {"hooke", "computeDissipatedEnergy", "off"},
        {"hooke", "disableNormalWhenBonded", "off"},
        {"hooke/stiffness", "absolute_damping", "off"},
        {"hooke/stiffness", "limitForce", "off"},
        {"hooke/stiffness", "tangential_damping", "on"},
        {"hertz", "tangential_damping", "on"},
        {"hertz", "limitForce", "off"},
        {"hertz", "heating_normal_hertz", "off"},
        {"hertz", "disableNormalWhenBonded", "off"},
        {"hertz/stiffness", "limitForce", "off"},
        {"hertz/stiffness", "tangential_damping", "on"},
        {"hooke/hysteresis", "viscous", "off"},
        {"hooke/hysteresis", "limitForce", "off"},
        {"luding", "limitForce", "on"},
        {"luding", "tangential_damping", "on"},
        {"edinburgh", "limitForce", "on"},
        {"edinburgh", "fixKc", "off"},
        {"edinburgh/stiffness", "limitForce", "on"},
        {"edinburgh/stiffness", "fixKc", "off"},
        {"edinburgh/stiffness", "tangential_damping", "on"},
        {"thornton_ning", "tangential_damping", "on"},
        {"thornton_ning", "limitForce", "off"},
        {"jkr", "tangential_damping", "on"},
    };
    for (size_t q = 0; q < sizeof expected / sizeof expected[0]; q++) {
        const tsu_law *law = tsu_law_find(TSU_NORMAL, expected[q][0]);
        if (!law) fail_msg("no law %s", expected[q][0]);
        const tsu_law_keyword *k = law->keywords;
        while (k->name && strcmp(k->name, expected[q][1]) != 0) {
            k++;
        }
        if (!k->name) fail_msg("%s has no keyword %s", law->name, expected[q][1]);
        assert_string_equal(k->choices[0], expected[q][2]);
    }
    assert_string_equal(tsu_law_find(TSU_COHESION, "sjkr")->keywords->name, "tangential_reduce");
    assert_string_equal(tsu_law_find(TSU_COHESION, "sjkr2")->keywords->choices[0], "off");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ranges), cmocka_unit_test(test_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
