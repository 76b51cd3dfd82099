/* SPDX-License-Identifier: Apache-2.0 */
/* surface_multicontact.h - contacts of soft bodies that feel each other: the load of one contact displaces the surface of the
 * body at the others. Brodu, Dijksman and Behringer, Phys. Rev. E 91 (2015) 032201.
 *
 * A body is taken as an elastic half-space under each of its loads (Boussinesq). A load F that presses inwards along m_k at a
 * point k displaces the point c, at the distance d in the direction u from k, so that its surface moves outwards, against the
 * inward normal m_c there, by
 *
 *   w = -F (1 + nu)/(2 pi E d) [ (3 - 4 nu) m_k.m_c + (u.m_k)(u.m_c) - (1 - 2 nu)(m_k.m_c + u.m_c)/(1 + u.m_k) ]
 *
 * times a factor for the body being no half-space (1.125 for spheres in that paper). The sum of w over all other contacts of
 * the body is added to its radius at this contact, for all laws. Loads are those of the last step; a surface moves by no more
 * than a quarter of the radius.
 *
 * Bulging does work on a contact, put in from outside: its force without dashpots times the growth of the overlap, and what the
 * stored energy gains as R* grows. */
#ifndef TSU_LAW_SURFACE_MULTICONTACT_H
#define TSU_LAW_SURFACE_MULTICONTACT_H

#include "law/law.h"
#include <math.h>

enum {
    TSU_MULTICONTACT_SOFTNESS, /* (1 + nu)/(2 pi E) [1/Pa] */
    TSU_MULTICONTACT_DIRECT,   /* 3 - 4 nu          [-] */
    TSU_MULTICONTACT_SHEAR,    /* 1 - 2 nu          [-] */
    TSU_MULTICONTACT_COEFFICIENTS
};

enum {
    TSU_MULTICONTACT_LOAD,       /* normal force of the last step                       [N] */
    TSU_MULTICONTACT_SUM,        /* bulge of both in the last step                      [m] */
    TSU_MULTICONTACT_DIFFERENCE, /* bulge of i less that of j in the last step          [m] */
    TSU_MULTICONTACT_STORED,     /* force without dashpots of the last step             [N] */
    TSU_MULTICONTACT_ENERGY,     /* stored in the last step                             [J] */
    TSU_MULTICONTACT_I,          /* bulge of i now                                      [m] */
    TSU_MULTICONTACT_J,          /* bulge of j now                                      [m] */
    TSU_MULTICONTACT_HISTORY
};

/* How far a surface may move, over the radius. */
static const double tsu_multicontact_most = 0.25;

/* Outward displacement per unit of load of the surface at `at` by a load at `from`, both seen from the centre of the body, with
 * the unit vectors outwards there. p: the coefficients of its material. 0 where the points coincide. */
TSU_FN double tsu_multicontact_displacement(const double *p, tsu_vec3 from, tsu_vec3 out_from, tsu_vec3 at,
                                            tsu_vec3 out_at)
{
    const tsu_vec3 way = tsu_vec3_sub(at, from);
    const double d = tsu_vec3_norm(way), size = tsu_vec3_norm(from);
    if (!(d > 1.0e-10 * size)) return 0.0;
    const double u_from = -tsu_vec3_dot(way, out_from) / d, u_at = -tsu_vec3_dot(way, out_at) / d;
    const double both = tsu_vec3_dot(out_from, out_at), below = 1.0 + u_from;
    const double shear = below > 1.0e-6 ? p[TSU_MULTICONTACT_SHEAR] * (both + u_at) / below : 0.0;
    return -p[TSU_MULTICONTACT_SOFTNESS] / d * (p[TSU_MULTICONTACT_DIRECT] * both + u_from * u_at - shear);
}

static const tsu_law_parameter tsu_multicontact_parameters[] = {{.name = "youngsModulus",
                                                                 .shape = TSU_PER_TYPE,
                                                                 .unit = "Pa",
                                                                 .doc = "Young's modulus",
                                                                 .lowest = 0.0,
                                                                 .lowest_open = true,
                                                                 .highest = INFINITY},
                                                                {.name = "poissonsRatio",
                                                                 .shape = TSU_PER_TYPE,
                                                                 .unit = "-",
                                                                 .doc = "Poisson's ratio",
                                                                 .lowest = -1.0,
                                                                 .lowest_open = true,
                                                                 .highest = 0.5},
                                                                {0}};

static const tsu_law_history tsu_multicontact_history[] = {
    {.name = "load", .width = 1, .unit = "N", .doc = "normal force of the last step"},
    {.name = "bulge", .width = 1, .unit = "m", .doc = "outward displacement of both surfaces"},
    {.name = "bulge_difference",
     .width = 1,
     .antisymmetric = true,
     .unit = "m",
     .doc = "displacement of the first body minus that of the second"},
    {.name = "stored_force",
     .width = 1,
     .internal = true,
     .unit = "N",
     .doc = "normal force without dashpots of the last step"},
    {.name = "stored_energy",
     .width = 1,
     .internal = true,
     .unit = "J",
     .doc = "energy stored in the last step"},
    {.name = "bulge_i",
     .width = 1,
     .internal = true,
     .unit = "m",
     .doc = "of the first body, recomputed in each step"},
    {.name = "bulge_j",
     .width = 1,
     .internal = true,
     .unit = "m",
     .doc = "of the second body, recomputed in each step"},
    {0}};

/* Only the coefficients of a pair of equal materials are used: those of a body. */
static inline tsu_status tsu_multicontact_prepare(const tsu_law_inputs *in, double *coefficient,
                                                  tsu_error *err)
{
    (void)err;
    const double young = 0.5 * (in->value[0][0] + in->value[0][1]),
                 nu = 0.5 * (in->value[1][0] + in->value[1][1]);
    coefficient[TSU_MULTICONTACT_SOFTNESS] = (1.0 + nu) / (2.0 * 3.14159265358979323846 * young);
    coefficient[TSU_MULTICONTACT_DIRECT] = 3.0 - 4.0 * nu;
    coefficient[TSU_MULTICONTACT_SHEAR] = 1.0 - 2.0 * nu;
    return TSU_OK;
}

static inline double tsu_multicontact_reach(const double *coefficient, double radius_i, double radius_j,
                                            bool wall)
{
    (void)coefficient;
    return tsu_multicontact_most * (radius_i + (wall ? 0.0 : radius_j));
}

static const tsu_law tsu_law_surface_multicontact = {
    .kind = TSU_SURFACE,
    .name = "multicontact",
    .doc = "each contact displaces the surface at the others; needs fix multicontact/halfspace",
    .parameters = tsu_multicontact_parameters,
    .history = tsu_multicontact_history,
    .accounts = 1u << TSU_ACCOUNT_INTEGRATION,
    .coefficients = TSU_MULTICONTACT_COEFFICIENTS,
    .prepare = tsu_multicontact_prepare,
    .reach = tsu_multicontact_reach,
};

#endif
