/* SPDX-License-Identifier: Apache-2.0 */
/* fix_heat.c - `fix heat/gran` (or heat/gran/conduction): particles have a temperature, and heat flows where they touch.
 *
 *   Q = h (T_j - T_i),   h = 4 k_i k_j/(k_i + k_j) sqrt(A),   dT/dt = (sum Q + source)/(m c)
 *
 * with the contact area A; at a wall or mesh with a temperature of its own T_j is that and A = pi (R^2 - r^2), r the distance. A mesh
 * with mass_temperature m takes or gives that heat: its temperature changes by -Q/(m c). The properties Temp, heatFlux and heatSource of particles are fixes of their own, so f_Temp and the
 * others can be written and `set ... property/atom Temp 400` sets them. */
#include "script/heat.h"
#include "step/mesh_body.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is kept of the contacts of each particle with `store_contact_data yes`. */
enum { STORED_AREA, STORED_COUNT, STORED_WALL_CONDUCTANCE, STORED_WALL_TEMPERATURE, STORED };
static const char *const stored_names[STORED] = {"contactAreaConduction", "nContactsConduction",
                                                 "wallHeattransferCoeff", "wallTemp"};

struct tsu_heat {
    tsu_session *session;
    int group;
    double initial; /* [K] */
    tsu_heat_area area;
    bool store;                            /* see stored_names */
    bool corrected;                        /* overlaps are those of the true stiffness */
    const double *conductivity;            /* [W/(m K)] by type */
    const double *capacity;                /* [J/(kg K)] by type */
    const double *young, *true_young, *nu; /* by type, if corrected */
    double exponent;                       /* force grows with this power of the overlap */
    double *temperature, *flux;            /* columns, while heat flows */
    double *direction;      /* [particles][3]: half of flux times distance, summed over contacts [W m] */
    double *stored[STORED]; /* likewise, with `store` */
};

static void destroy_heat(tsu_session *s, void *state)
{
    (void)s;
    free(state);
}

/* ---- properties ------------------------------------------------------------------------------------------------------------ */

static tsu_status find_property(tsu_session *s, const char *name, bool positive, const double **value,
                                tsu_error *err)
{
    tsu_property *p = tsu_materials_find(&s->world->materials, name);
    if (!p || p->shape != TSU_PROPERTY_TYPE)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "fix heat/gran needs `fix ID all property/global %s peratomtype ...`", name);
    for (int k = 0; k < s->world->materials.types; k++) {
        if (positive ? !(p->value[k] > 0.0) : !(p->value[k] >= 0.0))
            return tsu_error_set(err, TSU_ERROR_INPUT, "%s of material %d is %g; it must %s", name, k + 1,
                                 p->value[k], positive ? "be positive" : "not be negative");
    }
    p->used = true;
    *value = p->value;
    return TSU_OK;
}

static tsu_status find_exponent(tsu_heat *h, tsu_error *err)
{
    const tsu_law *law = h->session->world->laws.law[TSU_NORMAL];
    const char *name = law ? law->name : "none";
    h->exponent = strncmp(name, "hertz", 5) == 0 ? 1.5 : strncmp(name, "hooke", 5) == 0 ? 1.0 : 0.0;
    return h->exponent > 0.0
               ? TSU_OK
               : tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                               "area_correction is known for hertz and hooke, not for %s", name);
}

static tsu_status find_properties(tsu_heat *h, tsu_error *err)
{
    tsu_session *s = h->session;
    tsu_status status = find_property(s, "thermalConductivity", false, &h->conductivity, err);
    if (status == TSU_OK) status = find_property(s, "thermalCapacity", true, &h->capacity, err);
    if (status != TSU_OK || !h->corrected) return status;
    status = find_property(s, "youngsModulus", true, &h->young, err);
    if (status == TSU_OK) status = find_property(s, "youngsModulusOriginal", true, &h->true_young, err);
    if (status == TSU_OK) status = find_property(s, "poissonsRatio", false, &h->nu, err);
    return status == TSU_OK ? find_exponent(h, err) : status;
}

