/* SPDX-License-Identifier: Apache-2.0 */
/* continuum.c - `fix continuum/weighted`: stress and strain at each particle, from all within the radius of a kernel phi:
 *   rho = sum m phi     u = sum m phi v / rho
 *   stress = -sum m phi (v - u)(v - u) - sum over contacts f (x) r  mean of phi along the branch r
 *   strain of a step, ab = dt/2 (sum m d_b phi v_a - u_a d_b rho)/rho
 * Compression is negative. The branch of a contact runs from centre to centre, at a wall from the centre to the contact. The
 * tensors are the columns stressTensor_ and strainTensor_ (xx xy xz yx ... zz), density and velocity are in cont_vars_. */
#include "base/memory.h"
#include "base/power.h"
#include "model/contact_visit.h"
#include "session/define.h"
#include "session/groups.h"
#include "session/near_visit.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum kernel { TOP_HAT, GAUSSIAN, WENDLAND } kernel;
enum { POINTS = 10, VARIABLES = 7, DENSITY = 3, GRADIENT = 4 };

typedef struct pair {
    int32_t i, j;
    double way[3]; /* from j to i [m] */
} pair;

typedef struct continuum {
    tsu_session *session;
    int group;
    kernel kernel;
    double radius;
    bool stress, strain;
    /* while it is evaluated */
    double *stresses, *strains, *variables; /* columns */
    pair *near;
    size_t near_capacity;
    int64_t pairs;
    int64_t *first; /* [rows+1] into `other`: the neighbours of each, itself not among them */
    int32_t *other; /* number of a pair, negative (~) if the row is its j */
    size_t first_capacity, other_capacity;
    bool failed;
} continuum;

static void destroy_continuum(tsu_session *s, void *state)
{
    (void)s;
    continuum *c = state;
    tsu_memory_release(&c->near);
    tsu_memory_release(&c->first);
    tsu_memory_release(&c->other);
    free(c);
}

/* ---- kernels: 1 when integrated over the ball --------------------------------------------------------------------------- */

static double phi(const continuum *c, double r)
{
    const double h = c->radius, volume = h * h * h, q = r / h;
    if (r >= h) return 0.0;
    if (c->kernel == TOP_HAT) return 1.0 / (4.0 / 3.0 * 3.14159265358979323846 * volume);
    if (c->kernel == GAUSSIAN)
        return tsu_exp(-9.0 * q * q) / (0.20614365813686698838 * volume); /* cut at 3 sigma */
    const double u = (1.0 - q) * (1.0 - q);
    return u * u * (1.0 + 4.0 * q) / (0.29919930034188508 * volume); /* 2 pi/21 */
}

/* d phi/dr over r. */
static double slope(const continuum *c, double r)
{
    const double h = c->radius, q = r / h;
    if (r >= h || c->kernel == TOP_HAT) return 0.0;
    if (c->kernel == GAUSSIAN) return -18.0 / (h * h) * phi(c, r);
    return -20.0 * (1.0 - q) * (1.0 - q) * (1.0 - q) / (0.29919930034188508 * h * h * h * h * h);
}

/* ---- sums over particles ------------------------------------------------------------------------------------------------ */

static void keep_pair(void *context, int32_t i, int32_t j, const double way[3], double distance)
{
    continuum *c = context;
    (void)distance;
    if (!tsu_session_in_group(c->session, i, c->group) || !tsu_session_in_group(c->session, j, c->group))
        return;
    if (c->failed || tsu_memory_grow(&c->near, &c->near_capacity, (size_t)c->pairs + 1, sizeof *c->near,
                                     "neighbours", NULL) != TSU_OK) {
        c->failed = true;
        return;
    }
    c->near[c->pairs] = (pair){.i = i, .j = j};
    memcpy(c->near[c->pairs++].way, way, 3 * sizeof *way);
}

