/* SPDX-License-Identifier: Apache-2.0 */
/* Prints one fingerprint of a large sample of the functions of power.h, trig.h and random.h.
 * test_power_bits.sh builds it with every compiler at hand and several flags: the fingerprints must agree. */
#include "base/hash.h"
#include "base/random.h"
#include <inttypes.h>
#include <stdio.h>

enum { N = 4096, ROUNDS = 25 };

static double in[N], out[11][N];

/* NaN has many bit patterns that mean the same. */
static uint64_t bits_of(double x)
{
    return x == x ? tsu_double_bits(x) : 1;
}

static void evaluate(double exponent)
{
    for (int i = 0; i < N; i++) {
        out[0][i] = tsu_exp(in[i]);
        out[1][i] = tsu_expm1(in[i]);
    }
    for (int i = 0; i < N; i++) {
        out[2][i] = tsu_log(in[i] * in[i]);
        out[3][i] = tsu_log1p(in[i]);
    }
    for (int i = 0; i < N; i++) {
        out[4][i] = tsu_pow(out[0][i], exponent);
        out[5][i] = tsu_pow(out[0][i], in[i]);
    }
    for (int i = 0; i < N; i++) {
        out[6][i] = tsu_sincos(in[i]).sin;
        out[7][i] = tsu_sincos_turns(in[i]).cos;
        out[10][i] = tsu_atan2(in[i], in[N - 1 - i]);
        out[9][i] = tsu_fifth_root(out[0][i]);
        out[8][i] = tsu_random_normal(7, (uint64_t)i, TSU_RANDOM_TEST, 1);
    }
}

int main(void)
{
    uint64_t h = 0;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        const double scale = tsu_exp(0.3 * round);
        for (uint32_t i = 0; i < N; i++) {
            in[i] = scale * (2.0 * tsu_random_uniform(1, i, TSU_RANDOM_TEST, round) - 1.0);
        }
        evaluate(0.5 * (round % 6));
        for (int f = 0; f < 11; f++) {
            for (int i = 0; i < N; i++) {
                h = tsu_hash_word(h, bits_of(out[f][i]));
            }
        }
    }
    printf("%016" PRIx64 "\n", h);
    return 0;
}