static tsu_status find_columns(tsu_heat *h, double **source, tsu_error *err)
{
    static const char *const names[] = {"Temp", "heatFlux", "heatSource"};
    double **const to[] = {&h->temperature, &h->flux, source};
    for (int k = 0; k < 3; k++) {
        const tsu_particle_column *c = tsu_particles_find_column(&h->session->world->particles, names[k]);
        if (!c || c->width != 1)
            return tsu_error_set(err, TSU_ERROR_INPUT, "fix heat/gran has lost the property %s", names[k]);
        *to[k] = c->value;
    }
    const tsu_particle_column *way =
        tsu_particles_find_column(&h->session->world->particles, "directionalHeatFlux");
    if (!way || way->width != 3)
        return tsu_error_set(err, TSU_ERROR_INPUT, "fix heat/gran has lost the property directionalHeatFlux");
    h->direction = way->value;
    for (int k = 0; k < STORED && h->store; k++) {
        const tsu_particle_column *c =
            tsu_particles_find_column(&h->session->world->particles, stored_names[k]);
        if (!c || c->width != 1)
            return tsu_error_set(err, TSU_ERROR_INPUT, "fix heat/gran has lost the property %s",
                                 stored_names[k]);
        h->stored[k] = c->value;
    }
    return TSU_OK;
}

/* ---- contacts -------------------------------------------------------------------------------------------------------------- */

/* What the overlap of the softened materials must be multiplied with to be that of the true ones. */
static double stiffness_ratio(const tsu_heat *h, int a, int b)
{
    const double pa = 1.0 - h->nu[a] * h->nu[a], pb = 1.0 - h->nu[b] * h->nu[b];
    const double soft = 1.0 / (pa / h->young[a] + pb / h->young[b]);
    const double hard = 1.0 / (pa / h->true_young[a] + pb / h->true_young[b]);
    return pow(soft / hard, 1.0 / h->exponent);
}

/* Area of the circle in which two spheres intersect [m^2]. */
static double lens_area(double ri, double rj, double overlap)
{
    const double pi = 3.14159265358979323846, r = ri + rj - overlap;
    if (r < fmax(ri, rj)) return pi * fmin(ri, rj) * fmin(ri, rj);
    return -0.25 * pi * (r - ri - rj) * (r + ri - rj) * (r - ri + rj) * (r + ri + rj) / (r * r);
}

static double contact_area(const tsu_heat *h, const tsu_contact_seen *k)
{
    const double pi = 3.14159265358979323846;
    const tsu_particles *p = &h->session->world->particles;
    const tsu_heat_area *a = k->wall ? &k->wall->heat_area : &h->area;
    const double ri = p->xr[k->row_i][3], rj = k->wall ? ri : p->xr[k->row_j][3], most = fmax(ri, rj);
    if (a->mode == TSU_HEAT_CONSTANT) return a->size;
    if (a->mode == TSU_HEAT_PROJECTION) return pi * most * most;
    const int type = k->wall ? k->wall->type : p->type[k->row_j];
    const double d = (h->corrected ? stiffness_ratio(h, p->type[k->row_i], type) : 1.0) * k->overlap;
    return k->wall ? pi * d * (2.0 * ri - d) : lens_area(ri, rj, d);
}

/* Whether a contact carries heat, and the temperature of the other side [K]. */
static bool other_side(const tsu_heat *h, const tsu_contact_seen *k, double *temperature)
{
    const tsu_session *s = h->session;
    if (!(k->overlap > 0.0)) return false;
    const bool first = tsu_session_in_group(s, k->row_i, h->group);
    if (!k->wall) {
        *temperature = h->temperature[k->row_j];
        return first || tsu_session_in_group(s, k->row_j, h->group);
    }
    const tsu_mesh_body *mesh = k->wall->mesh;
    *temperature = mesh ? mesh->temperature : k->wall->temperature;
    return first && (mesh ? mesh->warm : k->wall->warm);
}

/* [W/K] */
static double conductance(const tsu_heat *h, const tsu_contact_seen *k)
{
    const int32_t *type = h->session->world->particles.type;
    const double a = h->conductivity[type[k->row_i]];
    const double b = h->conductivity[k->wall ? k->wall->type : type[k->row_j]];
    if (!(a > 0.0) || !(b > 0.0)) return 0.0;
    return 4.0 * a * b / (a + b) * sqrt(contact_area(h, k));
}

double tsu_heat_flux(const tsu_heat *h, const tsu_contact_seen *k)
{
    double other;
    if (!other_side(h, k, &other)) return 0.0;
    return conductance(h, k) * (other - h->temperature[k->row_i]);
}