/* What particle j adds to the fields at i; way leads from j to i. */
static void add_fields(continuum *c, int32_t i, int32_t j, const double way[3], double sign)
{
    const tsu_particles *p = &c->session->world->particles;
    const double r = sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    const double weight = p->mass[j] * phi(c, r), rise = sign * p->mass[j] * slope(c, r), *v = p->vm[j];
    double *x = c->variables + VARIABLES * (size_t)i, *e = c->strains ? c->strains + 9 * (size_t)i : NULL;
    x[DENSITY] += weight;
    for (int a = 0; a < 3; a++) {
        x[a] += weight * v[a];
        x[GRADIENT + a] += rise * way[a];
        for (int b = 0; b < 3 && e; b++) {
            e[3 * a + b] += rise * way[b] * v[a];
        }
    }
}

static void add_motion(continuum *c, int32_t i, int32_t j, double r)
{
    const tsu_particles *p = &c->session->world->particles;
    const double weight = p->mass[j] * phi(c, r), *mean = c->variables + VARIABLES * (size_t)i, *v = p->vm[j];
    for (int k = 0; k < 9 && c->stresses; k++) {
        c->stresses[9 * (size_t)i + (size_t)k] -=
            weight * (v[k / 3] - mean[k / 3]) * (v[k % 3] - mean[k % 3]);
    }
}

static double length_of(const double way[3])
{
    return sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
}

static void sum_fields(continuum *c)
{
    const tsu_session *s = c->session;
    static const double here[3] = {0.0, 0.0, 0.0};
    const int32_t n = s->world->particles.count;
    for (int32_t i = 0; i < n; i++) {
        if (tsu_session_in_group(s, i, c->group)) add_fields(c, i, i, here, 1.0);
    }
    for (int64_t k = 0; k < c->pairs; k++) {
        const pair *q = &c->near[k];
        if (length_of(q->way) >= c->radius) continue;
        add_fields(c, q->i, q->j, q->way, 1.0);
        add_fields(c, q->j, q->i, q->way, -1.0);
    }
    for (int32_t i = 0; i < n; i++) {
        double *x = c->variables + VARIABLES * (size_t)i;
        for (int a = 0; a < 3 && x[DENSITY] > 0.0; a++) {
            x[a] /= x[DENSITY];
        }
    }
}

static void finish_strain(continuum *c, int32_t i)
{
    const double *x = c->variables + VARIABLES * (size_t)i;
    double *e = c->strains + 9 * (size_t)i;
    for (int k = 0; k < 9; k++) {
        e[k] = x[DENSITY] > 0.0
                   ? 0.5 * c->session->world->dt * (e[k] - x[k / 3] * x[GRADIENT + k % 3]) / x[DENSITY]
                   : 0.0;
    }
}

/* ---- sums over contacts ------------------------------------------------------------------------------------------------- */

/* Mean of phi along a branch that begins `from` off the point and leads along `branch`. */
static double mean_phi(const continuum *c, const double from[3], const double branch[3])
{
    double sum = 0.0;
    for (int k = 0; k < POINTS; k++) {
        const double t = ((double)k + 0.5) / POINTS;
        const double at[3] = {from[0] + t * branch[0], from[1] + t * branch[1], from[2] + t * branch[2]};
        sum += phi(c, length_of(at));
    }
    return sum / POINTS;
}

/* The share of a contact of body `owner` (force on it, branch away from it) in the stress of a particle from which the owner is
 * `from` off. */
static void add_branch(continuum *c, int32_t at, const double from[3], const double force[3],
                       const double branch[3])
{
    const double weight = mean_phi(c, from, branch);
    for (int k = 0; k < 9 && weight > 0.0; k++) {
        c->stresses[9 * (size_t)at + (size_t)k] += force[k / 3] * branch[k % 3] * weight;
    }
}

