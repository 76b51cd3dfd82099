/* SPDX-License-Identifier: Apache-2.0 */
/* unsupported.c - commands and styles that LIGGGHTS 3.8 has and tsubu has not: known by name, so that a deck that
 * uses one is told so instead of that it is misspelt. Tables of what is done come before these, so that a style which gets
 * done needs no change here. */
#include "command/command.h"

/* How decks wrote it before LIGGGHTS 3, and how they do now. */
#define OLD_WALL(law)                                                                                        \
    "this is the syntax of walls in LIGGGHTS 2; since version 3 decks write `wall/gran model " law           \
    " tangential history primitive type 1 zplane 0` or `... mesh n_meshes 1 meshes ID`"
#define OLD_MESH(style)                                                                                      \
    "this is the syntax of meshes in LIGGGHTS 1; now decks write `" style " file FILE type N scale S`"
#define OLD_POUR                                                                                             \
    "this is the syntax of insertion in LIGGGHTS 1; now decks use `fix insert/stream`, `insert/pack` or "    \
    "`insert/rate/region`, with `fix particletemplate/sphere` and `particledistribution/discrete`"

/* What is not simulated, and what comes nearest. */
#define BONDS                                                                                                \
    "bonds between particles are not supported yet; for grains that stick together use `cohesion sjkr` or "  \
    "`model jkr`"
#define CLUMPS                                                                                               \
    "this is not supported; for clumps of spheres use `fix multisphere` with `particletemplate/multisphere`"
#define RIGID                                                                                                \
    "rigid bodies of LAMMPS are not supported yet; `fix move` moves particles together along a prescribed "  \
    "path"
#define SHAPES                                                                                               \
    "particles that are not spheres are not supported yet; spheres with `rolling_friction epsd2` are the "   \
    "closest approximation"
#define SPH       "smoothed particle hydrodynamics (SPH) is not supported; particles are grains"
#define ATOMS     "it is for atoms and molecules; grains have a radius and a density"
#define MINIMISER "there is no energy minimisation; particles settle during a run, by friction and damping"
#define CFD       "coupling to a flow solver (CFD) is not supported yet; the deck is fine up to here"
#define MOLECULES "bonds and molecules are not supported"
#define STYLES    "there are no other versions of the styles to choose; threads are set by -threads N"
#define RESIDENCE                                                                                            \
    "`fix property/atom/tracer region_mark NAME` marks the particles in a region, and `compute "             \
    "nparticles/tracer/region` counts them in another"

#define SLIDER "it is a command of slider decks, which `tsubu slider` runs"

const tsu_command tsu_commands_unsupported[] = {
    {"area", "area ...", SLIDER, NULL},
    {"damper", "damper ...", SLIDER, NULL},
    {"dimensions", "dimensions ...", SLIDER, NULL},
    {"drive", "drive ...", SLIDER, NULL},
    {"friction", "friction ...", SLIDER, NULL},
    {"normal", "normal ...", SLIDER, NULL},
    {"record", "record ...", SLIDER, NULL},
    {"stability", "stability ...", SLIDER, NULL},
    {"angle_coeff", "angle_coeff ...", BONDS, NULL},
    {"angle_style", "angle_style ...", BONDS, NULL},
    {"bond_coeff", "bond_coeff ...", BONDS, NULL},
    {"bond_style", "bond_style ...", BONDS, NULL},
    {"dihedral_coeff", "dihedral_coeff ...", BONDS, NULL},
    {"dihedral_style", "dihedral_style ...", BONDS, NULL},
    {"improper_coeff", "improper_coeff ...", BONDS, NULL},
    {"improper_style", "improper_style ...", BONDS, NULL},
    {"delete_bonds", "delete_bonds ...", BONDS, NULL},
    {"special_bonds", "special_bonds ...", BONDS, NULL},
    {"kspace_modify", "kspace_modify ...", ATOMS, NULL},
    {"kspace_style", "kspace_style ...", ATOMS, NULL},
    {"dielectric", "dielectric ...", ATOMS, NULL},
    {"mass", "mass ...",
     "it is for atoms and molecules, while grains have a radius and a density; or it is a command of slider "
     "decks, which `tsubu slider` runs",
     NULL},
    {"pair_write", "pair_write ...", ATOMS, NULL},
    {"pair_modify", "pair_modify ...",
     "granular contact models have their own keywords, given in `pair_style`", NULL},
    {"min_modify", "min_modify ...", MINIMISER, NULL},
    {"min_style", "min_style ...", MINIMISER, NULL},
    {"minimize", "minimize ...", MINIMISER, NULL},
    {"box", "box ...", "boxes are rectangular, so there is no tilt to allow", NULL},
    {"package", "package ...", STYLES, NULL},
    {"suffix", "suffix ...", STYLES, NULL},
    {"replicate", "replicate ...",
     "copying the box is not supported yet; `write_data` and `read_data FILE add` can do it", NULL},
    {"rotate", "rotate ...",
     "rotating the whole system is not supported yet; `displace_atoms all rotate` rotates particles", NULL},
    {"read_dump", "read_dump ...", "reading dumps back is not supported yet; use write_restart or write_data",
     NULL},
    {"rerun", "rerun ...", "reading dumps back is not supported yet; use write_restart or write_data", NULL},
    {"write_restart_on_signal", "write_restart_on_signal ...",
     "it is not needed: a run that Ctrl-C or SIGTERM stops always writes a restart file; remove the line",
     NULL},
    {"coarsegraining", "coarsegraining FACTOR ...",
     "coarse-graining factors are not supported; multiply the radii in `fix particletemplate/sphere` and "
     "scale the properties of the models in the deck",
     NULL},
    {"coarsegraining_exclude", "coarsegraining_exclude ...",
     "coarse-graining factors are not supported; leave both commands out and scale radii and properties in "
     "the deck",
     NULL},
    {0}};

