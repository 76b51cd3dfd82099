/* SPDX-License-Identifier: Apache-2.0 */
/* device.h - another machine beside the processor that takes the forces and motions of steps (cuda/device.c): what a step knows of
 * it.
 *
 * While nobody looks at what is between two steps, places, velocities and contacts stay on the device: it `holds` them, and those of
 * the world are old. Who needs them here says so beforehand (tsu_device_bring). What a device brings back whole it holds no
 * longer, and takes it up again with the next step that it computes. */
#ifndef TSU_STEP_DEVICE_H
#define TSU_STEP_DEVICE_H

#include "step/forces.h"
#include "step/world.h"

/* What is brought back. With all of it the world is as if it had taken the steps itself. */
typedef enum tsu_device_part { TSU_DEVICE_PLACES, TSU_DEVICE_VELOCITIES, TSU_DEVICE_ALL } tsu_device_part;

typedef struct tsu_device {
    bool holds;
    /* Whether it computes this evaluation. */
    bool (*takes)(struct tsu_device *d, const struct tsu_world *w, double dt, tsu_finish finish);
    /* tsu_forces_compute. */
    tsu_status (*compute)(struct tsu_device *d, struct tsu_world *w, double dt, tsu_finish finish,
                          tsu_error *err);
    tsu_status (*bring)(struct tsu_device *d, struct tsu_world *w, tsu_device_part what, tsu_error *err);
    void (*destroy)(struct tsu_device *d);
} tsu_device;

static inline tsu_status tsu_device_bring(struct tsu_world *w, tsu_device_part what, tsu_error *err)
{
    tsu_device *d = w->device;
    return d && d->holds ? d->bring(d, w, what, err) : TSU_OK;
}

#endif