static void add_contact(void *context, const tsu_contact_seen *k)
{
    continuum *c = context;
    static const double here[3] = {0.0, 0.0, 0.0};
    const bool wall = k->row_j < 0;
    double branch[3];
    if (!tsu_session_in_group(c->session, k->row_i, c->group)) return;
    if (!wall && !tsu_session_in_group(c->session, k->row_j, c->group)) return;
    for (int q = 0; q < 3; q++) {
        branch[q] = k->arm_i[q] - (wall ? 0.0 : k->arm_j[q]);
    }
    add_branch(c, k->row_i, here, k->force, branch);
    for (int64_t n = c->first[k->row_i]; n < c->first[k->row_i + 1]; n++) {
        const bool second = c->other[n] < 0; /* the owner is the j of the pair */
        const pair *q = &c->near[second ? ~c->other[n] : c->other[n]];
        const double sign = second ? -1.0 : 1.0;
        const double from[3] = {sign * q->way[0], sign * q->way[1], sign * q->way[2]};
        add_branch(c, second ? q->i : q->j, from, k->force, branch);
    }
}

static tsu_status link_neighbours(continuum *c, tsu_error *err)
{
    const int32_t n = c->session->world->particles.count;
    tsu_status status =
        tsu_memory_grow(&c->first, &c->first_capacity, (size_t)n + 2, sizeof *c->first, "neighbours", err);
    if (status == TSU_OK)
        status = tsu_memory_grow(&c->other, &c->other_capacity, 2 * (size_t)c->pairs + 1, sizeof *c->other,
                                 "neighbours", err);
    if (status != TSU_OK) return status;
    memset(c->first, 0, ((size_t)n + 2) * sizeof *c->first);
    for (int64_t k = 0; k < c->pairs; k++) {
        c->first[c->near[k].i + 2]++;
        c->first[c->near[k].j + 2]++;
    }
    for (int32_t i = 0; i <= n; i++) {
        c->first[i + 1] += c->first[i];
    }
    for (int64_t k = 0; k < c->pairs; k++) {
        c->other[c->first[c->near[k].i + 1]++] = (int32_t)k;
        c->other[c->first[c->near[k].j + 1]++] = ~(int32_t)k;
    }
    return TSU_OK;
}

static tsu_status sum_stresses(continuum *c, tsu_error *err)
{
    const tsu_session *s = c->session;
    const tsu_status status = tsu_contacts_visit(s->world, add_contact, c, err);
    if (status != TSU_OK) return status;
    for (int32_t i = 0; i < s->world->particles.count; i++) {
        if (tsu_session_in_group(s, i, c->group)) add_motion(c, i, i, 0.0);
    }
    for (int64_t k = 0; k < c->pairs; k++) {
        const pair *q = &c->near[k];
        add_motion(c, q->i, q->j, length_of(q->way));
        add_motion(c, q->j, q->i, length_of(q->way));
    }
    return TSU_OK;
}

static double *clear_column(const tsu_session *s, const char *name, size_t width)
{
    const tsu_particle_column *column = tsu_particles_find_column(&s->world->particles, name);
    if (column) memset(column->value, 0, width * (size_t)s->world->particles.count * sizeof(double));
    return column ? column->value : NULL;
}

static tsu_status output_continuum(tsu_session *s, void *state, tsu_error *err)
{
    continuum *c = state;
    const tsu_particles *p = &s->world->particles;
    double largest = 0.0;
    c->variables = clear_column(s, "cont_vars_", VARIABLES);
    c->stresses = c->stress ? clear_column(s, "stressTensor_", 9) : NULL;
    c->strains = c->strain ? clear_column(s, "strainTensor_", 9) : NULL;
    if (!c->variables || (c->stress && !c->stresses) || (c->strain && !c->strains))
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "fix continuum/weighted needs its fixes stressTensor_, strainTensor_ and cont_vars_");
    for (int32_t i = 0; i < p->count; i++) {
        largest = fmax(largest, p->xr[i][3]);
    }
    c->pairs = 0;
    c->failed = false;
    tsu_status status = tsu_near_visit(s, c->radius + 2.0 * largest, keep_pair, c, err);
    if (status == TSU_OK && (c->failed || c->pairs > INT32_MAX))
        status = tsu_error_set(err, TSU_ERROR_MEMORY, "fix continuum/weighted: no memory for %lld neighbours",
                               (long long)c->pairs);
    if (status == TSU_OK && c->stress) status = link_neighbours(c, err);
    if (status != TSU_OK) return status;
    sum_fields(c);
    if (c->stress) status = sum_stresses(c, err);
    if (status != TSU_OK) return status;
    for (int32_t i = 0; i < p->count && c->strain; i++) {
        finish_strain(c, i);
    }
    return TSU_OK;
}

