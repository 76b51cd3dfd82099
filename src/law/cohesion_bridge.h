/* SPDX-License-Identifier: Apache-2.0 */
/* cohesion_bridge.h - what the laws of liquid bridges share: when a bridge is there, lubrication, liquid, accounts.
 *
 *   gap s = -overlap     liquid of a body V_i = 4/3 pi R_i^3 S_i, S its liquid content; a law says which part V of the
 *   two goes into the bridge     R* = R_i R_j/(R_i + R_j), at a wall of a sphere of equal size: R_i/2
 *   a bridge ends at s = (1 + theta/2) V^(1/3) (Lian et al. 1993), and in any case at (maxSeparationDistanceRatio - 1)(R_i + R_j)
 *   lubrication, with e = max(s/R*, minSeparationDistanceRatio) (Nase et al. 2001):
 *     F_n = -6 pi eta R* v_n/e     F_t = -6 pi eta R* (8/15 ln(1/e) + 0.9588) v_t
 *
 * The tangential part acts at the middle of the gap, so that it turns both bodies and keeps the angular momentum.
 *
 * Accounts: the work done against the pull is stored in the bridge (its surface grows); what it holds when it breaks is lost.
 * A bridge begins with nothing stored, so one that formed at touching has to lose all that its stretching took. What
 * lubrication takes is lost at once. Both are in the account of cohesion.
 *
 * When a bridge between particles breaks, its liquid is shared out in proportion to their volumes (liquid.h): the state
 * then is 2 for one evaluation. */
#ifndef TSU_LAW_COHESION_BRIDGE_H
#define TSU_LAW_COHESION_BRIDGE_H

#include "base/power.h"
#include "law/law.h"
#include <math.h>

enum {
    TSU_BRIDGE_START,     /* liquid content at the start       [-] */
    TSU_BRIDGE_TENSION,   /* surface tension                   [N/m] */
    TSU_BRIDGE_ANGLE,     /* contact angle, mean of both       [rad] */
    TSU_BRIDGE_VISCOSITY, /* [Pa s] */
    TSU_BRIDGE_NEAREST,   /* minimum gap over R* in lubrication  [-] */
    TSU_BRIDGE_FURTHEST,  /* largest gap over R_i + R_j        [-] */
    TSU_BRIDGE_REDUCE,
    TSU_BRIDGE_LIMIT, /* of the liquid content             [-] */
    TSU_BRIDGE_PART,  /* of the liquid that goes into a bridge [-] */
    TSU_BRIDGE_COEFFICIENTS
};

enum {
    TSU_BRIDGE_STATE,  /* 1 there, 2 just broken */
    TSU_BRIDGE_STORED, /* [J] */
    TSU_BRIDGE_PULL,   /* [N] */
    TSU_BRIDGE_DRAG,   /* [N] */
    TSU_BRIDGE_DRAG_T, /* three [N] */
    TSU_BRIDGE_HISTORY = TSU_BRIDGE_DRAG_T + 3
};

TSU_FN double tsu_bridge_sphere(double radius)
{
    return 4.0 / 3.0 * 3.14159265358979323846 * radius * radius * radius;
}

/* R*, a wall taken as a sphere of equal size. */
TSU_FN double tsu_bridge_radius(const tsu_contact *c)
{
    return c->radius_i * c->radius_j / (c->radius_i + c->radius_j);
}

/* The gap at which a bridge of volume v breaks. */
TSU_FN double tsu_bridge_rupture(const double *p, const tsu_contact *c, double v)
{
    const double liquid = (1.0 + 0.5 * p[TSU_BRIDGE_ANGLE]) * (v > 0.0 ? tsu_pow(v, 1.0 / 3.0) : 0.0);
    const double furthest = p[TSU_BRIDGE_FURTHEST] * (c->radius_i + c->radius_j);
    return liquid < furthest ? liquid : furthest;
}

/* Adds the pull (negative), if the bridge is there, and the lubrication, and keeps the accounts. */
TSU_FN void tsu_bridge_add(const double *p, tsu_contact *c, double *h, bool there, double pull_there)
{
    const double pi = 3.14159265358979323846, radius = tsu_bridge_radius(c);
    const bool was = h[TSU_BRIDGE_STATE] == 1.0, broken = was && !there;
    const double gap = -c->overlap / radius, least = p[TSU_BRIDGE_NEAREST], e = gap > least ? gap : least;
    const double stokes = there ? -6.0 * pi * p[TSU_BRIDGE_VISCOSITY] * radius : 0.0;
    const double pull = there ? pull_there : 0.0, drag = stokes * c->v_n / e;
    const tsu_vec3 drag_t = tsu_vec3_scale(stokes * (0.9588 - 8.0 / 15.0 * tsu_log(e)), c->v_t);
    const tsu_vec3 drag_old = {h[TSU_BRIDGE_DRAG_T], h[TSU_BRIDGE_DRAG_T + 1], h[TSU_BRIDGE_DRAG_T + 2]};
    const double half = 0.5 * c->dt;
    const double work = -half * (h[TSU_BRIDGE_PULL] * c->v_n_before + pull * c->v_n);
    const double normal = -half * (h[TSU_BRIDGE_DRAG] * c->v_n_before + drag * c->v_n);
    const double across = -half * (tsu_vec3_dot(drag_old, c->v_t_before) + tsu_vec3_dot(drag_t, c->v_t));
    const double stored = h[TSU_BRIDGE_STORED] + work;
    c->f_total += pull + drag;
    c->f_n += c->touching ? p[TSU_BRIDGE_REDUCE] * (pull + drag) : 0.0;
    c->f_bridge = drag_t;
    c->bridged = there || (broken && !c->wall);
    c->elastic = there ? stored : 0.0;
    c->account[TSU_ACCOUNT_COHESION] = normal + across + (there || !(c->dt > 0.0) ? 0.0 : stored);
    h[TSU_BRIDGE_STATE] = there ? 1.0 : (broken ? 2.0 : 0.0);
    h[TSU_BRIDGE_STORED] = c->elastic;
    h[TSU_BRIDGE_PULL] = pull;
    h[TSU_BRIDGE_DRAG] = drag;
    h[TSU_BRIDGE_DRAG_T] = drag_t.x;
    h[TSU_BRIDGE_DRAG_T + 1] = drag_t.y;
    h[TSU_BRIDGE_DRAG_T + 2] = drag_t.z;
}

