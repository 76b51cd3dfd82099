/* SPDX-License-Identifier: Apache-2.0 */
/* contact_visit.h - the touching contacts of a world, one after the other, as output wants to see them. */
#ifndef TSU_MODEL_CONTACT_VISIT_H
#define TSU_MODEL_CONTACT_VISIT_H

#include "step/wall/wall.h"
#include "step/world.h"

typedef struct tsu_contact_seen {
    int32_t row_i, row_j; /* row_j is -1 at a wall */
    const tsu_wall *wall; /* NULL between particles */
    bool across;          /* over a periodic face */
    double force[3];      /* on i                                   [N] */
    double torque[3];     /* rolling torque: acts on i with minus   [N m] */
    double point[3];      /* of contact                             [m] */
    double arm_i[3];      /* from the centre of i to the point      [m] */
    double arm_j[3];      /* from the centre of j to the point      [m] */
    double normal[3];     /* from j to i                            [-] */
    double overlap;       /* [m] */
    const tsu_contacts *list;
    const tsu_contact_forces *forces; /* of its entries */
    const tsu_lawset *laws;
    int64_t entry; /* in the list: for its history */
    bool
        turned; /* in the list i and j stand the other way round: numbers that change their sign with them do so */
} tsu_contact_seen;

typedef void tsu_contact_visitor(void *context, const tsu_contact_seen *contact);

/* Between particles first, then wall by wall, in the order of ids, i being the particle with the lower one: nothing of it depends
 * on how lists are arranged. Who calls it says so beforehand: tsu_session_watch. */
tsu_status tsu_contacts_visit(struct tsu_world *w, tsu_contact_visitor *visit, void *context, tsu_error *err);
/* The same as they lie in the lists, also i and j, which is faster: for who counts, or sums exactly (base/exact_sum.h). */
tsu_status tsu_contacts_visit_any(struct tsu_world *w, tsu_contact_visitor *visit, void *context,
                                  tsu_error *err);
/* Likewise those at one wall; those of one particle in a fixed order. */
void tsu_contacts_visit_wall(const struct tsu_world *w, const tsu_wall *wall, tsu_contact_visitor *visit,
                             void *context);
/* Likewise those of one particle, between particles in the order of its partners' ids. */
void tsu_contacts_visit_particle(const struct tsu_world *w, int32_t row, tsu_contact_visitor *visit,
                                 void *context);

/* Adds the share of one contact to the stress of a body times its volume: force times the arm from its centre to the contact,
 * so that compression is negative; components xx yy zz xy xz yz. */
static inline void tsu_contact_stress(double to[6], const double arm[3], const double force[3])
{
    static const int a[6] = {0, 1, 2, 0, 0, 1}, b[6] = {0, 1, 2, 1, 2, 2};
    for (int q = 0; q < 6; q++) {
        to[q] += arm[a[q]] * force[b[q]];
    }
}

#endif
