/* SPDX-License-Identifier: Apache-2.0 */
/* tsubu_law.h - what a contact law is, for the laws of the tree and for those compiled outside it. C17 and C++20.
 *
 * A law is one header with a pure function of one contact and a table that describes it. The function is
 * written for a single contact in registers; tsu_law_loop() runs it over a block of contacts, where the
 * compiler turns it into vector code. So write ternaries on values already computed instead of branches, no
 * calls but sqrt, fabs and the functions of tsubu/law/power.h, and no loops of unknown length.
 *
 * The stages of a contact: surface (kinematics) -> normal -> cohesion -> tangential -> rolling.
 *
 * Every law also keeps the accounts (docs/coming_from_liggghts.md, Energy audit). Velocity Verlet moves a contact over a step by v dt
 * under the mean of the old and the new force, so each account is the trapezoidal work over the step; a law
 * keeps what it needs of the previous step as history of its own, marked internal. The old force works along
 * the old normal: its half uses the `_before` velocities. When a contact is not
 * touching (`touching` false) the law is still called once: it must book what the opening releases; forces
 * and history of such a contact are zeroed by the loop.
 *
 * Exchanging i and j must change no bit but signs: write sums and products of the two sides symmetrically.
 *
 * A law outside the tree is a shared library (a plugin): it includes this header, ends with TSU_PLUGIN, links nothing and calls nothing of
 * tsubu. docs/plugin.md shows one from the first line to the last. */
#ifndef TSUBU_TSUBU_LAW_H
#define TSUBU_TSUBU_LAW_H

#include "tsubu/law/compiler.h"
#include "tsubu/law/power.h"
#include "tsubu/law/vec.h"
#include "tsubu/tsubu.h"
#include <stdarg.h>
#include <stdio.h>

/* ---- one contact
 * --------------------------------------------------------------------------------------------- */

typedef struct tsu_contact {
    /* from the surface model; read only for the other laws */
    double overlap;    /* R_i + R_j - r, negative when apart                     [m] */
    double radius_i;   /* radius of i                                            [m] */
    double radius_j;   /* radius of j; at a wall the same as radius_i            [m] */
    double r_eff;      /* R* = R_i R_j/(R_i + R_j); wall: R_i                    [m] */
    double m_eff;      /* m* = m_i m_j/(m_i + m_j); wall: m_i                    [kg] */
    double inverse;    /* of the distance of the centres; not used at a wall     [1/m] */
    double inv_mass_i; /* 1/m_i                                                  [1/kg] */
    double inv_mass_j; /* 1/m_j; wall: 0                                         [1/kg] */
    double v_n;        /* relative velocity along n, negative while approaching  [m/s] */
    double dt;         /* time step; 0 when forces are evaluated without a step  [s] */
    tsu_vec3 n;        /* unit normal from j to i                                [-] */
    tsu_vec3 v_t;      /* tangential relative velocity at the contact            [m/s] */
    tsu_vec3 w_r;      /* relative spin w_i - w_j                                [rad/s] */
    /* The same with the geometry of the start of the step, where the old forces acted and along which they
     * did their half of the work. For the accounts only. */
    double overlap_before;     /*                                                     [m] */
    double v_n_before;         /*                                                     [m/s] */
    tsu_vec3 v_t_before;       /*                                                     [m/s] */
    double w_n_before;         /* relative spin along that normal                     [rad/s] */
    bool wall;                 /* j is a wall */
    bool touching;             /* overlap > 0; a normal law with reach may keep it true longer */
    double liquid_i, liquid_j; /* liquid on the surface over the volume of the body; wall: 0 [-] */

    /* from the normal and cohesion laws */
    double f_n;     /* normal force as friction and rolling see it, repulsive > 0 [N] */
    double f_total; /* normal force applied to the bodies                         [N] */
    double f_damp;  /* its dashpot part                                           [N] */
    double k_n;     /* normal stiffness handed on                                 [N/m] */
    double k_t;     /* tangential stiffness handed on                             [N/m] */
    /* The two in the last step, for the accounts; every normal law sets them. */
    double k_n_before; /*                                                         [N/m] */
    double k_t_before; /*                                                         [N/m] */
    double gamma_n;    /* normal damping handed on                                   [kg/s] */
    double gamma_t;    /* tangential damping handed on                               [kg/s] */
    /* Attraction of the normal law, k_c d - F0: f_n + adhesion is the load that presses the surfaces
     * together. 0 unless the law sets it. */
    double adhesion; /*                                                           [N] */

    /* A cohesion law that acts between bodies apart: it has a bridge, which pulls across the normal too. */
    bool bridged;
    tsu_vec3 f_bridge; /* tangential force of the bridge on i                      [N] */

    tsu_vec3 f_t; /* tangential force on i, from the tangential law                [N] */
    tsu_vec3 m_r; /* rolling torque: -m_r acts on i, +m_r on j                     [N m] */

    double elastic;                    /* energy the law stores now               [J] */
    double account[TSU_ACCOUNT_COUNT]; /* energy dissipated over this step        [J] */
} tsu_contact;

