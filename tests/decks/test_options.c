/* SPDX-License-Identifier: Apache-2.0 */
/* Commands and options, a row each: a small deck, a number of its language and what it must be, which it would not be if the
 * option were ignored; or what the screen must say, or must not; or that a wrong word is refused. tests/decks/coverage.txt names
 * the rows. */
#include "decks/deck_fixture.h"
#include "step/list/lists.h"
#include "step/mesh/body.h"

typedef struct row {
    const char *name, *deck;
    const char *formula; /* NULL: only the screen matters */
    double expected, tolerance;
    const char *says, *says_not, *refuses; /* NULL: does not matter */
} row;

/* One sphere of diameter 0.1 at the origin. */
#define ONE                                                                                                  \
    DECK_BEGIN DECK_LAWS "create_atoms 1 single 0 0 0\nset group all diameter 0.1 density 1000\nfix n all "  \
                         "nve/sphere\n"
/* Ten along x, from -0.9 to 0.9. */
#define TEN                                                                                                  \
    DECK_BEGIN DECK_LAWS                                                                                     \
        "lattice sc 0.2 origin 0.5 0 0\nregion line block -0.95 0.95 -0.01 0.01 -0.01 0.01 units box\n"      \
        "create_atoms 1 region line\nset group all diameter 0.05 density 1000\n"                             \
        "fix n all nve/sphere\n"
#define BOUNDARY(b)                                                                                          \
    "units si\nboundary " b "\nregion box block -1 1 -1 1 -1 1\ncreate_box 2 box\n" DECK_LAWS                \
    "create_atoms 1 single 0 0 0\nset group all diameter 0.1 density 1000\nfix n all nve/sphere\n"
#define WALL(shape, at, moving)                                                                              \
    ONE "set atom 1 " moving "\nfix w all wall/gran model hertz tangential history primitive type 1 " shape  \
        " " at "\nrun 2000\n"
#define SLIDES(laws)                                                                                         \
    ONE "pair_style gran model hertz " laws "\npair_coeff * *\nset atom 1 vx 1\n"                            \
        "fix g all gravity 9.81 vector 0 0 -1\nfix w all wall/gran model hertz " laws                        \
        " primitive type 1 zplane -0.05\nrun 2000\n"
#define MESH(file, more)                                                                                     \
    ONE "fix g all gravity 9.81 vector 0 0 -1\nfix cad all mesh/surface file " file " type 1 " more          \
        "\nfix w all wall/gran model hertz tangential history mesh n_meshes 1 meshes cad\nrun 3000\n"

/* It lies in a valley whose slopes differ by 20 degrees. */
#define VALLEY(more)                                                                                         \
    ONE "set atom 1 z 0.05067\nfix cad all mesh/surface file valley.stl type 1 " more                        \
        "\nfix w all wall/gran model hertz tangential history mesh n_meshes 1 meshes cad\nrun 1\n"
/* The screen shows no command, but says which had no effect. */
#define IDLE(command) command "\n" ONE "run 1\n", "atoms", 1, 0, command, 0, 0

