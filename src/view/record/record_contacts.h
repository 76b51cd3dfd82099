/* SPDX-License-Identifier: Apache-2.0 */
/* record_contacts.h - the contacts of a moment in a recorded run: those between particles, also across periodic faces, and at walls. */
#ifndef TSU_VIEW_RECORD_RECORD_CONTACTS_H
#define TSU_VIEW_RECORD_RECORD_CONTACTS_H

#include "view/frame.h"

/* Writes all of them; the bytes are the caller's. The world must keep the forces of single contacts, as that of a run that is
 * recorded does. */
tsu_status tsu_record_contacts(tsu_world *w, tsu_bytes *out, tsu_error *err);
/* Tells of those of one particle, as the elements of a JSON array; false if the bytes are damaged. */
bool tsu_record_contacts_tell(const tsu_bytes *bytes, uint64_t id, tsu_json *j);

#endif