/* p: the coefficients that prepare() derived for this pair of materials; h: the law's history, updated in
 * place. */
typedef void tsu_law_fn(const double *p, tsu_contact *c, double *h);

/* ---- blocks of contacts
 * -------------------------------------------------------------------------------------- */

#ifndef TSU_LANES_OF_BLOCK
#define TSU_LANES_OF_BLOCK 64 /* 1 where each thread has one contact (src/cuda) */
#endif

enum {
    TSU_LANES = TSU_LANES_OF_BLOCK, /* contacts in a block, as TSU_CONTACT_BLOCK says */
    TSU_HISTORY_MAX = 32,           /* history values of all laws of a contact together */
    TSU_COEFFICIENT_MAX = 48        /* coefficients of all laws of a contact together */
};

typedef double tsu_lane[TSU_LANES];

typedef struct tsu_block {
    tsu_lane wall; /* 1 or 0; the same in all lanes, but a select on a lane vectorises and one on a flag does
                      not */
    tsu_lane overlap, inverse, radius_i, radius_j, r_eff, m_eff, inv_mass_i, inv_mass_j, v_n;
    tsu_lane nx, ny, nz, vtx, vty, vtz, wrx, wry, wrz;
    tsu_lane overlap_before, v_n_before, vtx_before, vty_before, vtz_before, w_n_before;
    tsu_lane touching;                  /* 1 or 0 */
    tsu_lane liquid_i, liquid_j;        /* filled in for laws that want a column of the particles */
    tsu_lane bridged, f_bx, f_by, f_bz; /* written by a cohesion law, read if it acts apart */
    tsu_lane f_n, f_total, f_damp, k_n, k_t, k_n_before, k_t_before, gamma_n, gamma_t, adhesion;
    tsu_lane ftx, fty, ftz, mrx, mry, mrz;
    tsu_lane elastic;
    tsu_lane account[TSU_ACCOUNT_COUNT];
    double dt; /* behind the lanes, which begin with a line of the cache */
    bool same; /* all pairs have the same radii and masses, and the block holds them (fused loops) */
} TSU_ALIGNED(64) tsu_block;

/* ---- the table that describes a law
 * --------------------------------------------------------------------------- */

typedef enum tsu_law_kind {
    TSU_NORMAL,
    TSU_COHESION,
    TSU_TANGENTIAL,
    TSU_ROLLING,
    TSU_SURFACE,
    TSU_LAW_KINDS
} tsu_law_kind;

typedef enum tsu_shape_of_value {
    TSU_SCALAR,   /* one number */
    TSU_PER_TYPE, /* one number per material */
    TSU_PER_PAIR  /* one number per pair of materials, symmetric */
} tsu_shape_of_value;