static const row rows[] = {
    /* settings */
    {"timestep", ONE "timestep 2e-5\nset atom 1 vx 1\nrun 10\n", "x[1]", 2e-4, 1e-16, 0, 0, 0},
    {"units", "units marsian\n", 0, 0, 0, 0, 0, "marsian"},
    {"units cgs",
     "units cgs\nregion box block -1 1 -1 1 -1 1\ncreate_box 2 box\n" DECK_LAWS
     "create_atoms 1 single 0 0 0\nset group all diameter 0.1 density 1000\nfix n all nve/sphere\nrun 0\n",
     0, 0, 0, "youngsModulus", 0, 0},
    {"units si", ONE "run 0\n", 0, 0, 0, 0, "youngsModulus", 0},
    {"newton", IDLE("newton on off")},
    {"newton wrong", "newton sideways\n", 0, 0, 0, 0, 0, "on or off"},
    {"communicate", IDLE("communicate single vel yes")},
    {"communicate wrong", "communicate single vel perhaps\n", 0, 0, 0, 0, 0, "yes or no"},
    {"processors", IDLE("processors 2 * 1")},
    {"processors wrong", "processors 2 * none\n", 0, 0, 0, 0, 0, "number of processors"},
    {"atom_modify map", IDLE("atom_modify map array")},
    {"atom_modify sort", IDLE("atom_modify sort 0 0")},
    {"atom_modify wrong", "atom_modify map tree\n", 0, 0, 0, 0, 0, "array or hash"},
    {"commands without effect", "neigh_modify   delay\t0   # as ever\nprocessors 1 1 1\n" ONE "run 1\n", 0, 0,
     0, "Read without effect, as threads share memory and lists: neigh_modify delay 0; processors 1 1 1", 0,
     0},
    {"atom_style granular",
     "atom_style granular\nnewton off\nprocessors 2 * 1\ncommunicate single vel yes\n" ONE "run 1\n", "atoms",
     1, 0, 0, 0, 0},
    {"atom_style sphere", "atom_style sphere\n" ONE "run 0\n", "mass[1]", 0.5235987755982988, 1e-15, 0, 0, 0},
    {"atom_style unknown", "atom_style ellipsoid\n", 0, 0, 0, 0, 0, "ellipsoid"},
    {"neighbor wrong", ONE "neighbor -1 bin\n", 0, 0, 0, 0, 0, "-1"},
    {"neigh_modify delay", IDLE("neigh_modify delay 0")},
    {"neigh_modify wrong", ONE "neigh_modify delay soon\n", 0, 0, 0, 0, 0, "soon"},
    {"modify_timing", IDLE("modify_timing on")},
    {"modify_timing wrong", "modify_timing maybe\n", 0, 0, 0, 0, 0, "maybe"},
    {"pair_coeff", ONE "pair_coeff * *\nrun 1\n", 0, 0, 0, 0, "pair_coeff", 0}, /* every deck has it */
    {"pair_coeff of some", ONE "pair_coeff 1 2\nrun 1\n", 0, 0, 0, "pair_coeff 1 2", 0, 0},
    {"pair_coeff wrong", ONE "pair_coeff 1\n", 0, 0, 0, 0, 0, "pair_coeff"},
    {"pair_coeff before pair_style", "pair_coeff * *\n", 0, 0, 0, 0, 0, "must come after `pair_style`"},
    {"dimension 3", "dimension 3\n" ONE, "atoms", 1, 0, 0, 0, 0},
    {"dimension 2", "dimension 2\n", 0, 0, 0, 0, 0, "discs"},
    /* boundaries */
    {"boundary f", ONE "thermo_modify lost error\nset atom 1 x 0.99 vx 1000\nrun 100\n", 0, 0, 0, 0, 0,
     "lost"},
    {"thermo_modify lost ignore", ONE "thermo_modify lost ignore\nset atom 1 x 0.99 vx 1000\nrun 100\n",
     "atoms", 0, 0, 0, 0, 0},
    {"boundary m", BOUNDARY("m m m") "set atom 1 vx 100\nrun 2000\n", "xhi>1.9", 1, 0, 0, 0, 0},
    {"boundary m keeps", BOUNDARY("m m m") "run 1\n", "lx", 2, 1e-12, 0, 0, 0},
    {"boundary s", BOUNDARY("s s s") "run 1\n", "lx<0.2", 1, 0, 0, 0, 0},
    {"boundary p", BOUNDARY("p p p") "set atom 1 x 0.9 vx 100\nrun 300\n", "x[1]", -0.8, 1e-9, 0, 0, 0},
    /* groups and regions */
    {"group region", TEN "region r block -0.5 0.15 INF INF INF INF\ngroup g region r\n", "count(g)", 3, 0, 0,
     0, 0},
    {"group id", TEN "group g id 2:4 7 9\n", "count(g)", 5, 0, 0, 0, 0},
    {"group type", TEN "set atom 3*5 type 2\ngroup g type 2\n", "count(g)", 3, 0, 0, 0, 0},
    {"group subtract", TEN "group a id 1:6\ngroup b id 5:9\ngroup g subtract a b\n", "count(g)", 4, 0, 0, 0,
     0},
    {"group union", TEN "group a id 1:6\ngroup b id 5:9\ngroup g union a b\n", "count(g)", 9, 0, 0, 0, 0},
    {"group intersect", TEN "group a id 1:6\ngroup b id 5:9\ngroup g intersect a b\n", "count(g)", 2, 0, 0, 0,
     0},
    {"region cylinder", TEN "region r cylinder z 0 0 0.35 INF INF\ngroup g region r\n", "count(g)", 4, 0, 0,
     0, 0},
    {"region sphere", TEN "region r sphere 0.9 0 0 0.25\ngroup g region r\n", "count(g)", 2, 0, 0, 0, 0},
    {"region prism", TEN "region r prism -0.2 0.2 -1 1 -1 1 0.5 0 0\ngroup g region r\n", "count(g)", 2, 0, 0,
     0, 0},
    {"region union",
     TEN "region a block INF -0.4 INF INF INF INF\nregion b block 0.8 INF INF INF INF "
         "INF\nregion r union 2 "
         "a b\ngroup g region r\n",
     "count(g)", 4, 0, 0, 0, 0},
    {"region intersect",
     TEN "region a block -0.6 INF INF INF INF INF\nregion b block INF 0.4 INF INF INF INF\nregion r "
         "intersect 2 a b\ngroup g region r\n",
     "count(g)", 5, 0, 0, 0, 0},
    {"region side out", TEN "region r block -0.6 0.6 INF INF INF INF side out\ngroup g region r\n",
     "count(g)", 4, 0, 0, 0, 0},
    {"region units lattice",
     TEN "lattice sc 0.2\nregion r block 0 2 -1 1 -1 1 units lattice\ngroup g region r\n", "count(g)", 2, 0,
     0, 0, 0},
    /* runs and output */
    {"run", ONE "run 7\n", "step", 7, 0, "Loop time", 0, 0},
    {"run upto", ONE "run 7\nrun 9 upto\n", "step", 9, 0, 0, 0, 0},
    {"run post no", ONE "run 7 post no\n", "step", 7, 0, 0, "Loop time", 0},
    {"run pre no", ONE "thermo 1\nrun 1\nthermo_style custom step\nrun 1 pre no\n", "step", 2, 0, 0,
     "Step \n", 0},
    {"run every", ONE "run 6 every 2 \"print tick\" \"set atom 1 vx 3\"\n", "vx[1]", 3, 0, "tick", 0, 0},
    {"run start stop",
     ONE "variable r equal ramp(0,8)\nfix a all ave/time 1 1 5 v_r\nrun 5 start 0 stop 20\n", "f_a", 2, 1e-12,
     0, 0, 0},
    {"reset_timestep", ONE "run 7\nreset_timestep 100\nrun 1\n", "step", 101, 0, 0, 0, 0},
    {"thermo", ONE "thermo 5\nthermo_style custom step atoms\nrun 10\n", 0, 0, 0, "\n       5        1", 0,
     0},
    {"thermo_style custom", ONE "thermo_style custom step ke vol\nrun 0\n", 0, 0, 0, "KinEng", "Atoms ", 0},
    {"thermo_modify format",
     ONE "thermo_style custom step ke\nthermo_modify format float %9.2f\nset atom 1 vx 2\nrun 0\n", 0, 0, 0,
     "     1.05", 0, 0},
    {"thermo_modify norm",
     ONE "create_atoms 1 single 0.5 0 0\nset group all diameter 0.1 density 1000 vx "
         "2\nthermo_modify "
         "norm yes\nrun 0\n",
     "ke", 1.0471975511965976, 1e-12, 0, 0, 0},
    {"print", ONE "print \"steps: ${none}\"\n", 0, 0, 0, 0, 0, "none"},
    {"compute_modify dynamic", ONE "compute t all temp\ncompute_modify t dynamic perhaps\n", 0, 0, 0, 0, 0,
     "perhaps"},
    /* the sphere weighs pi/6 kg; half a metre up in a field of 10 m/s^2 */
    {"fix_modify energy of gravity",
     ONE "set atom 1 z 0.5\nfix g all gravity 10 vector 0 0 -1\nfix_modify g energy yes\ncompute e all "
         "pe\nrun 0\n",
     "c_e", 2.617993877991494, 1e-12, 0, 0, 0},
    {"fix_modify energy of addforce",
     ONE "set atom 1 x 0.5\nfix g all addforce 3 0 0\nfix_modify g energy yes\nrun 0\n", "c_thermo_pe", -1.5,
     1e-12, 0, 0, 0},
    {"fix_modify energy of spring/self",
     ONE "fix g all spring/self 100\nfix_modify g energy yes\nset atom 1 x 0.1\ncompute e all pe\nrun 0\n",
     "c_e", 0.5, 1e-12, 0, 0, 0},
    {"fix spring tether", ONE "set atom 1 x 0.3\nfix g all spring tether 100 0 0 0 0.1\nrun 0\n", "fx[1]",
     -20, 1e-12, 0, 0, 0},
    {"fix_modify energy no",
     ONE
     "set atom 1 x 0.5\nfix g all addforce 3 0 0\nfix_modify g energy yes\nfix_modify g energy no\nrun 0\n",
     "c_thermo_pe", 0, 0, 0, 0, 0},
    {"fix_modify wrong", ONE "fix_modify n energy perhaps\n", 0, 0, 0, 0, 0, "perhaps"},
    {"fix_modify energy of nve", ONE "fix_modify n energy yes\n", 0, 0, 0, 0, 0, "no potential energy"},
    {"unfix", ONE "fix f all addforce 1 0 0\nunfix f\nrun 10\n", "vx[1]", 0, 0, 0, 0, 0},
    {"uncompute", ONE "compute k all ke\nuncompute k\nvariable v equal c_k\nprint ${v}\n", 0, 0, 0, 0, 0,
     "k"},
    {"undump", ONE "dump d all custom 1 d.* id\nundump d\nundump d\n", 0, 0, 0, 0, 0, "no dump"},
    /* making and changing particles */
    {"create_atoms single", ONE "create_atoms 2 single 0.5 0.25 0\n", "y[2]", 0.25, 0, 0, 0, 0},
    {"create_atoms region", TEN, "atoms", 10, 0, 0, 0, 0},
    {"set diameter", ONE "set atom 1 diameter 0.3\n", "mass[1]", 14.137166941154069, 1e-12, 0, 0, 0},
    {"set density", ONE "set group all density 2000\n", "mass[1]", 1.0471975511965976, 1e-12, 0, 0, 0},
    {"set omegaz", ONE "set type 1 omegaz 4\n", "omegaz[1]", 4, 0, 0, 0, 0},
    {"set region", TEN "region r block 0 INF INF INF INF INF\nset region r vx 2\n", "vcm(all,x)", 1, 1e-14, 0,
     0, 0},
    {"velocity set", ONE "velocity all set 1 NULL -2\n", "vz[1]", -2, 0, 0, 0, 0},
    {"velocity zero", TEN "set atom 3 vx 5\nvelocity all zero linear\n", "vcm(all,x)", 0, 1e-15, 0, 0, 0},
    {"velocity ramp", TEN "velocity all ramp vx 0 2 x -1 1\n", "vcm(all,x)", 1, 1e-12, 0, 0, 0},
    {"displace_atoms move", ONE "displace_atoms all move 0 0.25 0\n", "y[1]", 0.25, 1e-15, 0, 0, 0},
    {"delete_atoms group", TEN "group g id 1:4\ndelete_atoms group g\n", "atoms", 6, 0, 0, 0, 0},
    {"delete_atoms region", TEN "region r block 0 INF INF INF INF INF\ndelete_atoms region r\n", "atoms", 5,
     0, 0, 0, 0},
    {"fix freeze", ONE "set atom 1 vx 0\nfix f all freeze\nfix g all gravity 10 vector 0 0 -1\nrun 10\n",
     "vz[1]", 0, 0, 0, 0, 0},
    {"fix gravity", ONE "fix g all gravity 10 vector 0 0 -1\nrun 100\n", "vz[1]", -0.01, 1e-15, 0, 0, 0},
    {"fix gravity chute", ONE "fix g all gravity 10 chute 30\nrun 100\n", "vx[1]", 0.005, 1e-15, 0, 0, 0},
    /* walls: the sphere comes back */
    {"wall xplane", WALL("xplane", "0.06", "vx 1"), "vx[1]<-0.1", 1, 0, 0, 0, 0},
    {"wall yplane", WALL("yplane", "-0.06", "vy -1"), "vy[1]>0.1", 1, 0, 0, 0, 0},
    {"wall zplane", WALL("zplane", "0.06", "vz 1"), "vz[1]<-0.1", 1, 0, 0, 0, 0},
    {"wall xcylinder", WALL("xcylinder", "0.06 0 0", "vy 1"), "abs(y[1])<0.011", 1, 0, 0, 0, 0},
    {"wall ycylinder", WALL("ycylinder", "0.06 0 0", "vz 1"), "abs(z[1])<0.011", 1, 0, 0, 0, 0},
    {"wall zcylinder", WALL("zcylinder", "0.06 0.001 0", "vx 1"), "abs(x[1])<0.012", 1, 0, 0, 0, 0},
    {"wall shear", WALL("zplane", "-0.0499 shear x 1", "vz 0"), "vx[1]>1e-4", 1, 0, 0, 0, 0},
    {"tangential history", SLIDES("tangential history"), "vx[1]<0.95", 1, 0, 0, 0, 0},
    {"tangential no_history", SLIDES("tangential no_history"), "vx[1]<0.95", 1, 0, 0, 0, 0},
    {"tangential off", SLIDES("tangential off"), "vx[1]", 1, 1e-14, 0, 0, 0},
    {"hertz/stiffness", ONE "pair_style gran model hertz/stiffness\npair_coeff * *\nrun 1\n", 0, 0, 0, 0, 0,
     "kn"},
    /* meshes: the sphere rests on the square, or falls past it */
    {"mesh/surface", MESH("square.stl", "move 0 0 -0.05"), "z[1]>-0.001", 1, 0, 0, 0, 0},
    {"mesh scale", MESH("square.stl", "scale 0.01 move 0.1 0 -0.05"), "z[1]<-0.003", 1, 0, 0, 0, 0},
    {"mesh move", MESH("square.stl", "move 0 0 -0.06"), "z[1]<-0.003", 1, 0, 0, 0, 0},
    {"mesh rotate", MESH("square.stl", "rotate axis 0 1 0 angle 90 move 0.3 0 0"), "z[1]<-0.003", 1, 0, 0, 0,
     0},
    {"mesh heal", MESH("double.stl", "heal auto_remove_duplicates move 0 0 -0.05"), 0, 0, 0, 0, "WARNING", 0},
    {"mesh heal no", MESH("double.stl", "heal no move 0 0 -0.05"), 0, 0, 0, "duplicated", 0, 0},
    {"mesh element_exclusion_list",
     MESH("square.stl", "element_exclusion_list read list move 0.3 -0.3 -0.05"), "z[1]<-0.003", 1, 0, 0, 0,
     0},
    {"mesh verbose", MESH("square.stl", "verbose yes move 0 0 -0.05"), 0, 0, 0, "2 triangles", 0, 0},
    {"mesh curvature", VALLEY("curvature 30"), "contacts", 1, 0, 0, 0, 0},
    {"mesh curvature below", VALLEY("curvature 15"), "contacts", 2, 0, 0, 0, 0},
    {"mesh curvature default", VALLEY(""), "contacts", 2, 0, 0, 0, 0},
    {"mesh curvature wrong", MESH("square.stl", "curvature 70 move 0 0 -0.05"), 0, 0, 0, 0, 0, "70"},
    {"mesh type", MESH("square.stl", "type 3 move 0 0 -0.05"), 0, 0, 0, 0, 0, "3"},
    {"mesh surface_vel", MESH("square.stl", "surface_vel 1 0 0 move 0 0 -0.05"), "vx[1]>1e-4", 1, 0, 0, 0, 0},
    {"mesh/surface/planar",
     ONE "fix t all particletemplate/sphere 1 atom_type 1 density constant 1000 radius constant 0.02\nfix d "
         "all particledistribution/discrete 2 1 t 1\nfix cad all mesh/surface/planar file square.stl scale "
         "0.2 move 0 0 0.5\nfix i all insert/stream seed 3 distributiontemplate d nparticles 5 vel constant "
         "0 0 -1 particlerate 1000 overlapcheck yes insertion_face cad extrude_length 0.2\nrun 20\n",
     "atoms", 6, 0, 0, 0, 0},
    {"move/mesh linear",
     ONE "fix cad all mesh/surface file square.stl move 0 0 -0.06\nfix w all wall/gran model hertz "
         "tangential history mesh n_meshes 1 meshes cad\nfix m all move/mesh mesh cad linear 0 0 1\n"
         "run 2000\n",
     "vz[1]>0.1", 1, 0, 0, 0, 0},
    /* computes and prints */
    {"erotate/sphere", ONE "set atom 1 omegax 2\ncompute e all erotate/sphere\n", "c_e",
     0.0010471975511965976, 1e-12, 0, 0, 0},
    {"compute reduce", TEN "compute m all reduce max x\n", "c_m", 0.9, 1e-12, 0, 0, 0},
    {"compute com", TEN "group g id 1:2\ncompute c g com\n", "c_c[1]", -0.8, 1e-12, 0, 0, 0},
    {"compute ke", ONE "set atom 1 vx 2\ncompute k all ke\n", "c_k", 1.0471975511965976, 1e-12, 0, 0, 0},
    {"compute temp", TEN "compute t all temp region nowhere\n", 0, 0, 0, 0, 0, "region"},
    {"compute displace/atom", ONE "compute d all displace/atom\nset atom 1 vx 1\nrun 100\n", "c_d[1][4]",
     1e-3, 1e-12, 0, 0, 0},
    {"fix print", ONE "fix p all print 5 \"at $(step)\"\nrun 10\n", 0, 0, 0, "at 10", "at 7", 0},
    {"fix viscous", ONE "set atom 1 vx 1\nfix v all viscous 0.5\nrun 1000\n", "vx[1]", 0.990497, 1e-5, 0, 0,
     0},
    {"fix property/atom", ONE "fix c all property/atom colour scalar no no no 3\n", "f_c[1]", 3, 0, 0, 0, 0},
    {"variable atom", TEN "variable v atom 2*x\ncompute m all reduce sum v_v\n", "c_m", 0, 1e-12, 0, 0, 0},
    {"variable string", ONE "variable s string a7\nprint \"is ${s}\"\n", 0, 0, 0, "is a7", 0, 0},
    {"variable index", ONE "variable i index 4 5\nnext i\nvariable e equal ${i}\n", "v_e", 5, 0, 0, 0, 0},
    {"variable loop", ONE "variable i loop 3 9\nnext i\nvariable e equal ${i}\n", "v_e", 4, 0, 0, 0, 0},
    {"variable uloop", ONE "variable i uloop 3\nnext i\nvariable e equal ${i}\n", "v_e", 2, 0, 0, 0, 0},
    {"variable universe", ONE "variable i universe 8 9\nvariable e equal ${i}\n", "v_e", 8, 0, 0, 0, 0},
    {"if then else", ONE "if \"1 > 2\" then \"print yes\" else \"print no_then\"\n", 0, 0, 0, "no_then", 0,
     0},
    {"jump label", ONE "variable i loop 3\nlabel again\nprint \"turn $i\"\nnext i\njump SELF again\n", 0, 0,
     0, "turn 3", 0, 0},
    {"include", ONE "include more.in\n", "v_more", 11, 0, 0, 0, 0},
    {"clear", ONE "clear\nrun 1\n", 0, 0, 0, 0, 0, "box"},
    {"clear and random",
     ONE "variable r equal random(0,1,77)\nvariable a equal ${r}\nvariable b equal ${r}\nclear\n" ONE
         "variable c equal (${r}==v_a)+2*(v_a!=v_b)\n",
     "v_c", 3, 0, 0, 0, 0},
    {"shell", "shell mkdir made\nshell cd made\nshell cd ..\nshell rmdir made\n" ONE, "atoms", 1, 0, 0, 0, 0},
    {"lattice sc", TEN, "x[1]", -0.9, 1e-12, 0, 0, 0},
    {"lattice custom",
     ONE "lattice custom 0.2 a1 1 0 0 a2 0 1 0 a3 0 0 1 basis 0.5 0 0\nregion l block 0.25 0.95 "
         "-0.01 0.01 "
         "-0.01 0.01\ncreate_atoms 1 region l\n",
     "x[2]", 0.3, 1e-12, 0, 0, 0},
};

