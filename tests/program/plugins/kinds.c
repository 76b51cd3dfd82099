/* SPDX-License-Identifier: Apache-2.0 */
/* kinds.c - a law of each kind but normal: a constant attraction, viscous friction, a constant torque, rough surfaces. */
#include <math.h>
#include <tsubu/tsubu_law.h>

/* ---- cohesion: F = -f0 while the bodies overlap, stored energy -f0 d ---- */

TSU_FN void constant_pull(const double *p, tsu_contact *c, double *h)
{
    const double d = c->overlap > 0.0 ? c->overlap : 0.0,
                 d_old = c->overlap_before > 0.0 ? c->overlap_before : 0.0;
    const double f = c->touching ? -p[0] : 0.0, f_old = h[0]; /* it jumps: d_old cannot tell */
    const double u = c->touching ? -p[0] * d : 0.0;
    c->f_total += f;
    c->elastic = u;
    c->account[TSU_ACCOUNT_COHESION] = 0.0;
    c->account[TSU_ACCOUNT_INTEGRATION] =
        -0.5 * (f_old * c->v_n_before + f * c->v_n) * c->dt - (u + p[0] * d_old);
    h[0] = f;
}

/* ---- friction: -min(gamma, mu |F_n|/|v_t|) v_t ---- */

TSU_FN void viscous(const double *p, tsu_contact *c, double *h)
{
    const double limit = p[0] * fabs(c->f_n), speed = tsu_vec3_norm(c->v_t);
    const bool slip = limit < p[1] * speed;
    const double gamma = slip ? limit / speed : p[1];
    const tsu_vec3 f_old = {h[0], h[1], h[2]}, f = tsu_vec3_scale(c->touching ? -gamma : 0.0, c->v_t);
    c->f_t = f;
    const double loss = -0.5 * (tsu_vec3_dot(f_old, c->v_t_before) + tsu_vec3_dot(f, c->v_t)) * c->dt;
    c->account[TSU_ACCOUNT_SLIDING] = slip ? loss : 0.0;
    c->account[TSU_ACCOUNT_TANGENTIAL_DASHPOT] = slip ? 0.0 : loss;
    c->account[TSU_ACCOUNT_TANGENTIAL_HISTORY] = 0.0;
    c->elastic = 0.0;
    h[0] = f.x;
    h[1] = f.y;
    h[2] = f.z;
}

/* ---- rolling: a torque mu R* |F_n| against the relative spin ---- */

TSU_FN void torque(const double *p, tsu_contact *c, double *h)
{
    const tsu_vec3 old = {h[0], h[1], h[2]};
    const double spin = tsu_vec3_norm(c->w_r), size = p[0] * c->r_eff * fabs(c->f_n);
    const double part = c->touching && spin > 0.0 ? size / spin : 0.0;
    const tsu_vec3 m = tsu_vec3_scale(part, c->w_r);
    c->m_r = m;
    c->account[TSU_ACCOUNT_ROLLING_SLIP] = 0.5 * tsu_vec3_dot(tsu_vec3_add(old, m), c->w_r) * c->dt;
    c->account[TSU_ACCOUNT_ROLLING_DASHPOT] = 0.0;
    c->account[TSU_ACCOUNT_ROLLING_HISTORY] = 0.0;
    c->elastic = 0.0;
    h[0] = m.x;
    h[1] = m.y;
    h[2] = m.z;
}

/* ---- surface: bodies touch only where they overlap by more than their roughness ---- */

TSU_FN void rough(const double *p, tsu_contact *c, double *h)
{
    (void)h;
    c->overlap -= p[0];
    c->overlap_before -= p[0];
}

TSU_LAW_STAGE(stage_pull, TSU_COHESION, 1, 1, constant_pull)
TSU_LAW_STAGE(stage_viscous, TSU_TANGENTIAL, 2, 3, viscous)
TSU_LAW_STAGE(stage_torque, TSU_ROLLING, 1, 3, torque)
TSU_LAW_STAGE(stage_rough, TSU_SURFACE, 1, 0, rough)

#define SCALAR(NAME, UNIT, DOC)                                                                              \
    {                                                                                                        \
        .name = NAME, .shape = TSU_SCALAR, .unit = UNIT, .doc = DOC, .lowest = 0.0, .highest = INFINITY      \
    }
static const tsu_law_parameter of_pull[] = {SCALAR("pullForce", "N", "attraction"), {0}};
static const tsu_law_parameter of_viscous[] = {
    SCALAR("viscousLimit", "-", "friction at most, over the normal force"),
    SCALAR("viscousGamma", "kg/s", "damping"),
    {0}};
static const tsu_law_parameter of_torque[] = {SCALAR("torqueRatio", "-", "torque over R* F_n"), {0}};
static const tsu_law_parameter of_rough[] = {SCALAR("roughness", "m", "height of the asperities"), {0}};
static const tsu_law_history of_force[] = {{.name = "own_force",
                                            .width = 3,
                                            .antisymmetric = true,
                                            .internal = true,
                                            .unit = "N",
                                            .doc = "of the last step"},
                                           {0}};

static const tsu_law_history of_pulled[] = {
    {.name = "own_pull", .width = 1, .internal = true, .unit = "N", .doc = "of the last step"}, {0}};

static tsu_status prepare_one(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    (void)err;
    coefficient[0] = in->value[0][0];
    return TSU_OK;
}

static tsu_status prepare_two(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    coefficient[1] = in->value[1][0];
    return prepare_one(in, coefficient, err);
}

static const tsu_law pull = {.kind = TSU_COHESION,
                             .name = "constant_pull",
                             .doc = "constant attraction",
                             .parameters = of_pull,
                             .history = of_pulled,
                             .accounts = 1u << TSU_ACCOUNT_INTEGRATION,
                             .coefficients = 1,
                             .prepare = prepare_one,
                             .stage = stage_pull};
static const tsu_law friction = {.kind = TSU_TANGENTIAL,
                                 .name = "viscous",
                                 .doc = "viscous friction",
                                 .parameters = of_viscous,
                                 .history = of_force,
                                 .accounts = 1u << TSU_ACCOUNT_SLIDING | 1u << TSU_ACCOUNT_TANGENTIAL_DASHPOT,
                                 .coefficients = 2,
                                 .prepare = prepare_two,
                                 .stage = stage_viscous};
static const tsu_law rolling = {.kind = TSU_ROLLING,
                                .name = "torque",
                                .doc = "constant torque",
                                .parameters = of_torque,
                                .history = of_force,
                                .accounts = 1u << TSU_ACCOUNT_ROLLING_SLIP,
                                .coefficients = 1,
                                .prepare = prepare_one,
                                .stage = stage_torque};
static const tsu_law surface = {.kind = TSU_SURFACE,
                                .name = "rough",
                                .doc = "asperities keep bodies apart",
                                .parameters = of_rough,
                                .coefficients = 1,
                                .prepare = prepare_one,
                                .stage = stage_rough};

static const tsu_sample samples[] = {{"pullForce", 1e-3, 0.0},    {"viscousLimit", 0.3, 0.0},
                                     {"viscousGamma", 0.05, 0.0}, {"torqueRatio", 0.05, 0.0},
                                     {"roughness", 2e-6, 0.0},    {0}};

TSU_PLUGIN("kinds", "2.1", "a law of each kind", samples, &pull, &friction, &rolling, &surface);