typedef struct tsu_law_parameter {
    const char *name; /* as in `fix property/global` */
    tsu_shape_of_value shape;
    const char *unit;
    const char *doc;
    double lowest; /* least value allowed, included unless open */
    bool lowest_open;
    double highest; /* largest value allowed, likewise */
    bool highest_open;
    bool optional; /* `fallback` is used when the deck does not give it */
    double fallback;
    const char *needed_with; /* "keyword=value": asked for only then; NULL: always */
} tsu_law_parameter;

typedef struct tsu_law_history {
    const char *name;
    int width;          /* 1, or 3 for a vector */
    bool antisymmetric; /* changes sign when i and j change places */
    bool internal;      /* memory of the energy audit, not of the physics */
    const char *unit;
    const char *doc;
} tsu_law_history;

typedef struct tsu_law_keyword {
    const char *name;
    const char *const *choices; /* NULL-terminated; choices[0] is the default */
    const char *doc;
} tsu_law_keyword;

/* What prepare() sees for one pair of materials. */
typedef struct tsu_law_inputs {
    const double (*value)[2]; /* by parameter; per-type: [0] of i, [1] of j; otherwise [0] */
    const int *keyword;       /* by keyword: index of the choice */
    double speed_unit_si;     /* one unit of velocity in m/s, for laws with built-in scales */
} tsu_law_inputs;

typedef struct tsu_law {
    tsu_law_kind kind;
    const char *name;
    const char *doc;
    const tsu_law_parameter *parameters; /* ends with name NULL; may be NULL */
    const tsu_law_history *history;      /* ends with name NULL; may be NULL */
    const tsu_law_keyword *keywords;     /* ends with name NULL; may be NULL */
    unsigned accounts;                   /* bit mask of the accounts it writes */
    /* The keyword with which what it dissipates warms the bodies; NULL: none. */
    const char *heating;
    int coefficients; /* how many numbers prepare() derives */
    /* Derives the coefficients of a pair of materials, given in either order with the same result. */
    tsu_status (*prepare)(const tsu_law_inputs *in, double *coefficient, tsu_error *err);
    /* Largest distance at which the law still acts after a contact, 0 for most [m]; NULL means 0. */
    double (*reach)(const double *coefficient, double radius_i, double radius_j, bool wall);
    /* Of a normal law that finds the energy of the last step from the overlap: it grows with R* to this power. */
    double curvature;
    /* Of a normal law whose force grows with one power of the overlap: that; 0: it does not (fix heat/gran). */
    double overlap_power;
    bool apart; /* acts between bodies that have not touched, or goes on after they have parted (cohesion) */
    const char *column; /* number of each particle that it reads and shares out (liquid); NULL: none */
    int column_start;   /* the coefficient that is its value at the start */
    int column_limit;   /* the coefficient that limits it, taken for a pair of equal materials */
    /* What i gains when a bridge to j breaks, over its volume; liquids and radii of both [-]. */
    double (*share)(const double *coefficient, double liquid_i, double radius_i, double liquid_j,
                    double radius_j);
    /* A sentence on what the user should know of these coefficients, with the other laws that follow this one (friction or rolling)
     * or without; NULL: nothing. It begins in lower case, for the law is named before it. */
    const char *(*caution)(const double *coefficient, bool followed);
    /* Runs the law over a block; p and h are the rows of its coefficients and of its history (TSU_LAW_STAGE). A surface law
     * without one is part of the engine. */
    void (*stage)(tsu_block *TSU_RESTRICT b, const tsu_lane *TSU_RESTRICT p, tsu_lane *TSU_RESTRICT h);
} tsu_law;

static const char *const tsu_choices_on_off[] = {"on", "off", NULL}; /* default on  */
static const char *const tsu_choices_off_on[] = {"off", "on", NULL}; /* default off */

/* What prepare() says when it cannot take the values it got: the sentence names them and the remedy. */
static inline TSU_PRINTF(3, 4) tsu_status
    tsu_law_refuse(tsu_error *err, tsu_status status, const char *format, ...)
{
    va_list args;
    if (!err) return status;
    err->status = status;
    err->file[0] = '\0';
    err->line = 0;
    va_start(args, format);
    vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
    return status;
}

