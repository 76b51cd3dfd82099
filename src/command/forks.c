/* SPDX-License-Identifier: Apache-2.0 */
/* forks.c - commands and styles of programs that grew out of LIGGGHTS and of its packages, met in decks that are
 * published. A deck that uses one is told what it is and what to do instead of that it is misspelt. */
#include "command/command.h"

#define FORK "LIGGGHTS 3.8 does not have it, forks of it do"
#define BONDS                                                                                                \
    FORK ": bonds between particles are not supported yet; `cohesion sjkr` or `model jkr` let grains stick"
#define CHEMISTRY                                                                                            \
    FORK ": chemical reactions are not supported; the deck runs without them if the line is removed"
#define RADIATION                                                                                            \
    FORK ": radiative heat transfer is not supported; `fix heat/gran/conduction` models conduction through " \
         "contacts"
#define ELECTRIC FORK ": electric fields are not supported"
#define SCALES   FORK ": coupled scales are not supported"
#define MESHES   FORK ": make the mesh beforehand and read it with `fix mesh/surface file FILE`"
#define BALANCE                                                                                              \
    FORK ": there is one process and nothing to balance; remove the line, threads are set by -threads N"
#define PRECICE FORK ": coupling by preCICE is not supported"

const tsu_command tsu_commands_forks[] = {
    {"comm_modify", "comm_modify ...", "it is a command of LAMMPS and has no effect here; remove the line",
     NULL},
    {"comm_style", "comm_style ...", "it is a command of LAMMPS for several processes; remove the line",
     NULL},
    {"balance", "balance ...", BALANCE, NULL},
    {"partitioner_style", "partitioner_style ...", BALANCE, NULL},
    {"extract_surface", "extract_surface ...", MESHES, NULL},
    {"extrude_surface", "extrude_surface ...", MESHES, NULL},
    {"create_multisphere_clump", "create_multisphere_clump ...",
     FORK ": `tsubu clump MESH -n 20 --out FILE` fills a closed mesh with spheres; read them with `fix "
          "particletemplate/multisphere ... nspheres 20 spheres file FILE`",
     NULL},
    {"precice_initialize", "precice_initialize ...", PRECICE, NULL},
    {"precice_advance", "precice_advance ...", PRECICE, NULL},
    {"precice_finalize", "precice_finalize ...", PRECICE, NULL},
    {0}};

const tsu_command tsu_fixes_forks[] = {
    {"balance", "fix ID GROUP balance ...", BALANCE, NULL},
    {"remove", "fix ID GROUP remove ...",
     FORK
     ": `delete_atoms region NAME` between runs takes particles away, `fix massflow/mesh ... delete_atoms "
     "yes` those that pass a mesh",
     NULL},
    {"pour/legacy", "fix ID GROUP pour/legacy ...",
     "this is the syntax of insertion in LIGGGHTS 1; now decks use `fix insert/stream`, `insert/pack` or "
     "`insert/rate/region`, with `fix particletemplate/sphere` and `particledistribution/discrete`",
     NULL},
    {"mesh/gran/stressanalysis", "fix ID GROUP mesh/gran/stressanalysis ...",
     "this is the syntax of meshes in LIGGGHTS 1; now decks write `mesh/surface/stress file FILE type N "
     "scale "
     "S`",
     NULL},
    {"insert/pack/dense", "fix ID GROUP insert/pack/dense ...",
     FORK
     ": `fix insert/pack ... volumefraction_region F` fills a region up to about 0.5; let it settle under "
     "gravity, or grow the particles by `fix adapt`",
     NULL},
    {"property/atom/lammps", "fix ID GROUP property/atom/lammps ...",
     FORK ": `fix ID all property/atom NAME scalar yes yes no VALUE` gives each particle a value", NULL},
    {"couple/pascal", "fix ID GROUP couple/pascal ...", SCALES, NULL},
    {"couple/cfd/chemistry", "fix ID GROUP couple/cfd/chemistry ...", CHEMISTRY, NULL},
    {"chem/shrink/core", "fix ID GROUP chem/shrink/core ...", CHEMISTRY, NULL},
    {"reaction", "fix ID GROUP reaction ...", CHEMISTRY, NULL},
    {"heat/gran/radiation", "fix ID GROUP heat/gran/radiation ...", RADIATION, NULL},
    {"heat/radiation", "fix ID GROUP heat/radiation ...", RADIATION, NULL},
    {"heat/gran/electric", "fix ID GROUP heat/gran/electric ...", ELECTRIC, NULL},
    {"magnetic", "fix ID GROUP magnetic ...", FORK ": magnetic fields are not supported", NULL},
    {"lebc", "fix ID GROUP lebc ...",
     FORK ": shear boundaries (Lees-Edwards) are not supported; use moving walls instead", NULL},
    {"scale/diameter", "fix ID GROUP scale/diameter ...",
     FORK ": `fix adapt N atom diameter v_NAME` makes particles grow or shrink", NULL},
    {"check/timestep/bond", "fix ID GROUP check/timestep/bond ...", BONDS, NULL},
    {0}};

const tsu_command tsu_computes_forks[] = {
    {"pair/gran/local/bond", "compute ID GROUP pair/gran/local/bond ...", BONDS, NULL},
    {"bond/counter", "compute ID GROUP bond/counter ...", BONDS, NULL},
    {"voronoi/atom", "compute ID GROUP voronoi/atom ...",
     "it is a compute of LAMMPS: Voronoi cells are not supported; `fix ave/euler` gives the volume fraction "
     "on "
     "a grid",
     NULL},
    {0}};
