/* SPDX-License-Identifier: Apache-2.0 */
/* gif_pack.c - LZW with codes of 9 to 12 bits: a code stands for indices that have come before in this order. */
#include "picture/gif_parts.h"
#include <stdlib.h>
#include <string.h>

enum { BITS = 8, CODES = 4096, RESET = 1 << BITS, END = RESET + 1 };

typedef struct packer {
    FILE *file;
    uint16_t (*next)[256]; /* [CODES] the code of a code and one more index; 0: none */
    int codes, bits;       /* given so far, and bits of a code */
    uint32_t held;         /* bits that are no whole byte yet */
    int held_bits, used;
    uint8_t block[255];
} packer;

static void flush(packer *p)
{
    if (p->used == 0) return;
    fputc(p->used, p->file);
    fwrite(p->block, 1, (size_t)p->used, p->file);
    p->used = 0;
}

static void put_byte(packer *p)
{
    p->block[p->used++] = (uint8_t)p->held;
    p->held >>= 8;
    p->held_bits -= 8;
    if (p->used == (int)sizeof p->block) flush(p);
}

static void put_code(packer *p, int code)
{
    p->held |= (uint32_t)code << p->held_bits;
    p->held_bits += p->bits;
    while (p->held_bits >= 8) {
        put_byte(p);
    }
}

static void reset(packer *p)
{
    put_code(p, RESET);
    memset(p->next, 0, CODES * sizeof *p->next);
    p->codes = END + 1;
    p->bits = BITS + 1;
}

bool tsu_gif_pack(FILE *file, const uint8_t *index, size_t count)
{
    packer p = {.file = file, .bits = BITS + 1, .next = malloc(CODES * sizeof *p.next)};
    if (!p.next) return false;
    fputc(BITS, file);
    reset(&p);
    int code = count > 0 ? index[0] : 0;
    for (size_t k = 1; k < count; k++) {
        if (p.next[code][index[k]]) {
            code = p.next[code][index[k]];
            continue;
        }
        put_code(&p, code);
        if (p.codes < CODES) {
            if (p.codes == 1 << p.bits) p.bits++;
            p.next[code][index[k]] = (uint16_t)p.codes++;
        } else {
            reset(&p);
        }
        code = index[k];
    }
    put_code(&p, code);
    if (p.codes < CODES && p.codes == 1 << p.bits) p.bits++; /* the reader has given one more code */
    put_code(&p, END);
    if (p.held_bits > 0) {
        p.held_bits = 8;
        put_byte(&p);
    }
    flush(&p);
    fputc(0, file);
    free(p.next);
    return true;
}