/* ---- reading ------------------------------------------------------------------------------------------------------------ */

static tsu_status read_continuum(tsu_words *words, continuum *c, tsu_error *err)
{
    enum { RADIUS, KERNEL, COMPUTE };
    enum { STRESS, STRAIN, BOTH };
    static const char *const list[] = {
        [RADIUS] = "kernel_radius", [KERNEL] = "kernel_type", [COMPUTE] = "compute", NULL};
    static const char *const kernels[] = {
        [TOP_HAT] = "Top_Hat", [GAUSSIAN] = "Gaussian", [WENDLAND] = "Wendland", NULL};
    static const char *const targets[] = {
        [STRESS] = "stress", [STRAIN] = "strain", [BOTH] = "stress_strain", NULL};
    tsu_status status = TSU_OK;
    while (status == TSU_OK && tsu_words_left(words)) {
        int key, k = 0;
        status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status != TSU_OK) return status;
        if (key == RADIUS) status = tsu_words_number(words, "the radius [m]", &c->radius, err);
        if (key == KERNEL) status = tsu_words_choice(words, "a kernel", kernels, &k, err);
        if (key == KERNEL) c->kernel = (kernel)k;
        if (key == COMPUTE) status = tsu_words_choice(words, "what to compute", targets, &k, err);
        if (key == COMPUTE) c->stress = c->stress || k != STRAIN;
        if (key == COMPUTE) c->strain = c->strain || k != STRESS;
    }
    if (status != TSU_OK) return status;
    if (!(c->radius > 0.0))
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`kernel_radius` must be given and positive");
    if (!c->stress && !c->strain)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "use `compute stress`, `strain` or `stress_strain`");
    if (c->strain && c->kernel == TOP_HAT)
        return tsu_words_error(
            words, -1, TSU_ERROR_INPUT, err,
            "the strain needs a kernel with a slope: `kernel_type Gaussian` or `Wendland`");
    return TSU_OK;
}

/* The columns are ordinary properties of particles, as decks and dumps name them. */
static tsu_status add_properties(tsu_session *s, tsu_error *err)
{
    static const char *const line[] = {
        "fix stressTensor_ all property/atom stressTensor_ vector yes no yes 0 0 0 0 0 0 0 0 0",
        "fix strainTensor_ all property/atom strainTensor_ vector yes no yes 0 0 0 0 0 0 0 0 0",
        "fix cont_vars_ all property/atom cont_vars_ vector yes yes no 0 0 0 0 0 0 0"};
    static const char *const id[] = {"stressTensor_", "strainTensor_", "cont_vars_"};
    tsu_status status = TSU_OK;
    for (int k = 0; k < 3 && status == TSU_OK; k++) {
        if (!tsu_objects_find(&s->fixes, id[k])) status = tsu_script_run_line(s->script, line[k], err);
    }
    return status;
}

static tsu_status fix_continuum(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    continuum *c = fix.state = tsu_session_new_state(&fix, sizeof *c, err);
    if (!c) return TSU_ERROR_MEMORY;
    tsu_session_watch(s);
    c->session = s;
    c->group = fix.group;
    fix.destroy = destroy_continuum;
    fix.output = output_continuum;
    fix.every = 1;
    fix.at_start = true;
    status = read_continuum(words, c, err);
    if (status == TSU_OK) status = add_properties(s, err);
    return tsu_session_finish_fix(s, &fix, status, err);
}

const tsu_command tsu_fixes_continuum[] = {
    {"continuum/weighted",
     "fix ID GROUP continuum/weighted kernel_radius R [kernel_type Top_Hat|Gaussian|Wendland] compute "
     "stress|strain|stress_strain",
     "stress and strain at particles, weighted by distance; f_stressTensor_[1..9], f_strainTensor_[1..9]",
     fix_continuum},
    {0}};