static void store_contact(const tsu_heat *h, const tsu_contact_seen *k)
{
    double other;
    if (!other_side(h, k, &other)) return;
    if (k->wall) {
        h->stored[STORED_WALL_CONDUCTANCE][k->row_i] = conductance(h, k);
        h->stored[STORED_WALL_TEMPERATURE][k->row_i] = other;
        return;
    }
    const double area = contact_area(h, k);
    h->stored[STORED_AREA][k->row_i] += area;
    h->stored[STORED_AREA][k->row_j] += area;
    h->stored[STORED_COUNT][k->row_i] += 1.0;
    h->stored[STORED_COUNT][k->row_j] += 1.0;
}

static void add_flux(void *context, const tsu_contact_seen *k)
{
    const tsu_heat *h = context;
    const double flux = tsu_heat_flux(h, k);
    if (h->store) store_contact(h, k);
    h->flux[k->row_i] += flux;
    if (!k->wall) h->flux[k->row_j] -= flux;
    for (int q = 0; q < 3 && !k->wall; q++) { /* the way from j to i, the contact half way */
        const double half = 0.5 * flux * (k->arm_j[q] - k->arm_i[q]);
        h->direction[3 * k->row_i + q] += half;
        h->direction[3 * k->row_j + q] += half;
    }
    /* a mesh that warms gives what the particle takes; its own capacity is that of its material */
    tsu_mesh_body *mesh = k->wall ? k->wall->mesh : NULL;
    if (mesh && mesh->thermal_mass > 0.0) mesh->heat -= flux;
}

const tsu_heat *tsu_heat_find(tsu_session *s, tsu_error *err)
{
    double *source;
    for (int k = 0; k < s->fixes.count; k++) {
        if (strncmp(s->fixes.object[k]->style, "heat/gran", 9) != 0) continue;
        tsu_heat *h = s->fixes.object[k]->state;
        tsu_status status = find_properties(h, err);
        if (status == TSU_OK) status = find_columns(h, &source, err);
        return status == TSU_OK ? h : NULL;
    }
    tsu_error_set(err, TSU_ERROR_INPUT, "heat flows only with a `fix heat/gran`");
    return NULL;
}

/* ---- steps ----------------------------------------------------------------------------------------------------------------- */

static void warm_meshes(const tsu_heat *h)
{
    const tsu_world *w = h->session->world;
    for (int k = 0; k < w->walls; k++) {
        tsu_mesh_body *mesh = w->wall[k]->mesh;
        if (!mesh || mesh->heat == 0.0) continue;
        mesh->temperature += w->dt * mesh->heat / (mesh->thermal_mass * h->capacity[w->wall[k]->type]);
        mesh->heat = 0.0;
    }
}

static tsu_status flow(struct tsu_world *w, void *context, tsu_error *err)
{
    tsu_heat *h = context;
    double *source;
    tsu_status status = find_properties(h, err);
    if (status == TSU_OK) status = find_columns(h, &source, err);
    if (status != TSU_OK) return status;
    const tsu_particles *p = &w->particles;
    memset(h->flux, 0, (size_t)p->count * sizeof *h->flux);
    memset(h->direction, 0, 3 * (size_t)p->count * sizeof *h->direction);
    for (int k = 0; k < STORED && h->store; k++) {
        memset(h->stored[k], 0, (size_t)p->count * sizeof *h->stored[k]);
    }
    status = tsu_contacts_visit(w, add_flux, h, err);
    if (status != TSU_OK) return status;
    warm_meshes(h);
    for (int32_t i = 0; i < p->count && h->store; i++) {
        if (h->stored[STORED_COUNT][i] > 0.0) h->stored[STORED_AREA][i] /= h->stored[STORED_COUNT][i];
    }
    for (int32_t i = 0; i < p->count; i++) {
        if (tsu_session_in_group(h->session, i, h->group))
            h->temperature[i] += w->dt * (h->flux[i] + source[i]) / (p->mass[i] * h->capacity[p->type[i]]);
    }
    return TSU_OK;
}

static tsu_status init_heat(tsu_session *s, void *state, tsu_error *err)
{
    (void)s;
    return find_properties(state, err);
}

/* Heat in all particles [J]. */
static tsu_status heat_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    tsu_heat *h = state;
    double *source;
    tsu_status status = find_properties(h, err);
    if (status == TSU_OK) status = find_columns(h, &source, err);
    *out = 0.0;
    const tsu_particles *p = &s->world->particles;
    for (int32_t i = 0; i < p->count && status == TSU_OK; i++) {
        *out += p->mass[i] * h->capacity[p->type[i]] * h->temperature[i];
    }
    return status;
}

