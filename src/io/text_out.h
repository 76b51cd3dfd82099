/* SPDX-License-Identifier: Apache-2.0 */
/* text_out.h - text with many numbers, fast: a buffer in front of a stream, and numbers as printf's %.Ng writes them, digit
 * for digit, at a fraction of its time. */
#ifndef TSU_IO_TEXT_OUT_H
#define TSU_IO_TEXT_OUT_H

#include "base/portable.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { TSU_TEXT_BUFFER = 1 << 16, TSU_NUMBER_LENGTH = 40 };

struct tsu_gzip;

typedef struct tsu_text_out {
    FILE *stream;          /* borrowed */
    struct tsu_gzip *gzip; /* borrowed; what the text goes through before the stream; NULL: nothing */
    size_t used;
    char buffer[TSU_TEXT_BUFFER];
} tsu_text_out;

void tsu_text_out_init(tsu_text_out *out, FILE *stream);
/* Hands the rest to the stream, which keeps its error mark if something failed. */
void tsu_text_out_flush(tsu_text_out *out);

void tsu_text_put(tsu_text_out *out, const char *text);
void tsu_text_letter(tsu_text_out *out, char letter);
void tsu_text_bytes(tsu_text_out *out, const void *bytes, size_t count);
void tsu_text_format(tsu_text_out *out, const char *format, ...) TSU_PRINTF(2, 3);
void tsu_text_integer(tsu_text_out *out, int64_t value);
void tsu_text_number(tsu_text_out *out, double value, int digits);
/* With as many digits as needed to read the same number again: 15, or 17. */
void tsu_text_exact(tsu_text_out *out, double value);

/* Writes `value` as "%.<digits>g" does, digits 1 to 17, with a final 0; returns the length. */
size_t tsu_number_format(char out[TSU_NUMBER_LENGTH], double value, int digits);
size_t tsu_number_exact(char out[TSU_NUMBER_LENGTH], double value);

#endif
