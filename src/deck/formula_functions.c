/* SPDX-License-Identifier: Apache-2.0 */
/* formula_functions.c - operators and math functions of formulas. A function is a row of the table at the
 * end. */
#include "base/elementary.h"
#include "deck/formula.h"
#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

const char *const tsu_function_words[] = {
    "sqrt",     "exp",     "ln",      "log",     "abs",     "sin",       "cos",     "tan",
    "asin",     "acos",    "atan",    "atan2",   "random",  "normal",    "ceil",    "floor",
    "round",    "ramp",    "stagger", "logfreq", "stride",  "vdisplace", "swiggle", "cwiggle",
    "count",    "countMS", "mass",    "charge",  "xcm",     "vcm",       "fcm",     "bound",
    "gyration", "ke",      "angmom",  "torque",  "inertia", "omega",     "sum",     "min",
    "max",      "ave",     "trap",    "gmask",   "rmask",   "grmask",    "next",    NULL};

/* ---- operators --------------------------------------------------------------------------------- */

typedef struct operator_row {
    const char *text;
    tsu_operator op;
    int level;
} operator_row;

/* Longer signs first: <= is not < and then =. */
static const operator_row OPERATORS[] = {{"||", TSU_OP_OR, 1}, {"&&", TSU_OP_AND, 2}, {"==", TSU_OP_EQ, 3},
                                         {"!=", TSU_OP_NE, 3}, {"<=", TSU_OP_LE, 4},  {">=", TSU_OP_GE, 4},
                                         {"<", TSU_OP_LT, 4},  {">", TSU_OP_GT, 4},   {"+", TSU_OP_ADD, 5},
                                         {"-", TSU_OP_SUB, 5}, {"*", TSU_OP_MUL, 6},  {"/", TSU_OP_DIV, 6},
                                         {"%", TSU_OP_MOD, 6}, {"^", TSU_OP_POW, 7}};
enum { N_OPERATORS = sizeof OPERATORS / sizeof *OPERATORS };

tsu_operator tsu_operator_at(const char *p, size_t *length)
{
    for (int i = 0; i < N_OPERATORS; i++) {
        *length = strlen(OPERATORS[i].text);
        if (strncmp(p, OPERATORS[i].text, *length) == 0) return OPERATORS[i].op;
    }
    *length = 0;
    return TSU_OP_NONE;
}

int tsu_operator_level(tsu_operator op)
{
    for (int i = 0; i < N_OPERATORS; i++) {
        if (OPERATORS[i].op == op) return OPERATORS[i].level;
    }
    return 0;
}

const char *tsu_operator_text(tsu_operator op)
{
    for (int i = 0; i < N_OPERATORS; i++) {
        if (OPERATORS[i].op == op) return OPERATORS[i].text;
    }
    return "";
}

bool tsu_operator_value(tsu_operator op, double a, double b, double *out)
{
    switch (op) {
    case TSU_OP_OR: *out = a != 0.0 || b != 0.0; return true;
    case TSU_OP_AND: *out = a != 0.0 && b != 0.0; return true;
    case TSU_OP_EQ: *out = a == b; return true;
    case TSU_OP_NE: *out = a != b; return true;
    case TSU_OP_LT: *out = a < b; return true;
    case TSU_OP_LE: *out = a <= b; return true;
    case TSU_OP_GT: *out = a > b; return true;
    case TSU_OP_GE: *out = a >= b; return true;
    case TSU_OP_ADD: *out = a + b; return true;
    case TSU_OP_SUB: *out = a - b; return true;
    case TSU_OP_MUL: *out = a * b; return true;
    case TSU_OP_DIV: *out = b != 0.0 ? a / b : 0.0; return b != 0.0;
    case TSU_OP_MOD: *out = b != 0.0 ? fmod(a, b) : 0.0; return b != 0.0;
    case TSU_OP_POW: *out = tsu_pow_of(a, b); return !isnan(*out) && !(a == 0.0 && b < 0.0);
    case TSU_OP_NONE: break;
    }
    return false;
}

/* ---- math functions ---------------------------------------------------------------------------- */

static bool f_sqrt(const double *a, const tsu_clock *clock, double *out)
{
    (void)clock;
    *out = a[0] >= 0.0 ? sqrt(a[0]) : 0.0;
    return a[0] >= 0.0;
}

