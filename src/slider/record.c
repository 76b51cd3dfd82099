/* SPDX-License-Identifier: Apache-2.0 */
#include "slider/record.h"
#include "base/memory.h"
#include "io/atomic_file.h"
#include <string.h>

const tsu_slider_column_info tsu_slider_columns[TSU_SLIDER_COLUMNS] = {
    [TSU_SLIDER_TIME] = {"time", "s", "time"},
    [TSU_SLIDER_DRIVE_X] = {"drive", "m", "position of the driver"},
    [TSU_SLIDER_DRIVE_Y] = {"drive_y", "m", "position of the driver across"},
    [TSU_SLIDER_U_X] = {"u", "m", "displacement of the slider"},
    [TSU_SLIDER_U_Y] = {"u_y", "m", "displacement of the slider across"},
    [TSU_SLIDER_V_X] = {"velocity", "m/s", "velocity of the slider"},
    [TSU_SLIDER_V_Y] = {"velocity_y", "m/s", "velocity of the slider across"},
    [TSU_SLIDER_FORCE_X] = {"force", "N", "force of the spring"},
    [TSU_SLIDER_FORCE_Y] = {"force_y", "N", "force of the spring across"},
    [TSU_SLIDER_F_T_X] = {"traction", "Pa", "tangential traction of the plane"},
    [TSU_SLIDER_F_T_Y] = {"traction_y", "Pa", "tangential traction of the plane across"},
    [TSU_SLIDER_F_N] = {"normal", "Pa", "normal traction"},
    [TSU_SLIDER_MU] = {"mu", "-", "friction coefficient"},
    [TSU_SLIDER_R] = {"R", "-", "size of the subloading surface"},
    [TSU_SLIDER_SLIP] = {"slip", "m", "length of the plastic slip"},
    [TSU_SLIDER_WORK] = {"work", "J", "work of the driver"},
    [TSU_SLIDER_STORED] = {"stored", "J", "kinetic and elastic energy"},
    [TSU_SLIDER_FRICTION_LOSS] = {"friction_loss", "J", "dissipated by friction"},
    [TSU_SLIDER_DAMPER_LOSS] = {"damper_loss", "J", "dissipated by the damper"},
    [TSU_SLIDER_IMBALANCE] = {"imbalance", "J", "what the energy audit cannot explain"},
    [TSU_SLIDER_ITERATIONS] = {"iterations", "-", "iterations of Newton's method"},
};

void tsu_slider_row(const tsu_slider *s, const tsu_slider_state *x, int iterations,
                    double row[TSU_SLIDER_COLUMNS])
{
    const tsu_vec3 force = tsu_slider_spring_force(s, x);
    const double values[TSU_SLIDER_COLUMNS] = {
        [TSU_SLIDER_TIME] = x->time,
        [TSU_SLIDER_DRIVE_X] = x->drive.x,
        [TSU_SLIDER_DRIVE_Y] = x->drive.y,
        [TSU_SLIDER_U_X] = x->u.x,
        [TSU_SLIDER_U_Y] = x->u.y,
        [TSU_SLIDER_V_X] = x->v.x,
        [TSU_SLIDER_V_Y] = x->v.y,
        [TSU_SLIDER_FORCE_X] = force.x,
        [TSU_SLIDER_FORCE_Y] = force.y,
        [TSU_SLIDER_F_T_X] = x->f_t.x,
        [TSU_SLIDER_F_T_Y] = x->f_t.y,
        [TSU_SLIDER_F_N] = x->f_n,
        [TSU_SLIDER_MU] = x->friction.mu,
        [TSU_SLIDER_R] = x->friction.R,
        [TSU_SLIDER_SLIP] = x->slip,
        [TSU_SLIDER_WORK] = x->work,
        [TSU_SLIDER_STORED] = tsu_slider_stored(s, x),
        [TSU_SLIDER_FRICTION_LOSS] = x->friction_loss,
        [TSU_SLIDER_DAMPER_LOSS] = x->damper_loss,
        [TSU_SLIDER_IMBALANCE] = tsu_slider_imbalance(s, x),
        [TSU_SLIDER_ITERATIONS] = iterations,
    };
    memcpy(row, values, sizeof values);
}

void tsu_slider_record_free(tsu_slider_record *r)
{
    for (size_t n = 0; n < r->case_count; n++) {
        for (int q = 0; q < TSU_SLIDER_COLUMNS; q++) {
            tsu_memory_release(&r->cases[n].value[q]);
        }
    }
    tsu_memory_release(&r->cases);
    tsu_memory_release(&r->map);
    tsu_memory_release(&r->critical_V);
    tsu_memory_release(&r->critical_K);
    memset(r, 0, sizeof *r);
}