/* A value of a property with which `tsubu verify` tries the law that has it; the second is that of body j where a property
 * belongs to a material, 0: the same. Two spheres of R = 1 and 1.5 mm meet at about 0.5 m/s and should overlap by about 1 %. */
typedef struct tsu_sample {
    const char *name;
    double value, other;
} tsu_sample;

/* ---- the loop over a block
 * ------------------------------------------------------------------------------------ */

TSU_FN tsu_contact tsu_block_load(const tsu_block *b, int l)
{
    tsu_contact c = {
        .overlap = b->overlap[l],
        .radius_i = b->radius_i[l],
        .radius_j = b->radius_j[l],
        .r_eff = b->r_eff[l],
        .m_eff = b->m_eff[l],
        .inv_mass_i = b->inv_mass_i[l],
        .inv_mass_j = b->inv_mass_j[l],
        .v_n = b->v_n[l],
        .dt = b->dt,
        .n = {b->nx[l], b->ny[l], b->nz[l]},
        .v_t = {b->vtx[l], b->vty[l], b->vtz[l]},
        .w_r = {b->wrx[l], b->wry[l], b->wrz[l]},
        .overlap_before = b->overlap_before[l],
        .v_n_before = b->v_n_before[l],
        .v_t_before = {b->vtx_before[l], b->vty_before[l], b->vtz_before[l]},
        .w_n_before = b->w_n_before[l],
        .wall = b->wall[l] != 0.0,
        .touching = b->touching[l] != 0.0,
        .liquid_i = b->liquid_i[l],
        .liquid_j = b->liquid_j[l],
        .f_n = b->f_n[l],
        .f_total = b->f_total[l],
        .f_damp = b->f_damp[l],
        .k_n = b->k_n[l],
        .k_t = b->k_t[l],
        .k_n_before = b->k_n_before[l],
        .k_t_before = b->k_t_before[l],
        .gamma_n = b->gamma_n[l],
        .gamma_t = b->gamma_t[l],
        .adhesion = b->adhesion[l],
    };
    return c;
}

/* What a surface law sets for those after it: the overlap, which it may lower but not raise, and R*. The arms of the forces stay
 * those of the bodies. */
TSU_FN void tsu_block_store_surface(tsu_block *b, int l, const tsu_contact *c)
{
    const bool lower = c->overlap < b->overlap[l], lower_before = c->overlap_before < b->overlap_before[l];
    b->overlap[l] = lower ? c->overlap : b->overlap[l];
    b->overlap_before[l] = lower_before ? c->overlap_before : b->overlap_before[l];
    b->r_eff[l] = c->r_eff;
    b->touching[l] = b->overlap[l] > 0.0 ? b->touching[l] : 0.0;
}

/* What a normal law leaves to those after it: no force where there is no contact. */
TSU_FN void tsu_contact_close_normal(tsu_contact *c)
{
    const bool on = c->touching;
    c->f_n = on ? c->f_n : 0.0;
    c->f_total = on ? c->f_total : 0.0;
    c->f_damp = on ? c->f_damp : 0.0;
}

TSU_FN void tsu_block_store_normal(tsu_block *b, int l, tsu_contact *c)
{
    tsu_contact_close_normal(c);
    b->touching[l] = c->touching ? 1.0 : 0.0;
    b->f_n[l] = c->f_n;
    b->f_total[l] = c->f_total;
    b->f_damp[l] = c->f_damp;
    b->k_n[l] = c->k_n;
    b->k_t[l] = c->k_t;
    b->k_n_before[l] = c->k_n_before;
    b->k_t_before[l] = c->k_t_before;
    b->gamma_n[l] = c->gamma_n;
    b->gamma_t[l] = c->gamma_t;
    b->adhesion[l] = c->adhesion;
    b->elastic[l] = c->touching ? c->elastic : 0.0;
    b->account[TSU_ACCOUNT_NORMAL_DASHPOT][l] = c->account[TSU_ACCOUNT_NORMAL_DASHPOT];
    b->account[TSU_ACCOUNT_PLASTIC][l] = c->account[TSU_ACCOUNT_PLASTIC];
    b->account[TSU_ACCOUNT_INTEGRATION][l] = c->account[TSU_ACCOUNT_INTEGRATION];
}