static bool f_exp(const double *a, const tsu_clock *clock, double *out)
{
    (void)clock;
    *out = tsu_exp(a[0]);
    return true;
}

static bool f_ln(const double *a, const tsu_clock *clock, double *out)
{
    (void)clock;
    *out = a[0] > 0.0 ? tsu_log(a[0]) : 0.0;
    return a[0] > 0.0;
}

static bool f_log(const double *a, const tsu_clock *clock, double *out)
{
    (void)clock;
    *out = a[0] > 0.0 ? tsu_log10_of(a[0]) : 0.0;
    return a[0] > 0.0;
}

static bool f_abs(const double *a, const tsu_clock *clock, double *out)
{
    (void)clock;
    *out = fabs(a[0]);
    return true;
}

static bool f_sin(const double *a, const tsu_clock *clock, double *out)
{
    (void)clock;
    *out = tsu_sincos_of(a[0]).sin;
    return true;
}

static bool f_cos(const double *a, const tsu_clock *clock, double *out)
{
    (void)clock;
    *out = tsu_sincos_of(a[0]).cos;
    return true;
}

static bool f_tan(const double *a, const tsu_clock *clock, double *out)
{
    (void)clock;
    *out = tsu_tan_of(a[0]);
    return true;
}

static bool f_asin(const double *a, const tsu_clock *clock, double *out)
{
    (void)clock;
    const bool good = fabs(a[0]) <= 1.0;
    *out = good ? tsu_asin_of(a[0]) : 0.0;
    return good;
}

static bool f_acos(const double *a, const tsu_clock *clock, double *out)
{
    (void)clock;
    const bool good = fabs(a[0]) <= 1.0;
    *out = good ? tsu_acos_of(a[0]) : 0.0;
    return good;
}

static bool f_atan(const double *a, const tsu_clock *clock, double *out)
{
    (void)clock;
    *out = tsu_atan_of(a[0]);
    return true;
}

static bool f_atan2(const double *a, const tsu_clock *clock, double *out)
{
    (void)clock;
    *out = tsu_atan2(a[0], a[1]);
    return true;
}

/* a[3], a[4]: uniform draws in [0,1). */
static bool f_random(const double *a, const tsu_clock *clock, double *out)
{
    (void)clock;
    *out = a[0] + a[3] * (a[1] - a[0]);
    return true;
}

static bool f_normal(const double *a, const tsu_clock *clock, double *out)
{
    (void)clock;
    *out = a[0] + a[1] * sqrt(-2.0 * tsu_log(1.0 - a[3])) * tsu_sincos_turns(a[4]).cos;
    return a[1] >= 0.0;
}

static bool f_ceil(const double *a, const tsu_clock *clock, double *out)
{
    (void)clock;
    *out = ceil(a[0]);
    return true;
}

static bool f_floor(const double *a, const tsu_clock *clock, double *out)
{
    (void)clock;
    *out = floor(a[0]);
    return true;
}

/* A half goes up, also below zero: round(-2.5) is -2, as LIGGGHTS has it. */
static bool f_round(const double *a, const tsu_clock *clock, double *out)
{
    (void)clock;
    *out = a[0] - floor(a[0]) >= 0.5 ? ceil(a[0]) : floor(a[0]);
    return true;
}

static bool f_ramp(const double *a, const tsu_clock *clock, double *out)
{
    const double done = (double)(clock->step - clock->begin), all = (double)(clock->end - clock->begin);
    *out = a[0] + (done != 0.0 ? done / all : 0.0) * (a[1] - a[0]);
    return true;
}

/* The arguments of the step functions are whole numbers; anything a run can reach fits. */
static bool to_steps(const double *a, int n, int64_t *step)
{
    for (int i = 0; i < n; i++) {
        if (!(fabs(a[i]) < 1e15)) return false;
        step[i] = (int64_t)a[i];
    }
    return true;
}

/* Steps 0, y, x, x+y, 2x, ... */
static bool f_stagger(const double *a, const tsu_clock *clock, double *out)
{
    int64_t n[2];
    if (!to_steps(a, 2, n) || n[1] <= 0 || n[0] <= n[1]) return false;
    const int64_t lower = clock->step / n[0] * n[0];
    *out = (double)(clock->step - lower < n[1] ? lower + n[1] : lower + n[0]);
    return true;
}