const tsu_command tsu_fixes_unsupported[] = {
    {"wall/gran/hertz/history", "fix ID GROUP wall/gran/hertz/history ...", OLD_WALL("hertz"), NULL},
    {"wall/gran/hertz/history/stiffness", "fix ID GROUP wall/gran/hertz/history/stiffness ...",
     OLD_WALL("hertz/stiffness"), NULL},
    {"wall/gran/hooke/history", "fix ID GROUP wall/gran/hooke/history ...", OLD_WALL("hooke"), NULL},
    {"wall/gran/hooke/history/stiffness", "fix ID GROUP wall/gran/hooke/history/stiffness ...",
     OLD_WALL("hooke/stiffness"), NULL},
    {"wall/gran/hooke", "fix ID GROUP wall/gran/hooke ...", OLD_WALL("hooke"), NULL},
    {"mesh/gran", "fix ID GROUP mesh/gran ...", OLD_MESH("mesh/surface"), NULL},
    {"mesh/gran/stress", "fix ID GROUP mesh/gran/stress ...", OLD_MESH("mesh/surface/stress"), NULL},
    {"pour", "fix ID GROUP pour ...", OLD_POUR, NULL},
    {"pour/dev", "fix ID GROUP pour/dev ...", OLD_POUR, NULL},
    {"contacthistory", "fix ID GROUP contacthistory ...",
     "it is internal to LIGGGHTS and cannot be used in decks", NULL},
    {"contacthistory/mesh", "fix ID GROUP contacthistory/mesh ...",
     "it is internal to LIGGGHTS and cannot be used in decks", NULL},
    {"neighlist/mesh", "fix ID GROUP neighlist/mesh ...",
     "it is internal to LIGGGHTS and cannot be used in decks", NULL},
    {"multisphere/nointegration", "fix ID GROUP multisphere/nointegration ...", CLUMPS, NULL},
    {"multisphere/break", "fix ID GROUP multisphere/break ...", CLUMPS, NULL},
    {"concave", "fix ID GROUP concave ...", CLUMPS, NULL},
    {"rigid", "fix ID GROUP rigid ...", RIGID, NULL},
    {"rigid/nve", "fix ID GROUP rigid/nve ...", RIGID, NULL},
    {"rigid/small", "fix ID GROUP rigid/small ...", RIGID, NULL},
    {"poems", "fix ID GROUP poems ...", RIGID, NULL},
    {"nve/asphere", "fix ID GROUP nve/asphere ...", SHAPES, NULL},
    {"nve/asphere/noforce", "fix ID GROUP nve/asphere/noforce ...", SHAPES, NULL},
    {"nve/line", "fix ID GROUP nve/line ...", SHAPES, NULL},
    {"nve/superquadric", "fix ID GROUP nve/superquadric ...", SHAPES, NULL},
    {"particletemplate/superquadric", "fix ID GROUP particletemplate/superquadric ...", SHAPES, NULL},
    {"bond/create/gran", "fix ID GROUP bond/create/gran ...", BONDS, NULL},
    {"bond/propagate/gran", "fix ID GROUP bond/propagate/gran ...", BONDS, NULL},
    {"bond/break", "fix ID GROUP bond/break ...", BONDS, NULL},
    {"bond/create", "fix ID GROUP bond/create ...", BONDS, NULL},
    {"couple/cfd/convectiveImpl", "fix ID GROUP couple/cfd/convectiveImpl ...", CFD, NULL},
    {"couple/cfd/force/accumulator", "fix ID GROUP couple/cfd/force/accumulator ...", CFD, NULL},
    {"couple/lb/onetoone", "fix ID GROUP couple/lb/onetoone ...", CFD, NULL},
    {"nve/sph", "fix ID GROUP nve/sph ...", SPH, NULL},
    {"nve/sph/stationary", "fix ID GROUP nve/sph/stationary ...", SPH, NULL},
    {"sph/density/continuity", "fix ID GROUP sph/density/continuity ...", SPH, NULL},
    {"sph/density/corr", "fix ID GROUP sph/density/corr ...", SPH, NULL},
    {"sph/density/drift/corr", "fix ID GROUP sph/density/drift/corr ...", SPH, NULL},
    {"sph/density/summation", "fix ID GROUP sph/density/summation ...", SPH, NULL},
    {"sph/integrity", "fix ID GROUP sph/integrity ...", SPH, NULL},
    {"sph/mixidx", "fix ID GROUP sph/mixidx ...", SPH, NULL},
    {"sph/pressure", "fix ID GROUP sph/pressure ...", SPH, NULL},
    {"sph/velgrad", "fix ID GROUP sph/velgrad ...", SPH, NULL},
    {"wall/region/sph", "fix ID GROUP wall/region/sph ...", SPH, NULL},
    {"wall/sph", "fix ID GROUP wall/sph ...", SPH, NULL},
    {"wall/sph/general", "fix ID GROUP wall/sph/general ...", SPH, NULL},
    {"wall/sph/general/gap", "fix ID GROUP wall/sph/general/gap ...", SPH, NULL},
    {"check/timestep/sph", "fix ID GROUP check/timestep/sph ...", SPH, NULL},
    {"box/relax", "fix ID GROUP box/relax ...", MINIMISER, NULL},
    {"minimize", "fix ID GROUP minimize ...", MINIMISER, NULL},
    {"efield", "fix ID GROUP efield ...",
     "electric charges and fields are not supported; `fix addforce` adds a force", NULL},
    {"respa", "fix ID GROUP respa ...", "there is one time step for all forces; remove the line", NULL},
    {"external", "fix ID GROUP external ...",
     "forces from another program are not supported; `fix addforce v_NAME ...` takes them from variables "
     "of style atom",
     NULL},
    {"fiber/spring/simple", "fix ID GROUP fiber/spring/simple ...",
     "springs between pairs of particles are not supported; `fix spring/self` attaches each particle to its "
     "position",
     NULL},
    {"spring/rg", "fix ID GROUP spring/rg ...",
     "a spring on the radius of gyration is not supported; `compute gyration` computes it", NULL},
    {"region/variable", "fix ID GROUP region/variable ...",
     "LIGGGHTS itself reads it, but inserts where `fix insert/...` says; use one `fix insert/...` for each "
     "region, with `start`, or a region that moves",
     NULL},
    {"property/atom/tracer/stream", "fix ID GROUP property/atom/tracer/stream ...", RESIDENCE, NULL},
    {"property/atom/regiontracer/time", "fix ID GROUP property/atom/regiontracer/time ...", RESIDENCE, NULL},
    {"property/atom/timetracer", "fix ID GROUP property/atom/timetracer ...", RESIDENCE, NULL},
    {"transportequation/scalar", "fix ID GROUP transportequation/scalar ...",
     "of the quantities that particles carry and exchange only heat is supported: `fix heat/gran/conduction`",
     NULL},
    {"ave/euler/stress", "fix ID GROUP ave/euler/stress ...",
     "`fix ave/euler` averages on a grid, `compute stress/atom` computes the stress of each particle", NULL},
    {"deform/check", "fix ID GROUP deform/check ...", "`fix deform` is supported, without a check of its own",
     NULL},
    {"diam/max", "fix ID GROUP diam/max ...", "the largest diameter is found without it; remove the line",
     NULL},
    {"insert/stream/predefined", "fix ID GROUP insert/stream/predefined ...",
     "insertion from a list of times and positions is not supported; `read_data FILE add` between runs adds "
     "particles at given positions",
     NULL},
    {"contactproperty/atom", "fix ID GROUP contactproperty/atom ...",
     "contacts are written by `compute pair/gran/local` with `dump local`", NULL},
    {"contactproperty/atom/wall", "fix ID GROUP contactproperty/atom/wall ...",
     "contacts with walls are written by `compute wall/gran/local` with `dump local`", NULL},
    {"move/mesh/file", "fix ID GROUP move/mesh/file ...",
     "motion read from a file is not supported; `fix move/mesh ... linear/variable v_X v_Y v_Z` takes it "
     "from "
     "variables",
     NULL},
    {"particledistribution/discrete/massbased/phantom",
     "fix ID GROUP particledistribution/discrete/massbased/phantom ...",
     "use `particledistribution/discrete/massbased`", NULL},
    {"bubble", "fix ID GROUP bubble ...", "bubbles are not supported", NULL},
    {"lb/coupling/onetoone", "fix ID GROUP lb/coupling/onetoone ...", CFD, NULL},
    {0}};

