/* SPDX-License-Identifier: Apache-2.0 */
/* vec.h - three-component vectors, by value. The order of the operations is part of the contract: it decides
 * the last bit, and so the equality of runs. */
#ifndef TSUBU_LAW_VEC_H
#define TSUBU_LAW_VEC_H

#include "tsubu/law/compiler.h"
#include <math.h>

typedef struct tsu_vec3 {
    double x, y, z;
} tsu_vec3;

TSU_FN tsu_vec3 tsu_vec3_make(double x, double y, double z)
{
    const tsu_vec3 made = {x, y, z};
    return made;
}

TSU_FN tsu_vec3 tsu_vec3_add(tsu_vec3 a, tsu_vec3 b)
{
    const tsu_vec3 made = {a.x + b.x, a.y + b.y, a.z + b.z};
    return made;
}

TSU_FN tsu_vec3 tsu_vec3_sub(tsu_vec3 a, tsu_vec3 b)
{
    const tsu_vec3 made = {a.x - b.x, a.y - b.y, a.z - b.z};
    return made;
}

TSU_FN tsu_vec3 tsu_vec3_scale(double s, tsu_vec3 a)
{
    const tsu_vec3 made = {s * a.x, s * a.y, s * a.z};
    return made;
}

TSU_FN tsu_vec3 tsu_vec3_negate(tsu_vec3 a)
{
    const tsu_vec3 made = {-a.x, -a.y, -a.z};
    return made;
}

/* a + s b */
TSU_FN tsu_vec3 tsu_vec3_madd(tsu_vec3 a, double s, tsu_vec3 b)
{
    const tsu_vec3 made = {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
    return made;
}

TSU_FN double tsu_vec3_dot(tsu_vec3 a, tsu_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

TSU_FN tsu_vec3 tsu_vec3_cross(tsu_vec3 a, tsu_vec3 b)
{
    const tsu_vec3 made = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return made;
}

TSU_FN double tsu_vec3_norm2(tsu_vec3 a)
{
    return tsu_vec3_dot(a, a);
}

TSU_FN double tsu_vec3_norm(tsu_vec3 a)
{
    return sqrt(tsu_vec3_dot(a, a));
}

/* The part of a across the unit vector n. */
TSU_FN tsu_vec3 tsu_vec3_reject(tsu_vec3 a, tsu_vec3 n)
{
    return tsu_vec3_madd(a, -tsu_vec3_dot(a, n), n);
}

#endif
