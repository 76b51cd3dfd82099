/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers as text: the same letters as printf of the C library, for many numbers and every count of digits. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "io/text_out.h"

static void same_as_printf(double value)
{
    char expected[64], found[TSU_NUMBER_LENGTH];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(expected, sizeof expected, "%.*g", digits, value);
        const size_t length = tsu_number_format(found, value, digits);
        assert_string_equal(found, expected);
        assert_int_equal(length, strlen(expected));
    }
    tsu_number_exact(found, value);
    if (isfinite(value)) assert_true(strtod(found, NULL) == value);
}

static void special_numbers(void **state)
{
    (void)state;
    const double list[] = {0.0,       -0.0,       1.0,
                           -1.0,      0.1,        0.5,
                           2.5,       0.25,       9.5,
                           99.5,      999999,     1e6,
                           999999.5,  9999995,    1e-4,
                           9.9999e-5, 9.99995e-5, 1e-5,
                           1e22,      1e23,       1e27,
                           1e28,      1e-22,      1e-300,
                           1e300,     5e-324,     1.7976931348623157e308,
                           INFINITY,  -INFINITY,  0.001308996939,
                           123456.5,  1234565,    0.3,
                           2.0 / 3.0, 1e15,       1e16,
                           1e17,      4.5e15};
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        same_as_printf(list[k]);
        same_as_printf(nextafter(list[k], INFINITY));
        same_as_printf(nextafter(list[k], -INFINITY));
    }
}

static void random_numbers(void **state)
{
    (void)state;
    srand(1);
    for (int k = 0; k < 20000; k++) {
        uint64_t bits = 0;
        for (int q = 0; q < 5; q++) {
            bits = bits << 15 | (uint64_t)(rand() & 0x7fff);
        }
        double any;
        memcpy(&any, &bits, sizeof any);
        if (isfinite(any)) same_as_printf(any);
        /* of the sizes that dumps have, and ties such as 0.0625 */
        same_as_printf(ldexp((double)(bits & 0xfffff), -(int)(bits >> 20 & 31)));
        same_as_printf((double)(int64_t)(bits & 0xffffffff) * 1e-9);
    }
}

static void text_goes_through(void **state)
{
    (void)state;
    static tsu_text_out out;
    FILE *file = tmpfile();
    assert_non_null(file);
    tsu_text_out_init(&out, file);
    for (int64_t k = -50000; k < 50000; k++) {
        tsu_text_integer(&out, k * k * k);
        tsu_text_put(&out, "\n");
    }
    tsu_text_integer(&out, INT64_MIN);
    tsu_text_out_flush(&out);
    rewind(file);
    for (int64_t k = -50000; k < 50000; k++) {
        long long found;
        assert_int_equal(fscanf(file, "%lld", &found), 1);
        assert_int_equal(found, k * k * k);
    }
    char last[32];
    assert_int_equal(fscanf(file, "%31s", last), 1);
    assert_string_equal(last, "-9223372036854775808");
    fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(special_numbers), cmocka_unit_test(random_numbers),
                                       cmocka_unit_test(text_goes_through)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