const tsu_command tsu_computes_unsupported[] = {
    {"erotate/asphere", "compute ID GROUP erotate/asphere ...", SHAPES, NULL},
    {"erotate/superquadric", "compute ID GROUP erotate/superquadric ...", SHAPES, NULL},
    {"atom/molecule", "compute ID GROUP atom/molecule ...", MOLECULES, NULL},
    {"com/molecule", "compute ID GROUP com/molecule ...", MOLECULES, NULL},
    {"gyration/molecule", "compute ID GROUP gyration/molecule ...", MOLECULES, NULL},
    {"inertia/molecule", "compute ID GROUP inertia/molecule ...", MOLECULES, NULL},
    {"msd/molecule", "compute ID GROUP msd/molecule ...", MOLECULES, NULL},
    {"property/molecule", "compute ID GROUP property/molecule ...", MOLECULES, NULL},
    {"bond/local", "compute ID GROUP bond/local ...", MOLECULES, NULL},
    {"centro/atom", "compute ID GROUP centro/atom ...",
     "crystal order parameters are not supported; `compute coord/atom` counts neighbours", NULL},
    {"cna/atom", "compute ID GROUP cna/atom ...",
     "crystal order parameters are not supported; `compute coord/atom` counts neighbours", NULL},
    {"reduce/sph", "compute ID GROUP reduce/sph ...", SPH, NULL},
    {0}};

const tsu_command tsu_dumps_unsupported[] = {
    {"custom/vtm", "dump ID GROUP custom/vtm ...",
     "parallel VTK files are not written, as there is one process; custom/vtk and mesh/vtk write the same "
     "data",
     NULL},
    {"mesh/vtm", "dump ID GROUP mesh/vtm ...",
     "parallel VTK files are not written, as there is one process; custom/vtk and mesh/vtk write the same "
     "data",
     NULL},
    {"atom", "dump ID GROUP atom ...", "it is not a style of LIGGGHTS 3.8; `dump custom` writes any column",
     NULL},
    {"dcd", "dump ID GROUP dcd ...", "it is not a style of LIGGGHTS 3.8; `dump custom` writes any column",
     NULL},
    {"xtc", "dump ID GROUP xtc ...", "it is not a style of LIGGGHTS 3.8; `dump custom` writes any column",
     NULL},
    {"cfg", "dump ID GROUP cfg ...", "it is not a style of LIGGGHTS 3.8; `dump custom` writes any column",
     NULL},
    {"molfile", "dump ID GROUP molfile ...",
     "it is not a style of LIGGGHTS 3.8; `dump custom` writes any column", NULL},
    {0}};