static int mistakes;

#define wrong(...) (mistakes++, print_message(__VA_ARGS__), print_message("\n"))

static void run_row(const row *r)
{
    void *state = NULL;
    char home[512];
    assert_non_null(getcwd(home, sizeof home));
    assert_int_equal(deck_set_up(&state), 0);
    deck *d = state;
#define FACET(a, b, c)                                                                                       \
    "facet normal 0 0 1\nouter loop\nvertex " a "\nvertex " b "\nvertex " c "\nendloop\nendfacet\n"
#define LEFT  FACET("-1 -1 0", "1 -1 0", "1 1 0")
#define RIGHT FACET("-1 -1 0", "1 1 0", "-1 1 0")
    deck_file(d, "square.stl", "solid s\n" LEFT RIGHT "endsolid\n");
#define SLOPE(x, z) FACET("0 -1 0", x " -1 " z, x " 1 " z) FACET("0 -1 0", x " 1 " z, "0 1 0")
    deck_file(d, "valley.stl",
              "solid s\n" SLOPE("1", "0.17632698070846498") SLOPE("-1", "0.17632698070846498") "endsolid\n");
    deck_file(d, "double.stl", "solid s\n" LEFT RIGHT LEFT "endsolid\n");
    deck_file(d, "list", "9\n"); /* the line where the second facet begins */
    deck_file(d, "more.in", "variable more equal 11\n");
    assert_int_equal(chdir(d->folder), 0);
    tsu_error err = {0};
    const tsu_status status = tsu_script_run_string(d->session->script, r->name, r->deck, &err);
    if (r->refuses && (status == TSU_OK || !strstr(err.message, r->refuses)))
        wrong("%s: not refused with `%s`: %s", r->name, r->refuses, err.message);
    if (!r->refuses && status != TSU_OK) wrong("%s:%d: %s", r->name, err.line, err.message);
    if (r->says && !strstr(d->screen, r->says))
        wrong("%s: does not say `%s`\n%s", r->name, r->says, d->screen);
    if (r->says_not && strstr(d->screen, r->says_not))
        wrong("%s: says `%s`\n%s", r->name, r->says_not, d->screen);
    if (r->formula && status == TSU_OK) {
        const double value = deck_value(d, r->formula);
        if (!(fabs(value - r->expected) <= r->tolerance))
            wrong("%s: %s is %.17g", r->name, r->formula, value);
    }
    assert_int_equal(chdir(home), 0);
    assert_int_equal(deck_tear_down(&state), 0);
}

