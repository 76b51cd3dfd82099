/* SPDX-License-Identifier: Apache-2.0 */
#include "view/contact_field.h"
#include <stddef.h>
#include <string.h>

static const double THREE_SPHERES =
    4.0 * 3.14159265358979323846; /* three volumes, over the cube of the radius */

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void add_overlap(float *to, const tsu_contact_look *c)
{
    if ((float)c->overlap > *to) *to = (float)c->overlap;
}

static void add_one(float *to, const tsu_contact_look *c)
{
    (void)c;
    *to += 1.0f;
}

/* The pressure of a sphere is the sum of force times lever over three volumes, a third of the trace of the stress. */
static void add_pressure(float *to, const tsu_contact_look *c)
{
    *to += (float)(dot(c->force, c->n) * c->lever);
}

static void finish_pressure(float *to, double r)
{
    *to = (float)(*to / (THREE_SPHERES * r * r * r));
}

/* A force at the end of a lever along n: the symmetric part of their product, xx yy zz xy xz yz [N m]. */
static void add_stress(float *to, const tsu_contact_look *c)
{
    static const int first[6] = {0, 1, 2, 0, 0, 1}, second[6] = {0, 1, 2, 1, 2, 2};
    for (int k = 0; k < 6; k++) {
        const int a = first[k], b = second[k];
        to[k] += (float)(0.5 * c->lever * (c->force[a] * c->n[b] + c->force[b] * c->n[a]));
    }
}

static void finish_stress(float *to, double r)
{
    for (int k = 0; k < 6; k++) {
        to[k] = (float)(3.0 * to[k] / (THREE_SPHERES * r * r * r));
    }
}

static void add_history(float *to, const tsu_contact_look *c)
{
    *to += (float)c->history;
}

const tsu_contact_field tsu_contact_fields[] = {
    {"overlap", "largest overlap", "m", 1, .add = add_overlap},
    {"coordination", "contacts", "", 1, .add = add_one},
    {"pressure", "pressure", "Pa", 1, .directions = true, .add = add_pressure, .finish = finish_pressure},
    {"stress", "stress", "Pa", 6, .directions = true, .add = add_stress, .finish = finish_stress},
    {"mu", "friction state", "", 1, .mean = true, .history = "mu", .add = add_history},
    {0}};

const tsu_contact_field *tsu_contact_field_find(const char *name)
{
    for (const tsu_contact_field *f = tsu_contact_fields; f->name; f++) {
        if (strcmp(f->name, name) == 0) return f;
    }
    return NULL;
}