/* What is left for body i when the bridge of volume v, to which it gave `own`, is shared out by volume. */
static inline double tsu_bridge_share(double v, double own, double radius_i, double radius_j)
{
    const double q = radius_j / radius_i;
    return (v / (1.0 + q * q * q) - own) / tsu_bridge_sphere(radius_i);
}

#define TSU_BRIDGE_PARAMETER_LIQUID                                                                          \
    {                                                                                                        \
        .name = "surfaceLiquidContentInitial", .shape = TSU_SCALAR, .unit = "-",                             \
        .doc = "liquid over solid volume at the start", .lowest = 0.0, .highest = INFINITY                   \
    }
#define TSU_BRIDGE_PARAMETER_TENSION                                                                         \
    {                                                                                                        \
        .name = "surfaceTension", .shape = TSU_SCALAR, .unit = "N/m", .doc = "surface tension",              \
        .lowest = 0.0, .highest = INFINITY                                                                   \
    }
#define TSU_BRIDGE_PARAMETER_VISCOSITY                                                                       \
    {                                                                                                        \
        .name = "fluidViscosity", .shape = TSU_SCALAR, .unit = "Pa s", .doc = "viscosity of the liquid",     \
        .lowest = 0.0, .highest = INFINITY                                                                   \
    }
#define TSU_BRIDGE_PARAMETER_ANGLE                                                                           \
    {                                                                                                        \
        .name = "contactAngle", .shape = TSU_PER_TYPE, .unit = "degrees", .doc = "contact angle",            \
        .lowest = 0.0, .highest = 180.0                                                                      \
    }
#define TSU_BRIDGE_PARAMETER_NEAREST                                                                         \
    {                                                                                                        \
        .name = "minSeparationDistanceRatio", .shape = TSU_SCALAR, .unit = "-",                              \
        .doc = "minimum gap over R* in lubrication", .lowest = 0.0, .lowest_open = true, .highest = INFINITY \
    }
#define TSU_BRIDGE_PARAMETER_FURTHEST                                                                        \
    {                                                                                                        \
        .name = "maxSeparationDistanceRatio", .shape = TSU_SCALAR, .unit = "-",                              \
        .doc = "largest distance of centres of a bridge over the sum of radii", .lowest = 1.0,               \
        .highest = INFINITY                                                                                  \
    }
#define TSU_KEYWORD_HEATING_COHESION                                                                         \
    {                                                                                                        \
        "heating_cohesion", tsu_choices_off_on,                                                              \
            "energy dissipated by drag and rupture of liquid bridges heats the bodies (`fix heat/gran`)"     \
    }
#define TSU_BRIDGE_PARAMETERS                                                                                \
    TSU_BRIDGE_PARAMETER_LIQUID, TSU_BRIDGE_PARAMETER_TENSION, TSU_BRIDGE_PARAMETER_VISCOSITY,               \
        TSU_BRIDGE_PARAMETER_ANGLE, TSU_BRIDGE_PARAMETER_NEAREST, TSU_BRIDGE_PARAMETER_FURTHEST

static const tsu_law_history tsu_bridge_history[] = {
    {.name = "contflag", .width = 1, .unit = "-", .doc = "1 where there is a bridge, 2 where one broke"},
    {.name = "bridge_energy", .width = 1, .internal = true, .unit = "J", .doc = "stored in the bridge"},
    {.name = "bridge_pull", .width = 1, .internal = true, .unit = "N", .doc = "its pull in the last step"},
    {.name = "bridge_drag", .width = 1, .internal = true, .unit = "N", .doc = "its drag in the last step"},
    {.name = "bridge_drag_t",
     .width = 3,
     .antisymmetric = true,
     .internal = true,
     .unit = "N",
     .doc = "its tangential drag in the last step"},
    {0}};

/* Coefficients of the parameters above, `reduce` being the choice of tangential_reduce. */
static inline void tsu_bridge_prepare(const tsu_law_inputs *in, int reduce, double *coefficient)
{
    const double degree = 3.14159265358979323846 / 180.0;
    coefficient[TSU_BRIDGE_START] = in->value[0][0];
    coefficient[TSU_BRIDGE_TENSION] = in->value[1][0];
    coefficient[TSU_BRIDGE_VISCOSITY] = in->value[2][0];
    coefficient[TSU_BRIDGE_ANGLE] = 0.5 * (in->value[3][0] + in->value[3][1]) * degree;
    coefficient[TSU_BRIDGE_NEAREST] = in->value[4][0];
    coefficient[TSU_BRIDGE_FURTHEST] = in->value[5][0] - 1.0;
    coefficient[TSU_BRIDGE_REDUCE] = reduce;
    coefficient[TSU_BRIDGE_LIMIT] = INFINITY;
    coefficient[TSU_BRIDGE_PART] = 0.0;
}

static inline double tsu_bridge_reach(const double *coefficient, double radius_i, double radius_j, bool wall)
{
    return coefficient[TSU_BRIDGE_FURTHEST] * (radius_i + (wall ? radius_i : radius_j));
}

#endif
