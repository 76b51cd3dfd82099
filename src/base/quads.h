/* SPDX-License-Identifier: Apache-2.0 */
/* quads.h - four doubles that move together, for C++ compilers without vector types, as those of GPUs: the same words as in
 * portable.h and the same bits, number by number. So kick, drift and sum are written once (step/kick.h, step/sum.h). Read through
 * portable.h only. */
#ifndef TSU_BASE_QUADS_H
#define TSU_BASE_QUADS_H

#if defined(__cplusplus) && (defined(TSU_PLAIN_QUADS) || defined(__CUDACC__))
#include "tsubu/law/compiler.h"

#if defined(__CUDACC__)
#define TSU_MEMBER __host__ __device__
#else
#define TSU_MEMBER
#endif

struct tsu_v4;

struct alignas(32) tsu_mask4 { /* all bits or none, of four doubles */
    long long at[4];
    TSU_MEMBER long long operator[](int q) const
    {
        return at[q];
    }
    TSU_MEMBER explicit operator tsu_v4() const;
};

struct alignas(32) tsu_v4 {
    double at[4];
    TSU_MEMBER double operator[](int q) const
    {
        return at[q];
    }
    TSU_MEMBER double &operator[](int q)
    {
        return at[q];
    }
    TSU_MEMBER explicit operator tsu_mask4() const
    {
        tsu_mask4 m;
        __builtin_memcpy(&m, this, sizeof m);
        return m;
    }
};

TSU_MEMBER inline tsu_mask4::operator tsu_v4() const
{
    tsu_v4 v;
    __builtin_memcpy(&v, this, sizeof v);
    return v;
}

TSU_FN tsu_v4 operator+(const tsu_v4 &a, const tsu_v4 &b)
{
    return {{a.at[0] + b.at[0], a.at[1] + b.at[1], a.at[2] + b.at[2], a.at[3] + b.at[3]}};
}

TSU_FN tsu_v4 operator-(const tsu_v4 &a, const tsu_v4 &b)
{
    return {{a.at[0] - b.at[0], a.at[1] - b.at[1], a.at[2] - b.at[2], a.at[3] - b.at[3]}};
}

TSU_FN tsu_v4 operator*(const tsu_v4 &a, const tsu_v4 &b)
{
    return {{a.at[0] * b.at[0], a.at[1] * b.at[1], a.at[2] * b.at[2], a.at[3] * b.at[3]}};
}

TSU_FN tsu_v4 operator*(double s, const tsu_v4 &b)
{
    return {{s * b.at[0], s * b.at[1], s * b.at[2], s * b.at[3]}};
}

TSU_FN tsu_v4 &operator+=(tsu_v4 &a, const tsu_v4 &b)
{
    return a = a + b;
}

TSU_FN tsu_v4 &operator-=(tsu_v4 &a, const tsu_v4 &b)
{
    return a = a - b;
}

TSU_FN tsu_mask4 operator>(const tsu_v4 &a, const tsu_v4 &b)
{
    return {{-(long long)(a.at[0] > b.at[0]), -(long long)(a.at[1] > b.at[1]),
             -(long long)(a.at[2] > b.at[2]), -(long long)(a.at[3] > b.at[3])}};
}

TSU_FN tsu_mask4 operator<(const tsu_v4 &a, const tsu_v4 &b)
{
    return b > a;
}

TSU_FN tsu_mask4 operator!=(const tsu_v4 &a, const tsu_v4 &b)
{
    return {{-(long long)(a.at[0] != b.at[0]), -(long long)(a.at[1] != b.at[1]),
             -(long long)(a.at[2] != b.at[2]), -(long long)(a.at[3] != b.at[3])}};
}

TSU_FN tsu_mask4 operator&(const tsu_mask4 &a, const tsu_mask4 &b)
{
    return {{a.at[0] & b.at[0], a.at[1] & b.at[1], a.at[2] & b.at[2], a.at[3] & b.at[3]}};
}

TSU_FN tsu_mask4 operator|(const tsu_mask4 &a, const tsu_mask4 &b)
{
    return {{a.at[0] | b.at[0], a.at[1] | b.at[1], a.at[2] | b.at[2], a.at[3] | b.at[3]}};
}

TSU_FN tsu_mask4 operator~(const tsu_mask4 &a)
{
    return {{~a.at[0], ~a.at[1], ~a.at[2], ~a.at[3]}};
}

TSU_FN tsu_mask4 &operator|=(tsu_mask4 &a, const tsu_mask4 &b)
{
    return a = a | b;
}

TSU_FN tsu_v4 tsu_v4_shuffle(const tsu_v4 &a, const tsu_v4 &b, int i, int j, int k, int l)
{
    return {{i < 4 ? a.at[i] : b.at[i - 4], j < 4 ? a.at[j] : b.at[j - 4], k < 4 ? a.at[k] : b.at[k - 4],
             l < 4 ? a.at[l] : b.at[l - 4]}};
}
#define TSU_V4_SHUFFLE(a, b, i, j, k, l) tsu_v4_shuffle(a, b, i, j, k, l)
/* Eight words; nothing but memory here, the sums that use them are those of the CPU. */
struct alignas(64) tsu_words8 {
    unsigned long long at[8];
};

#endif

#endif