tsu_status tsu_slider_record_add_case(tsu_slider_record *r, const char *name, const tsu_slider *s,
                                      tsu_error *err)
{
    const tsu_status status = tsu_memory_grow(&r->cases, &r->case_capacity, r->case_count + 1,
                                              sizeof *r->cases, "cases of the slider", err);
    if (status != TSU_OK) return status;
    tsu_slider_case *c = &r->cases[r->case_count++];
    memset(c, 0, sizeof *c);
    snprintf(c->name, sizeof c->name, "%s", name);
    c->dimensions = s->dimensions;
    c->stiffness = s->stiffness;
    c->speed = s->drive_count > 0 ? tsu_vec3_norm(s->drive[0].velocity) : 0.0;
    return TSU_OK;
}

tsu_status tsu_slider_record_add_row(tsu_slider_record *r, const double row[TSU_SLIDER_COLUMNS],
                                     tsu_error *err)
{
    tsu_slider_case *c = &r->cases[r->case_count - 1];
    const size_t before = c->capacity;
    size_t after = before;
    for (int q = 0; q < TSU_SLIDER_COLUMNS; q++) {
        after = before;
        const tsu_status status = tsu_memory_grow(&c->value[q], &after, c->count + 1, sizeof(double),
                                                  "recorded motion of the slider", err);
        if (status != TSU_OK) return status;
        c->value[q][c->count] = row[q];
    }
    c->capacity = after;
    c->count++;
    return TSU_OK;
}

tsu_status tsu_slider_record_add_point(tsu_slider_record *r, const tsu_slider_map_point *point,
                                       tsu_error *err)
{
    const tsu_status status =
        tsu_memory_grow(&r->map, &r->map_capacity, r->map_count + 1, sizeof *r->map, "stability map", err);
    if (status == TSU_OK) r->map[r->map_count++] = *point;
    return status;
}

tsu_status tsu_slider_record_add_critical(tsu_slider_record *r, double V, double K, tsu_error *err)
{
    tsu_status status = tsu_memory_grow(&r->critical_V, &r->critical_V_capacity, r->critical_count + 1,
                                        sizeof V, "stability map", err);
    if (status == TSU_OK)
        status = tsu_memory_grow(&r->critical_K, &r->critical_K_capacity, r->critical_count + 1, sizeof K,
                                 "stability map", err);
    if (status != TSU_OK) return status;
    r->critical_V[r->critical_count] = V;
    r->critical_K[r->critical_count++] = K;
    return TSU_OK;
}

/* ---- the table ---------------------------------------------------------------------------------------------- */

static void write_motion(const tsu_slider_record *r, FILE *out)
{
    fprintf(out, "case");
    for (int q = 0; q < TSU_SLIDER_COLUMNS; q++) {
        fprintf(out, ",%s", tsu_slider_columns[q].name);
    }
    fprintf(out, "\n");
    for (size_t n = 0; n < r->case_count; n++) {
        const tsu_slider_case *c = &r->cases[n];
        for (size_t k = 0; k < c->count; k++) {
            fprintf(out, "%s", c->name);
            for (int q = 0; q < TSU_SLIDER_COLUMNS; q++) {
                fprintf(out, ",%.17g", c->value[q][k]);
            }
            fprintf(out, "\n");
        }
    }
}

static void write_map(const tsu_slider_record *r, FILE *out)
{
    fprintf(out, "V,K,growth,frequency,creep,mu,stable,growth_simulated,frequency_simulated\n");
    for (size_t n = 0; n < r->map_count; n++) {
        const tsu_slider_map_point *p = &r->map[n];
        fprintf(out, "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%d", p->V, p->K, p->modes.growth,
                p->modes.frequency, p->modes.creep, p->modes.mu, p->modes.stable);
        if (p->simulated)
            fprintf(out, ",%.17g,%.17g\n", p->growth, p->frequency);
        else
            fprintf(out, ",,\n");
    }
}

tsu_status tsu_slider_record_write_table(const tsu_slider_record *r, const char *path, tsu_error *err)
{
    tsu_atomic_file file;
    const tsu_status status = tsu_atomic_file_open(&file, path, err);
    if (status != TSU_OK) return status;
    if (r->case_count > 0)
        write_motion(r, file.stream);
    else
        write_map(r, file.stream);
    return tsu_atomic_file_finish(&file, err);
}
