/* SPDX-License-Identifier: Apache-2.0 */
/* The table of values for every property: it serves every law that is registered, and names what is missing. */
#include "values.h"

static void every_law_has_its_values(void **state)
{
    (void)state;
    for (int kind = 0; kind < TSU_LAW_KINDS; kind++) {
        for (const tsu_law *const *law = tsu_laws_of_kind((tsu_law_kind)kind); *law; law++) {
            tsu_error err = {0};
            if (tsu_sample_missing(*law, &err)) fail_msg("%s", err.message);
        }
    }
}

/* A value that no law asks for is a leftover or is misspelt. */
static void every_value_has_its_law(void **state)
{
    (void)state;
    for (const tsu_sample *s = tsu_samples; s->name; s++) {
        bool used = false;
        for (int kind = 0; kind < TSU_LAW_KINDS; kind++) {
            for (const tsu_law *const *law = tsu_laws_of_kind((tsu_law_kind)kind); *law; law++) {
                for (const tsu_law_parameter *p = (*law)->parameters; p && p->name; p++) {
                    used = used || strcmp(p->name, s->name) == 0;
                }
            }
        }
        if (!used) fail_msg("no law has the property %s", s->name);
    }
}

static void a_new_property_is_named(void **state)
{
    (void)state;
    static const tsu_law_parameter parameters[] = {
        {.name = "coefficientFriction"}, {.name = "maybe", .optional = true}, {.name = "stickiness"}, {0}};
    const tsu_law law = {.kind = TSU_ROLLING, .name = "novel", .parameters = parameters};
    tsu_error err = {0};
    assert_true(tsu_sample_missing(&law, &err));
    assert_non_null(strstr(err.message, "rolling_friction novel"));
    assert_non_null(strstr(err.message, "stickiness"));
    assert_null(strstr(err.message, "coefficientFriction"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_law_has_its_values),
        cmocka_unit_test(every_value_has_its_law),
        cmocka_unit_test(a_new_property_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
