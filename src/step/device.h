/* SPDX-License-Identifier: Apache-2.0 */
/* device.h - another machine beside the processor that takes the forces and motions of steps (cuda/device.c): what a step knows of
 * it.
 *
 * While nobody looks at what is between two steps, particles and contacts stay on the device, which makes the lists of neighbours that
 * it needs: it `holds` them, and those of the world are old. Who needs them here says so beforehand (tsu_device_bring). What a
 * device has brought back it holds no longer. Then the world has no lists (TSU_CURRENT_LISTS), only the contacts that touch; but with the next step that it
 * computes the device takes all up as it is. */
#ifndef TSU_STEP_DEVICE_H
#define TSU_STEP_DEVICE_H

#include "step/forces.h"
#include "step/world.h"

typedef struct tsu_device {
    bool holds;
    bool
        left; /* what it has brought back is as it was, but for steps since: it needs no lists of the world to take it up */
    int64_t
        certain; /* so many steps after this one will be like it, if nothing happens to particles: it may take them beforehand */
    int64_t stock; /* so many it has taken */
    /* Whether it computes this evaluation. */
    bool (*takes)(struct tsu_device *d, const struct tsu_world *w, double dt, tsu_finish finish);
    /* tsu_forces_compute. */
    tsu_status (*compute)(struct tsu_device *d, struct tsu_world *w, double dt, tsu_finish finish,
                          tsu_error *err);
    /* The world is then as if it had taken the steps itself, but for its lists. */
    tsu_status (*bring)(struct tsu_device *d, struct tsu_world *w, tsu_error *err);
    /* Removes who has left the box in the drift: tsu_boundary_lose of what it holds. */
    tsu_status (*lose)(struct tsu_device *d, struct tsu_world *w, tsu_error *err);
    /* What gravity does to the particles that it holds [W] (ledger/exchange.h). */
    tsu_status (*power)(struct tsu_device *d, const struct tsu_world *w, double *power, tsu_error *err);
    void (*destroy)(struct tsu_device *d);
} tsu_device;

static inline tsu_status tsu_device_bring(struct tsu_world *w, tsu_error *err)
{
    tsu_device *d = w->device;
    return d && d->holds ? d->bring(d, w, err) : TSU_OK;
}

/* Whether there is one that computes this evaluation with lists of its own. */
static inline bool tsu_device_takes(const struct tsu_world *w, double dt, tsu_finish finish)
{
    tsu_device *d = w->device;
    return d && !tsu_world_is(w, TSU_CURRENT_INSERTED) &&
           (d->holds || d->left || tsu_world_is(w, TSU_CURRENT_LISTS)) && d->takes(d, w, dt, finish);
}

#endif