/* Steps x, 2x, .. y x, z x, 2 z x, .. y z x, z^2 x ... */
static bool f_logfreq(const double *a, const tsu_clock *clock, double *out)
{
    int64_t n[3];
    if (!to_steps(a, 3, n) || n[0] <= 0 || n[1] <= 0 || n[2] <= 0 || n[1] >= n[2]) return false;
    if (clock->step < n[0]) {
        *out = (double)n[0];
        return true;
    }
    int64_t lower = n[0];
    while (clock->step / n[2] >= lower) {
        lower *= n[2];
    }
    const int64_t multiple = clock->step / lower;
    *out = multiple < n[1] ? (double)(multiple + 1) * (double)lower : (double)lower * (double)n[2];
    return true;
}

/* Every z steps from x to y; behind y a step that never comes. */
static bool f_stride(const double *a, const tsu_clock *clock, double *out)
{
    const double never = 9.0e18;
    int64_t n[3];
    if (!to_steps(a, 3, n) || n[0] < 0 || n[1] < 0 || n[2] <= 0 || n[0] > n[1]) return false;
    *out = never;
    if (clock->step < n[0]) {
        *out = (double)n[0];
    } else if (clock->step < n[1]) {
        const int64_t next = n[0] + ((clock->step - n[0]) / n[2] + 1) * n[2];
        if (next <= n[1]) *out = (double)next;
    }
    return true;
}

static bool f_vdisplace(const double *a, const tsu_clock *clock, double *out)
{
    *out = a[0] + a[1] * (double)(clock->step - clock->begin) * clock->dt;
    return true;
}

static bool f_swiggle(const double *a, const tsu_clock *clock, double *out)
{
    if (a[2] == 0.0) return false;
    const double omega = 2.0 * PI / a[2];
    *out = a[0] + a[1] * tsu_sincos_of(omega * (double)(clock->step - clock->begin) * clock->dt).sin;
    return true;
}

static bool f_cwiggle(const double *a, const tsu_clock *clock, double *out)
{
    if (a[2] == 0.0) return false;
    const double omega = 2.0 * PI / a[2];
    *out = a[0] + a[1] * (1.0 - tsu_sincos_of(omega * (double)(clock->step - clock->begin) * clock->dt).cos);
    return true;
}

static const tsu_math MATH[] = {
    {"sqrt", 1, false, false, "the argument must not be negative", f_sqrt},
    {"exp", 1, false, false, "", f_exp},
    {"ln", 1, false, false, "the argument must be positive", f_ln},
    {"log", 1, false, false, "the argument must be positive", f_log},
    {"abs", 1, false, false, "", f_abs},
    {"sin", 1, false, false, "", f_sin},
    {"cos", 1, false, false, "", f_cos},
    {"tan", 1, false, false, "", f_tan},
    {"asin", 1, false, false, "the argument must lie in -1..1", f_asin},
    {"acos", 1, false, false, "the argument must lie in -1..1", f_acos},
    {"atan", 1, false, false, "", f_atan},
    {"atan2", 2, false, false, "", f_atan2},
    {"random", 3, false, true, "", f_random},
    {"normal", 3, false, true, "the standard deviation (second argument) must not be negative", f_normal},
    {"ceil", 1, false, false, "", f_ceil},
    {"floor", 1, false, false, "", f_floor},
    {"round", 1, false, false, "", f_round},
    {"ramp", 2, true, false, "", f_ramp},
    {"stagger", 2, false, false, "stagger(x,y) needs x > y > 0", f_stagger},
    {"logfreq", 3, false, false, "logfreq(x,y,z) needs x > 0 and z > y > 0", f_logfreq},
    {"stride", 3, false, false, "stride(x,y,z) needs 0 <= x <= y and z > 0", f_stride},
    {"vdisplace", 2, true, false, "", f_vdisplace},
    {"swiggle", 3, true, false, "the period (third argument) must not be zero", f_swiggle},
    {"cwiggle", 3, true, false, "the period (third argument) must not be zero", f_cwiggle},
};

const tsu_math *tsu_math_find(const char *name)
{
    for (size_t i = 0; i < sizeof MATH / sizeof *MATH; i++) {
        if (strcmp(MATH[i].name, name) == 0) return &MATH[i];
    }
    return NULL;
}
