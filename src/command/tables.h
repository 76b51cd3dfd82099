/* SPDX-License-Identifier: Apache-2.0 */
/* tables.h - the tables of commands and styles, each in the file it is named after. Only commands.c, which lists them, and who takes
 * a few of them need this. */
#ifndef TSU_COMMAND_TABLES_H
#define TSU_COMMAND_TABLES_H

#include "deck/arguments.h"

extern const tsu_command tsu_commands_box[], tsu_commands_change[], tsu_commands_create[],
    tsu_commands_data[], tsu_commands_displace[], tsu_commands_forks[], tsu_commands_group[],
    tsu_commands_info[], tsu_commands_lattice[], tsu_commands_objects[], tsu_commands_plugin[],
    tsu_commands_region[], tsu_commands_restart[], tsu_commands_run[], tsu_commands_set[],
    tsu_commands_setup[], tsu_commands_thermo[], tsu_commands_unsupported[], tsu_commands_velocity[],
    tsu_commands_write_dump[];
extern const tsu_command tsu_regions[]; /* in the order of tsu_region_shape */
extern const tsu_command tsu_fixes_adapt[], tsu_fixes_audit[], tsu_fixes_ave_atom[],
    tsu_fixes_ave_correlate[], tsu_fixes_ave_euler[], tsu_fixes_ave_histo[], tsu_fixes_ave_spatial[],
    tsu_fixes_ave_time[], tsu_fixes_check[], tsu_fixes_continuum[], tsu_fixes_couple[], tsu_fixes_deform[],
    tsu_fixes_dt_reset[], tsu_fixes_forces[], tsu_fixes_forks[], tsu_fixes_heat[], tsu_fixes_insert[],
    tsu_fixes_massflow[], tsu_fixes_material[], tsu_fixes_mesh[], tsu_fixes_motion[], tsu_fixes_move[],
    tsu_fixes_move_mesh[], tsu_fixes_multicontact[], tsu_fixes_nve[], tsu_fixes_orientation[],
    tsu_fixes_print[], tsu_fixes_property_atom[], tsu_fixes_spring[], tsu_fixes_store[], tsu_fixes_template[],
    tsu_fixes_clump_template[], tsu_fixes_multisphere[], tsu_fixes_tracer[], tsu_fixes_unsupported[],
    tsu_fixes_wall[], tsu_fixes_wall_region[];
extern const tsu_command tsu_computes_bodies[], tsu_computes_forks[], tsu_computes_global[],
    tsu_computes_local[], tsu_computes_near[], tsu_computes_particle[], tsu_computes_rdf[],
    tsu_computes_reduce[], tsu_computes_slice[], tsu_computes_temp[], tsu_computes_tracer[],
    tsu_computes_unsupported[];
extern const tsu_command tsu_dumps_bodies[], tsu_dumps_euler[], tsu_dumps_hdf5[], tsu_dumps_local[],
    tsu_dumps_mesh[], tsu_dumps_pictures[], tsu_dumps_text[], tsu_dumps_unsupported[], tsu_dumps_vtk[];

/* Keywords of commands and styles that are read by tables. */
extern const tsu_argument tsu_arguments_thermo_modify[], tsu_arguments_neigh_modify[], tsu_arguments_region[];
extern const tsu_argument tsu_arguments_mesh[], tsu_arguments_servo[], tsu_arguments_servo_words[],
    tsu_arguments_free[], tsu_arguments_template[], tsu_arguments_clump[], tsu_arguments_multisphere[],
    tsu_arguments_massflow[];

/* The k-th table of keywords of a command, or of a style of one, from 0; NULL behind the last. */
const tsu_argument *tsu_command_arguments(const char *command, const char *name, int k);

#endif
