/* SPDX-License-Identifier: Apache-2.0 */
#include "io/text_out.h"
#include "io/gzip.h"
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers ---------------------------------------------------------------------------------------------------------- */

enum { POWERS = 28 }; /* powers of ten that are exact with 64 bits */

static const long double ten[POWERS] = {1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,
                                        1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
                                        1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};

static const double ten_double[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
static const double ten_below[] = {1e0,   1e-1,  1e-2,  1e-3,  1e-4,  1e-5,  1e-6,  1e-7,
                                   1e-8,  1e-9,  1e-10, 1e-11, 1e-12, 1e-13, 1e-14, 1e-15,
                                   1e-16, 1e-17, 1e-18, 1e-19, 1e-20, 1e-21, 1e-22};
enum { POWERS_DOUBLE = sizeof ten_double / sizeof *ten_double, DIGITS_DOUBLE = 12 };

static long double scaled(long double a, int k)
{
    return k >= 0 ? a * ten[k] : a / ten[-k];
}

static double scaled_double(double a, int k)
{
    return k >= 0 ? a * ten_double[k] : a / ten_double[-k];
}

/* Rounds value = n + rest to a whole number unless rest is within `doubt` of a tie. */
static bool round_digits(uint64_t n, double rest, double doubt, int digits, uint64_t *whole, int *exponent)
{
    if (fabs(rest - 0.5) < doubt) return false;
    n += rest > 0.5;
    if (n == (uint64_t)ten_double[digits]) {
        n /= 10;
        ++*exponent;
    }
    *whole = n;
    return true;
}

/* The same in doubles: one rounding, so a few digits can nearly always be told. The power of ten within the octave of `a`, of
 * which there is one at most, decides between e and e + 1 without a branch that would be guessed wrong every third time. */
static bool digits_by_double(double a, int digits, int e, uint64_t *whole, int *exponent)
{
    const int within = e + 1, size = within < 0 ? -within : within;
    if (digits > DIGITS_DOUBLE || size >= POWERS_DOUBLE || digits - 1 - e >= POWERS_DOUBLE) return false;
    const double power = within < 0 ? ten_below[size] : ten_double[size];
    e += a >= power;
    const double value = scaled_double(a, digits - 1 - e), least = ten_double[digits - 1];
    if (value < least || value >= 10.0 * least) return false; /* a power of ten that is not exact */
    const int64_t n = (int64_t)value;
    *exponent = e;
    return round_digits((uint64_t)n, value - (double)n, 1e-9 + value * 0x1p-51, digits, whole, exponent);
}

/* The first `digits` decimal digits of a > 0 as an integer, and the exponent of the first one. False where the last digit
 * is too near a tie to be told with 64 bits, or the number is too large or small for the table. */
static bool decimal_digits(double a, int digits, uint64_t *whole, int *exponent)
{
    uint64_t bits;
    memcpy(&bits, &a, sizeof bits);
    const int e2 = (int)(bits >> 52) - 1023; /* 2^e2 <= a < 2^(e2+1) */
    /* floor(e2 log10 2), or in numbers that the tables hold at most one below the exponent of a */
    int e = (e2 * 19728) >> 16;
    if (digits_by_double(a, digits, e, whole, exponent)) return true;
    if (LDBL_MANT_DIG < 64 || digits - 1 - e >= POWERS || digits - 1 - e <= -POWERS + 1) return false;
    long double value = scaled(a, digits - 1 - e);
    if (value >= ten[digits]) value = scaled(a, digits - 1 - ++e);
    const uint64_t n = (uint64_t)value;
    *exponent = e;
    return round_digits(n, (double)(value - (long double)n), 1e-6 + (double)value * 0x1p-61, digits, whole,
                        exponent);
}

/* The last `count` decimal digits of a number, two at a time. */
static void put_digits(char *out, uint64_t number, int count)
{
    static const char two[] =
        "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
        "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
        "8081828384858687888990919293949596979899";
    for (; count >= 2; number /= 100) {
        count -= 2;
        memcpy(out + count, two + 2 * (number % 100), 2);
    }
    if (count > 0) out[0] = (char)('0' + number % 10);
}

/* Lays digits out as %g does: trailing zeros dropped, an exponent below 1e-4 and from 10^digits on. All digits are copied, and
 * those behind the last one written over: there is room for it. */
static size_t lay_out(char *out, bool negative, uint64_t whole, int exponent, int digits)
{
    enum { MOST = 17 };
    char figure[2 * MOST] = {0};
    int count = digits;
    put_digits(figure, whole, digits);
    while (count > 1 && figure[count - 1] == '0') {
        count--;
    }
    char *at = out;
    *at = '-';
    at += negative;
    if (exponent < -4 || exponent >= digits) {
        const int size = abs(exponent);
        at[0] = figure[0];
        at[1] = '.';
        memcpy(at + 2, figure + 1, MOST - 1);
        at += count > 1 ? count + 1 : 1;
        at[0] = 'e';
        at[1] = exponent < 0 ? '-' : '+';
        put_digits(at + 2, (uint64_t)size, 2); /* the table ends far below 100 */
        at += 4;
    } else if (exponent < 0) {
        memcpy(at, "0.0000", 6);
        at += 1 - exponent;
        memcpy(at, figure, MOST);
        at += count;
    } else {
        memcpy(at, figure, MOST);
        at += exponent + 1;
        if (count > exponent + 1) {
            at[0] = '.';
            memcpy(at + 1, figure + exponent + 1, MOST);
            at += count - exponent;
        }
    }
    *at = '\0';
    return (size_t)(at - out);
}

size_t tsu_number_format(char out[TSU_NUMBER_LENGTH], double value, int digits)
{
    uint64_t whole;
    int exponent;
    if (value == 0.0 && !signbit(value)) {
        memcpy(out, "0", 2);
        return 1;
    }
    if (value == 0.0 || !isfinite(value) || !decimal_digits(fabs(value), digits, &whole, &exponent))
        return (size_t)snprintf(out, TSU_NUMBER_LENGTH, "%.*g", digits, value);
    return lay_out(out, value < 0.0, whole, exponent, digits);
}

size_t tsu_number_exact(char out[TSU_NUMBER_LENGTH], double value)
{
    uint64_t whole;
    int exponent;
    if (isfinite(value) && value != 0.0 && decimal_digits(fabs(value), 15, &whole, &exponent)) {
        /* both are exact doubles, so one rounding tells whether a reader gets the value back */
        const int k = 14 - exponent;
        const double back = k >= 0 ? (k <= 22 ? (double)whole / (double)ten[k] : 0.0)
                                   : (k >= -22 ? (double)whole * (double)ten[-k] : 0.0);
        if (back == fabs(value)) return lay_out(out, value < 0.0, whole, exponent, 15);
    }
    return tsu_number_format(out, value, 17);
}

/* ---- text --------------------------------------------------------------------------------------------------------------- */

void tsu_text_out_init(tsu_text_out *out, FILE *stream)
{
    out->stream = stream;
    out->gzip = NULL;
    out->used = 0;
}

static void hand_on(tsu_text_out *out, const void *bytes, size_t count)
{
    if (out->gzip)
        tsu_gzip_put(out->gzip, bytes, count);
    else if (count)
        (void)fwrite(bytes, 1, count, out->stream);
}

void tsu_text_out_flush(tsu_text_out *out)
{
    hand_on(out, out->buffer, out->used);
    out->used = 0;
}

static char *room(tsu_text_out *out, size_t count)
{
    if (out->used + count > sizeof out->buffer) tsu_text_out_flush(out);
    return out->buffer + out->used;
}

void tsu_text_bytes(tsu_text_out *out, const void *bytes, size_t count)
{
    if (count > sizeof out->buffer) {
        tsu_text_out_flush(out);
        hand_on(out, bytes, count);
        return;
    }
    memcpy(room(out, count), bytes, count);
    out->used += count;
}

void tsu_text_put(tsu_text_out *out, const char *text)
{
    tsu_text_bytes(out, text, strlen(text));
}

void tsu_text_format(tsu_text_out *out, const char *format, ...)
{
    enum { LONGEST = 2048 };
    char *at = room(out, LONGEST);
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(at, LONGEST, format, args);
    va_end(args);
    if (length > 0) out->used += length < LONGEST ? (size_t)length : LONGEST - 1;
}

void tsu_text_integer(tsu_text_out *out, int64_t value)
{
    const uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    char *at = room(out, TSU_NUMBER_LENGTH);
    int digits = 1;
    for (uint64_t rest = size; rest >= 10; rest /= 10) {
        digits++;
    }
    *at = '-';
    at += value < 0;
    put_digits(at, size, digits);
    out->used = (size_t)(at - out->buffer) + (size_t)digits;
}

void tsu_text_number(tsu_text_out *out, double value, int digits)
{
    out->used += tsu_number_format(room(out, TSU_NUMBER_LENGTH), value, digits);
}

void tsu_text_exact(tsu_text_out *out, double value)
{
    out->used += tsu_number_exact(room(out, TSU_NUMBER_LENGTH), value);
}

void tsu_text_letter(tsu_text_out *out, char letter)
{
    *room(out, 1) = letter;
    out->used++;
}