static tsu_status heat_particles(tsu_session *s, void *state, const double **data, tsu_error *err)
{
    tsu_heat *h = state;
    double *source;
    (void)s;
    const tsu_status status = find_columns(h, &source, err);
    *data = h->temperature;
    return status;
}

/* ---- the command ------------------------------------------------------------------------------------------------------------ */

tsu_status tsu_heat_read_area(tsu_words *words, tsu_heat_area *area, tsu_error *err)
{
    static const char *const modes[] = {"overlap", "constant", "projection", NULL};
    int mode;
    tsu_status status = tsu_words_choice(words, "the area", modes, &mode, err);
    if (status != TSU_OK) return status;
    area->mode = (tsu_heat_mode)mode;
    if (mode != TSU_HEAT_CONSTANT) return TSU_OK;
    status = tsu_words_number(words, "the area [m^2]", &area->size, err);
    if (status == TSU_OK && !(area->size > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the area must be positive");
    return status;
}

static tsu_status read_heat(tsu_words *words, tsu_heat *h, tsu_error *err)
{
    static const char *const list[] = {"contact_area", "area_correction", "store_contact_data", NULL};
    if (!tsu_words_accept(words, "initial_temperature"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "expected `initial_temperature T`");
    tsu_status status = tsu_words_number(words, "the temperature", &h->initial, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        int key;
        status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status == TSU_OK && key == 0) status = tsu_heat_read_area(words, &h->area, err);
        if (status == TSU_OK && key == 1) status = tsu_words_switch(words, "yes or no", &h->corrected, err);
        if (status == TSU_OK && key == 2) status = tsu_words_switch(words, "yes or no", &h->store, err);
    }
    if (status == TSU_OK && h->corrected && h->area.mode != TSU_HEAT_OVERLAP)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "area_correction needs `contact_area overlap`");
    return status;
}

/* The properties as fixes of their own, unless the deck has them already. */
static tsu_status add_columns(tsu_session *s, const tsu_heat *h, tsu_error *err)
{
    tsu_status status = tsu_session_need_property(s, "Temp", h->initial, err);
    for (int k = 0; k < STORED && h->store && status == TSU_OK; k++) {
        status = tsu_session_need_property(s, stored_names[k], 0.0, err);
    }
    if (status == TSU_OK) status = tsu_session_need_property(s, "heatFlux", 0.0, err);
    if (status == TSU_OK) status = tsu_session_need_property(s, "heatSource", 0.0, err);
    if (status == TSU_OK && !tsu_objects_find(&s->fixes, "directionalHeatFlux"))
        status = tsu_script_run_line(
            s->script,
            "fix directionalHeatFlux all property/atom directionalHeatFlux vector yes yes no 0 0 0", err);
    return status;
}

static tsu_status fix_heat(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    for (int k = 0; k < s->fixes.count; k++) {
        if (strncmp(s->fixes.object[k]->style, "heat/gran", 9) == 0)
            return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "there is already a fix heat/gran (%s)",
                                   s->fixes.object[k]->id);
    }
    tsu_heat *h = calloc(1, sizeof *h);
    if (!h) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for fix %s", fix.id);
    tsu_session_watch(s);
    h->session = s;
    h->group = fix.group;
    status = read_heat(words, h, err);
    if (status == TSU_OK) status = add_columns(s, h, err);
    fix.state = h;
    fix.destroy = destroy_heat;
    fix.init = init_heat;
    fix.values = (tsu_values){.scalar = heat_scalar, .particle_columns = 1, .particles = heat_particles};
    if (status == TSU_OK && !tsu_objects_add(&s->fixes, &fix, err)) status = TSU_ERROR_MEMORY;
    if (status != TSU_OK) {
        free(h);
        return status;
    }
    return tsu_world_add_hook(s->world, fix.id, TSU_HOOK_AFTER_STEP, flow, h, err);
}

#define HEAT_USAGE                                                                                           \
    " initial_temperature T [contact_area overlap|constant A|projection] [area_correction yes|no] "          \
    "[store_contact_data yes|no]"
const tsu_command tsu_fixes_heat[] = {
    {"heat/gran", "fix ID GROUP heat/gran" HEAT_USAGE,
     "heat flows through contacts; f_Temp, f_heatFlux, f_heatSource, f_directionalHeatFlux[1-3] for "
     "each particle, f_ID is the heat in all",
     fix_heat},
    {"heat/gran/conduction", "fix ID GROUP heat/gran/conduction" HEAT_USAGE, "the same as heat/gran",
     fix_heat},
    {0}};