static void test_rows(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        run_row(&rows[k]);
    }
    assert_int_equal(mistakes, 0);
}

/* The skin of `neighbor` says how long the first list lasts: until something has moved by half of its tenth, here in steps of
 * 1e-3 m. Those that follow are tuned by the motion. */
static int64_t steps_with(const char *neighbor)
{
    void *state = NULL;
    char text[64];
    int64_t steps = 0;
    assert_int_equal(deck_set_up(&state), 0);
    deck *d = state;
    deck_run(d, ONE
             "create_atoms 1 single -0.9 0 0\nset group all diameter 0.1 density 1000\nset atom 1 vx 100\n");
    snprintf(text, sizeof text, "neighbor %s\nrun 0\n", neighbor);
    deck_run(d, text);
    const tsu_lists *lists = &d->session->world->lists;
    for (const int64_t first = lists->refreshes; lists->refreshes == first && steps < 100; steps++) {
        deck_run(d, "run 1\n");
    }
    assert_int_equal(deck_tear_down(&state), 0);
    return steps;
}

static void test_neighbor_bin(void **state)
{
    (void)state;
    const int64_t tight = steps_with("0.041 bin"), wide = steps_with("0.21 bin");
    print_message("the first list lasts for %lld and %lld steps\n", (long long)tight, (long long)wide);
    assert_int_equal(tight, 3); /* used up by 0.00205 m and by 0.0105 m */
    assert_int_equal(wide, 11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_neighbor_bin)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
