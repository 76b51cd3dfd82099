/* SPDX-License-Identifier: Apache-2.0 */
/* sum.h - what a contact adds to force and torque of one of its two bodies, from its record (state/contact_forces.h): written once
 * for pairs, walls, and who looks at single contacts. */
#ifndef TSU_STEP_SUM_H
#define TSU_STEP_SUM_H

#include "base/portable.h"

/* The arm of a contact: how far it is from the centre of a sphere, along the normal; the contact point halves the overlap [m].
 *
 * The torque of a contact is arm x force. With the arm along the normal this is the length of the arm times n x F_t, which is in the
 * record, so a sphere needs one number. A body that is no sphere has an arm that is not along the normal: here it enters, as the
 * vector from its centre of mass to the contact point, and takes the place of length times n x F_t in tsu_sum_contact. */
TSU_FN double tsu_contact_arm(double radius, double half_overlap)
{
    return radius - half_overlap;
}

/* The two halves of a record are the force on the first body and n x F_t. Force and torque on the first body of the contact, with side -1 on the second: the force changes its sign, and so does the arm, but
 * not the torque. Fourth places are of no account. */
TSU_FN void tsu_sum_contact(tsu_v4 *force, tsu_v4 *torque, double side, double arm, const tsu_v4 *on_first,
                            const tsu_v4 *turning)
{
    *force += side * *on_first;
    *torque -= arm * *turning;
}

/* The rolling torque, which changes its sign. */
TSU_FN void tsu_sum_roll(tsu_v4 *torque, double side, const tsu_v4 *roll)
{
    *torque -= side * *roll;
}

#endif