TSU_FN void tsu_block_store_cohesion(tsu_block *b, int l, const tsu_contact *c)
{
    const bool on = c->touching || c->bridged;
    b->f_n[l] = on ? c->f_n : 0.0;
    b->f_total[l] = on ? c->f_total : 0.0;
    b->elastic[l] += on ? c->elastic : 0.0;
    b->bridged[l] = c->bridged ? 1.0 : 0.0;
    b->f_bx[l] = c->f_bridge.x;
    b->f_by[l] = c->f_bridge.y;
    b->f_bz[l] = c->f_bridge.z;
    b->account[TSU_ACCOUNT_COHESION][l] = c->account[TSU_ACCOUNT_COHESION];
    b->account[TSU_ACCOUNT_INTEGRATION][l] += c->account[TSU_ACCOUNT_INTEGRATION];
}

TSU_FN void tsu_block_store_tangential(tsu_block *b, int l, const tsu_contact *c)
{
    const bool on = c->touching;
    b->ftx[l] = on ? c->f_t.x : 0.0;
    b->fty[l] = on ? c->f_t.y : 0.0;
    b->ftz[l] = on ? c->f_t.z : 0.0;
    b->elastic[l] += on ? c->elastic : 0.0;
    b->account[TSU_ACCOUNT_SLIDING][l] = c->account[TSU_ACCOUNT_SLIDING];
    b->account[TSU_ACCOUNT_TANGENTIAL_DASHPOT][l] = c->account[TSU_ACCOUNT_TANGENTIAL_DASHPOT];
    b->account[TSU_ACCOUNT_TANGENTIAL_HISTORY][l] = c->account[TSU_ACCOUNT_TANGENTIAL_HISTORY];
}

TSU_FN void tsu_block_store_rolling(tsu_block *b, int l, const tsu_contact *c)
{
    const bool on = c->touching;
    b->mrx[l] = on ? c->m_r.x : 0.0;
    b->mry[l] = on ? c->m_r.y : 0.0;
    b->mrz[l] = on ? c->m_r.z : 0.0;
    b->elastic[l] += on ? c->elastic : 0.0;
    b->account[TSU_ACCOUNT_ROLLING_SLIP][l] = c->account[TSU_ACCOUNT_ROLLING_SLIP];
    b->account[TSU_ACCOUNT_ROLLING_DASHPOT][l] = c->account[TSU_ACCOUNT_ROLLING_DASHPOT];
    b->account[TSU_ACCOUNT_ROLLING_HISTORY][l] = c->account[TSU_ACCOUNT_ROLLING_HISTORY];
}

/* `kind`, `np`, `nh` and `law` are constants of the caller; once this is inlined there it is one plain loop.
 */
TSU_FN void tsu_law_loop(tsu_block *TSU_RESTRICT b, const tsu_lane *TSU_RESTRICT coefficient,
                         tsu_lane *TSU_RESTRICT history, tsu_law_kind kind, const int np, const int nh,
                         tsu_law_fn *law)
{
    for (int l = 0; l < TSU_LANES; l++) {
        tsu_contact c = tsu_block_load(b, l);
        double p[TSU_COEFFICIENT_MAX], h[TSU_HISTORY_MAX];
        TSU_UNROLLED
        for (int q = 0; q < np; q++) {
            p[q] = coefficient[q][l];
        }
        TSU_UNROLLED
        for (int q = 0; q < nh; q++) {
            h[q] = history[q][l];
        }
        if (kind == TSU_NORMAL) c.adhesion = 0.0;
        law(p, &c, h);
        TSU_UNROLLED
        for (int q = 0; q < nh; q++) {
            history[q][l] = c.touching || c.bridged ? h[q] : 0.0;
        }
        if (kind == TSU_SURFACE) tsu_block_store_surface(b, l, &c);
        if (kind == TSU_NORMAL) tsu_block_store_normal(b, l, &c);
        if (kind == TSU_COHESION) tsu_block_store_cohesion(b, l, &c);
        if (kind == TSU_TANGENTIAL) tsu_block_store_tangential(b, l, &c);
        if (kind == TSU_ROLLING) tsu_block_store_rolling(b, l, &c);
    }
}

