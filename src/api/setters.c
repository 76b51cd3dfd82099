/* SPDX-License-Identifier: Apache-2.0 */
/* setters.c - what a program changes between two steps. */
#include "api/api.h"
#include "base/memory.h"
#include "session/timestep.h"
#include "state/fields.h"
#include <math.h>
#include <string.h>

tsu_status tsu_world_set_gravity(tsu_world *w, const double gravity[3], tsu_error *err)
{
    if (!w || !gravity) return tsu_error_null(err, "tsu_world_set_gravity", "world and gravity");
    tsu_status s = tsu_world_need_rest(w, "tsu_world_set_gravity", err);
    if (s == TSU_OK) s = tsu_api_need_finite("gravity", gravity, 3, err);
    if (s != TSU_OK) return s;
    tsu_world_set_g(w, gravity);
    return TSU_OK;
}

void tsu_world_gravity(const tsu_world *w, double gravity[3])
{
    if (!w || !gravity) return;
    memcpy(gravity, w->gravity, sizeof w->gravity);
}

tsu_status tsu_world_set_timestep(tsu_world *w, double timestep, tsu_error *err)
{
    if (!w) return tsu_error_null(err, "tsu_world_set_timestep", "world");
    const tsu_status s = tsu_world_need_rest(w, "tsu_world_set_timestep", err);
    if (s != TSU_OK) return s;
    if (!(timestep > 0.0) || !isfinite(timestep))
        return tsu_error_set(err, TSU_ERROR_INPUT, "the time step is %g; it must be positive and finite",
                             timestep);
    tsu_world_set_dt(w, timestep);
    return TSU_OK;
}

double tsu_world_timestep(const tsu_world *w)
{
    if (!w) return 0.0;
    return w->dt;
}

tsu_status tsu_world_stable_timestep(tsu_world *w, double fraction, double *timestep, tsu_error *err)
{
    if (!w || !timestep) return tsu_error_null(err, "tsu_world_stable_timestep", "world and timestep");
    tsu_step_times times;
    if (!(fraction > 0.0) || !(fraction <= 1.0))
        return tsu_error_set(err, TSU_ERROR_INPUT, "the fraction is %g; it must be above 0 and at most 1",
                             fraction);
    if (w->particles.count == 0)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "there are no particles yet, so no time step can be found");
    tsu_world_step_times(w, NULL, true, &times);
    double shortest = times.rayleigh > 0.0 ? times.rayleigh : INFINITY;
    shortest = fmin(shortest, fmin(times.contact.spring.time, times.contact.dashpot.time));
    if (!isfinite(shortest))
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "no contact model gives the stiffness of the particles; choose one and set youngsModulus and "
            "poissonsRatio, or a stiffness, first");
    *timestep = fraction * shortest;
    return TSU_OK;
}

/* ---- fields ------------------------------------------------------------------------------------------------------------- */

static tsu_status check_number(const tsu_world *w, const tsu_field *f, double value, tsu_error *err)
{
    if (!isfinite(value) || ((f->flags & TSU_FIELD_POSITIVE) && !(value > 0.0)))
        return tsu_error_set(err, TSU_ERROR_INPUT, "a value of field %s is %g; it must be %s", f->name, value,
                             f->flags & TSU_FIELD_POSITIVE ? "positive and finite" : "finite");
    if ((f->flags & TSU_FIELD_MATERIAL) &&
        (value != floor(value) || value < 1.0 || value > (double)w->materials.types))
        return tsu_error_set(err, TSU_ERROR_INPUT, "a value of field %s is %g; there are 1 to %d", f->name,
                             value, w->materials.types);
    return TSU_OK;
}

static tsu_status check_field(const tsu_world *w, const char *name, size_t width, tsu_field *f,
                              tsu_error *err)
{
    char near[TSU_FIELD_ROOM];
    if (!tsu_fields_find(&w->particles, name, f)) {
        const bool found = tsu_fields_nearest(&w->particles, name, true, near);
        return tsu_error_set(err, TSU_ERROR_INPUT, "there is no field named %.80s%s%s%s", name,
                             found ? "; did you mean '" : "", found ? near : "", found ? "'?" : "");
    }
    if (!(f->flags & TSU_FIELD_SETTABLE))
        return tsu_error_set(err, TSU_ERROR_INPUT, "field %s cannot be set: it follows from others", name);
    if (width != (size_t)f->width)
        return tsu_error_set(err, TSU_ERROR_INPUT, "field %s has %d numbers a particle, not %zu", name,
                             f->width, width);
    return TSU_OK;
}

tsu_status tsu_field_write(tsu_world *w, const char *name, const uint64_t *ids, size_t count, size_t width,
                           const double *values, tsu_error *err)
{
    if (!w || !name || (count > 0 && !values))
        return tsu_error_null(err, "tsu_field_write", "world, name and values");
    tsu_field f;
    int32_t *row = NULL;
    tsu_status s = tsu_world_need_rest(w, "tsu_field_write", err);
    if (s == TSU_OK) s = check_field(w, name, width, &f, err);
    if (s == TSU_OK && !ids && count != (size_t)w->particles.count)
        s = tsu_error_set(err, TSU_ERROR_INPUT,
                          "there are values for %zu particles, but there are %d particles", count,
                          w->particles.count);
    if (s == TSU_OK && ids) s = tsu_api_rows(w, ids, count, &row, err);
    for (size_t k = 0; k < count * width && s == TSU_OK; k++) {
        s = check_number(w, &f, values[k], err);
    }
    if (s == TSU_OK) tsu_world_change(w);
    for (size_t k = 0; k < count * width && s == TSU_OK; k++) {
        tsu_field_set(&w->particles, &f, row ? row[k / width] : (int32_t)(k / width), (int)(k % width),
                      values[k]);
    }
    tsu_memory_release(&row);
    return s;
}

tsu_status tsu_fields_add(tsu_world *w, const char *name, size_t width, double initial, tsu_error *err)
{
    if (!w || !name) return tsu_error_null(err, "tsu_fields_add", "world and name");
    tsu_field f;
    const tsu_status s = tsu_world_need_rest(w, "tsu_fields_add", err);
    if (s != TSU_OK) return s;
    if (!name[0] || strlen(name) >= 64 || width < 1 || width > 1000 || !isfinite(initial))
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "field '%.64s' with %zu numbers, at first %g: a name of 1 to 63 letters, 1 to 1000 finite "
            "numbers",
            name, width, initial);
    if (tsu_fields_find(&w->particles, name, &f))
        return tsu_error_set(err, TSU_ERROR_INPUT, "there is already a field named %s", name);
    w->generation++;
    return tsu_particles_column(&w->particles, name, (int)width, initial, err) ? TSU_OK : TSU_ERROR_MEMORY;
}
