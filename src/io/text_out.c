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
    if (rest > 0.5 && ++n == (uint64_t)ten_double[digits]) {
        n /= 10;
        ++*exponent;
    }
    *whole = n;
    return true;
}

/* The same in doubles: one rounding, so a few digits can nearly always be told. */
static bool digits_by_double(double a, int digits, int e, uint64_t *whole, int *exponent)
{
    if (digits > DIGITS_DOUBLE || digits - 1 - e >= POWERS_DOUBLE || digits - 1 - e <= -POWERS_DOUBLE + 1)
        return false;
    double value = scaled_double(a, digits - 1 - e);
    if (value >= ten_double[digits]) value = scaled_double(a, digits - 1 - ++e);
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

/* Lays digits out as %g does: trailing zeros dropped, an exponent below 1e-4 and from 10^digits on. */
static size_t lay_out(char *out, bool negative, uint64_t whole, int exponent, int digits)
{
    char figure[24];
    int count = digits;
    int k = digits;
    for (; k >= 2; whole /= 100) { /* two at a time halves the divisions */
        const unsigned two = (unsigned)(whole % 100);
        figure[--k] = (char)('0' + two % 10);
        figure[--k] = (char)('0' + two / 10);
    }
    if (k > 0) figure[0] = (char)('0' + whole);
    while (count > 1 && figure[count - 1] == '0') {
        count--;
    }
    char *at = out;
    if (negative) *at++ = '-';
    if (exponent < -4 || exponent >= digits) {
        *at++ = figure[0];
        if (count > 1) *at++ = '.';
        memcpy(at, figure + 1, (size_t)count - 1);
        at += count - 1;
        const int size = abs(exponent);
        *at++ = 'e';
        *at++ = exponent < 0 ? '-' : '+';
        *at++ = (char)('0' + size / 10); /* the table ends far below 100 */
        *at++ = (char)('0' + size % 10);
    } else if (exponent < 0) {
        memcpy(at, "0.0000", 6);
        at += 1 - exponent;
        memcpy(at, figure, (size_t)count);
        at += count;
    } else {
        for (k = 0; k <= exponent || k < count; k++) {
            if (k == exponent + 1) *at++ = '.';
            *at++ = k < count ? figure[k] : '0';
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
    char figure[24], *at = figure + sizeof figure;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0) *--at = '-';
    tsu_text_bytes(out, at, (size_t)(figure + sizeof figure - at));
}

void tsu_text_number(tsu_text_out *out, double value, int digits)
{
    out->used += tsu_number_format(room(out, TSU_NUMBER_LENGTH), value, digits);
}

void tsu_text_exact(tsu_text_out *out, double value)
{
    out->used += tsu_number_exact(room(out, TSU_NUMBER_LENGTH), value);
}
