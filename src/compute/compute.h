/* SPDX-License-Identifier: Apache-2.0 */
/* compute.h - computes: numbers of the present state, of all particles, of each, or of each contact.
 *
 *   global.c temp.c   one number or a few        particle.c near.c  a number for each particle
 *   reduce.c slice.c rdf.c  of other values      local.c            a row for each contact
 *
 * A compute changes nothing. It fills tsu_values (session/values.h) with functions that are called when somebody reads c_ID.
 * To add one: a file with a table of rows `tsu_computes_NAME`, its name in src/command/tables.h and commands.c; sums over particles by
 * tsu_group_sum, contacts in the order of ids by contact_visit.h, so that the result does not depend on threads. */
#ifndef TSU_COMPUTE_COMPUTE_H
#define TSU_COMPUTE_COMPUTE_H

#include "session/define.h"
#include "session/groups.h"
#include "session/session.h"
#include "step/world.h"

/* near.c: contact/atom by distance. */
tsu_status tsu_compute_contact_near(tsu_script *script, tsu_words *words, tsu_error *err);
/* Energy stored in the contacts, and that of fixes to which `fix_modify energy yes` was said [J]. */
tsu_status tsu_session_potential(tsu_session *s, double *out, tsu_error *err);

#endif
