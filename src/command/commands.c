/* SPDX-License-Identifier: Apache-2.0 */
/* commands.c - every family of commands and styles that tsubu knows. Adding a family is adding a line. */
#include "command/tables.h"
#include <stdlib.h>
#include <string.h>

/* clang-format off */ /* a line each */
const tsu_command_family tsu_command_families[] = {
    {NULL, tsu_commands_language},
    {NULL, tsu_commands_shell},
    {NULL, tsu_commands_setup},
    {NULL, tsu_commands_plugin},
    {NULL, tsu_commands_lattice},
    {NULL, tsu_commands_region},
    {NULL, tsu_commands_box},
    {NULL, tsu_commands_create},
    {NULL, tsu_commands_group},
    {NULL, tsu_commands_set},
    {NULL, tsu_commands_velocity},
    {NULL, tsu_commands_displace},
    {NULL, tsu_commands_change},
    {NULL, tsu_commands_data},
    {NULL, tsu_commands_restart},
    {NULL, tsu_commands_write_dump},
    {NULL, tsu_commands_info},
    {NULL, tsu_commands_thermo},
    {NULL, tsu_commands_run},
    {NULL, tsu_commands_objects},
    {"fix", tsu_fixes_material},
    {"fix", tsu_fixes_property_atom},
    {"fix", tsu_fixes_motion},
    {"fix", tsu_fixes_nve},
    {"fix", tsu_fixes_heat},
    {"fix", tsu_fixes_couple},
    {"fix", tsu_fixes_multicontact},
    {"fix", tsu_fixes_ave_time},
    {"fix", tsu_fixes_ave_atom},
    {"fix", tsu_fixes_ave_spatial},
    {"fix", tsu_fixes_ave_histo},
    {"fix", tsu_fixes_ave_correlate},
    {"fix", tsu_fixes_ave_euler},
    {"fix", tsu_fixes_continuum},
    {"fix", tsu_fixes_tracer},
    {"fix", tsu_fixes_orientation},
    {"fix", tsu_fixes_adapt},
    {"fix", tsu_fixes_move},
    {"fix", tsu_fixes_store},
    {"fix", tsu_fixes_massflow},
    {"fix", tsu_fixes_wall_region},
    {"fix", tsu_fixes_deform},
    {"fix", tsu_fixes_wall},
    {"fix", tsu_fixes_mesh},
    {"fix", tsu_fixes_move_mesh},
    {"fix", tsu_fixes_audit},
    {"fix", tsu_fixes_print},
    {"fix", tsu_fixes_check},
    {"fix", tsu_fixes_dt_reset},
    {"fix", tsu_fixes_forces},
    {"fix", tsu_fixes_spring},
    {"fix", tsu_fixes_template},
    {"fix", tsu_fixes_clump_template},
    {"fix", tsu_fixes_multisphere},
    {"fix", tsu_fixes_insert},
    {"dump", tsu_dumps_text},
    {"dump", tsu_dumps_hdf5},
    {"dump", tsu_dumps_vtk},
    {"dump", tsu_dumps_mesh},
    {"dump", tsu_dumps_local},
    {"dump", tsu_dumps_bodies},
    {"dump", tsu_dumps_euler},
    {"dump", tsu_dumps_pictures},
    {"compute", tsu_computes_global},
    {"compute", tsu_computes_particle},
    {"compute", tsu_computes_reduce},
    {"compute", tsu_computes_local},
    {"compute", tsu_computes_near},
    {"compute", tsu_computes_tracer},
    {"compute", tsu_computes_slice},
    {"compute", tsu_computes_bodies},
    {"compute", tsu_computes_rdf},
    {"compute", tsu_computes_temp},
    {"region", tsu_regions},
    /* the last: what is known but not done */
    {NULL, tsu_commands_unsupported},
    {"fix", tsu_fixes_unsupported},
    {"compute", tsu_computes_unsupported},
    {"dump", tsu_dumps_unsupported},
    {NULL, tsu_commands_forks},
    {"fix", tsu_fixes_forks},
    {"compute", tsu_computes_forks},
    {NULL, NULL},
};
/* clang-format on */

/* Who reads keywords by which table; a name that ends in * stands for all that begin so. */
static const struct {
    const char *command, *name;
    const tsu_argument *rows;
} arguments[] = {
    {NULL, "thermo_modify", tsu_arguments_thermo_modify},
    {NULL, "neigh_modify", tsu_arguments_neigh_modify},
    {"region", "*", tsu_arguments_region},
    {"fix", "mesh/surface*", tsu_arguments_mesh},
    {"fix", "mesh/surface/stress/servo", tsu_arguments_servo},
    {"fix", "mesh/surface/stress/servo", tsu_arguments_servo_words},
    {"fix", "mesh/surface/stress/6dof", tsu_arguments_free},
    {"fix", "particletemplate/sphere", tsu_arguments_template},
    {"fix", "particletemplate/multisphere", tsu_arguments_clump},
    {"fix", "multisphere", tsu_arguments_multisphere},
    {"fix", "massflow/mesh*", tsu_arguments_massflow},
};

static bool name_fits(const char *pattern, const char *name)
{
    const size_t length = strcspn(pattern, "*");
    return pattern[length] == '*' ? strncmp(pattern, name, length) == 0 : strcmp(pattern, name) == 0;
}

const tsu_argument *tsu_command_arguments(const char *command, const char *name, int k)
{
    for (size_t q = 0; q < sizeof arguments / sizeof *arguments; q++) {
        const bool same = command && arguments[q].command ? strcmp(command, arguments[q].command) == 0
                                                          : !command && !arguments[q].command;
        if (same && name_fits(arguments[q].name, name) && k-- == 0) return arguments[q].rows;
    }
    return NULL;
}

static bool family_fits(const tsu_command_family *family, const char *command)
{
    if (!family->command || !command) return family->command == command;
    return strcmp(family->command, command) == 0;
}

const tsu_command *tsu_command_find(const tsu_command_family *families, const char *command, const char *name)
{
    for (; families->table; families++) {
        if (!family_fits(families, command)) continue;
        for (const tsu_command *row = families->table; row->name; row++) {
            if (strcmp(row->name, name) == 0) return row;
        }
    }
    return NULL;
}

/* Styles of a kind share a long beginning (heat/gran/...), which makes strangers look alike: what follows it must be alike too. */
static bool ends_alike(const char *name, const char *known)
{
    size_t shared = 0;
    for (size_t k = 0; name[k] && name[k] == known[k]; k++) {
        if (name[k] == '/') shared = k + 1;
    }
    const char *const rest[] = {known + shared, NULL};
    return tsu_nearest_word(name + shared, rest) != NULL;
}

/* Fills `names` with what is done and may be meant, and counts all there is. */
static size_t collect_names(const tsu_command_family *families, const char *command, const char *name,
                            const char **names)
{
    size_t count = 0;
    for (; families->table; families++) {
        if (!family_fits(families, command)) continue;
        for (const tsu_command *row = families->table; row->name; row++, count++) {
            if (names && row->run && ends_alike(name, row->name)) *names++ = row->name;
        }
    }
    return count;
}

const char *tsu_command_nearest(const tsu_command_family *families, const char *command, const char *name)
{
    const char **names = calloc(collect_names(families, command, name, NULL) + 1, sizeof *names);
    if (!names) return NULL;
    collect_names(families, command, name, names);
    const char *nearest = tsu_nearest_word(name, names);
    free(names);
    return nearest;
}