/* The stage of a law, as a function `name`: the loop over its function. A macro, since each law needs a loop of its own. */
#define TSU_LAW_STAGE(name, kind, coefficients, history, law)                                                \
    static TSU_CLONES void name(tsu_block *TSU_RESTRICT b, const tsu_lane *TSU_RESTRICT p,                   \
                                tsu_lane *TSU_RESTRICT h)                                                    \
    {                                                                                                        \
        tsu_law_loop(b, p, h, kind, coefficients, history, law);                                             \
    }

/* ---- plugins
 * -------------------------------------------------------------------------------------------------- */

/* The version of all structs above. A plugin that was compiled for another one is refused. */
enum { TSU_LAW_ABI = 1 };

/* What a plugin shows: one object of this type, named tsubu_plugin. */
typedef struct tsu_plugin {
    int abi;                                   /* TSU_LAW_ABI; always the first member */
    int contact_bytes, block_bytes, law_bytes; /* as its compiler has laid them out */
    const char *name, *version, *doc;
    const tsu_law *const *laws; /* ends with NULL */
    /* Of the properties that no law of tsubu has; ends with name NULL, may be NULL. */
    const tsu_sample *samples;
    /* a b + c of TSU_LANES numbers. */
    void (*probe)(const double *a, const double *b, const double *c, double *out);
} tsu_plugin;

#ifdef __cplusplus
#define TSU_PLUGIN_LANGUAGE extern "C"
#else
#define TSU_PLUGIN_LANGUAGE extern
#endif
#if defined(_WIN32)
#define TSU_PLUGIN_VISIBLE __declspec(dllexport)
#elif defined(__GNUC__)
#define TSU_PLUGIN_VISIBLE __attribute__((visibility("default")))
#else
#define TSU_PLUGIN_VISIBLE
#endif

/* The last line of a plugin: its name, version and a sentence, the samples (or NULL), then the addresses of its laws. tsubu
 * asks the probe whether products and sums are rounded one by one in it. */
#define TSU_PLUGIN(own_name, own_version, own_doc, own_samples, ...)                                         \
    static TSU_CLONES void tsu_plugin_probe(const double *a, const double *b, const double *c, double *out)  \
    {                                                                                                        \
        for (int l = 0; l < TSU_LANES; l++) {                                                                \
            out[l] = a[l] * b[l] + c[l];                                                                     \
        }                                                                                                    \
    }                                                                                                        \
    static const tsu_law *const tsu_plugin_laws[] = {__VA_ARGS__, NULL};                                     \
    TSU_PLUGIN_LANGUAGE TSU_PLUGIN_VISIBLE const tsu_plugin tsubu_plugin;                                    \
    const tsu_plugin tsubu_plugin = {TSU_LAW_ABI,                                                            \
                                     (int)sizeof(tsu_contact),                                               \
                                     (int)sizeof(tsu_block),                                                 \
                                     (int)sizeof(tsu_law),                                                   \
                                     own_name,                                                               \
                                     own_version,                                                            \
                                     own_doc,                                                                \
                                     tsu_plugin_laws,                                                        \
                                     own_samples,                                                            \
                                     tsu_plugin_probe}

#ifdef __FAST_MATH__
#error "models are compiled without -ffast-math: tsubu gives the same bits everywhere"
#endif

#endif
