# SPDX-License-Identifier: Apache-2.0
# `tsubu clump`: templates of a box, an L and a ball, with their mass and inertia in closed form; spheres inside the mesh, the same file each time; a
# better fit with more spheres; a deck that takes the template; meshes that are refused.
# usage: test_clump.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
cat >meshes.py <<'END'
import math

def stl(name, triangles):
    with open(name, "w") as f:
        f.write("solid s\n")
        for t in triangles:
            corners = "".join("vertex %.9g %.9g %.9g\n" % tuple(p) for p in t)
            f.write("facet normal 0 0 0\nouter loop\n" + corners + "endloop\nendfacet\n")
        f.write("endsolid s\n")

def prism(p, faces, h):
    out = []
    for i, j, k in faces:
        out += [((*p[i], 0), (*p[k], 0), (*p[j], 0)), ((*p[i], h), (*p[j], h), (*p[k], h))]
    for i in range(len(p)):
        a, b = p[i], p[(i + 1) % len(p)]
        out += [((*a, 0), (*b, 0), (*b, h)), ((*a, 0), (*b, h), (*a, h))]
    return out

def ball(r, n, m):
    def at(i, j):
        if i in (0, n):
            return (0, 0, r if i == 0 else -r)
        a, b = math.pi * i / n, 2 * math.pi * j / m
        return (r * math.sin(a) * math.cos(b), r * math.sin(a) * math.sin(b), r * math.cos(a))
    out = []
    for i in range(n):
        for j in range(m):
            k = (j + 1) % m
            out += [(at(i, j), at(i + 1, k), at(i, k))] if i > 0 else []
            out += [(at(i, j), at(i + 1, j), at(i + 1, k))] if i < n - 1 else []
    return out

box = prism([(0, 0), (30, 0), (30, 20), (0, 20)], [(0, 1, 2), (0, 2, 3)], 10)
el = prism([(0, 0), (30, 0), (30, 10), (10, 10), (10, 30), (0, 30)], [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)], 10)
stl("box.stl", box)
stl("el.stl", el)
stl("ball.stl", ball(10, 24, 48))
stl("hole.stl", box[1:])
stl("inside_out.stl", [(a, c, b) for a, b, c in box])
stl("flat.stl", [((0, 0, 0), (1, 0, 0), (0, 1, 0)), ((0, 0, 0), (0, 1, 0), (1, 0, 0))])
END
python3 meshes.py || fail "no meshes"
for part in box el ball; do
    "$tsubu" clump $part.stl -n 30 --scale 0.001 --density 2000 --png $part.png >$part.out 2>&1 || fail "clump $part: $(cat $part.out)"
    [ "$(head -c 4 $part.png | tail -c 3)" = PNG ] || fail "no picture of $part"
done
"$tsubu" clump el.stl -n 30 --scale 0.001 --density 2000 --out again >/dev/null && cmp -s again el.clump || fail "another template the second time"
"$tsubu" clump box.stl -n 3 --scale 0.001 --out few >few.out || fail "three spheres"
"$tsubu" clump box.stl -n 200 --scale 0.001 --out many >many.out || fail "many spheres"
"$tsubu" clump box.stl -n 200 --scale 0.001 --least 0.003 --out coarse >coarse.out || fail "coarse spheres"
python3 - <<'END' || fail "numbers of the templates"
import re, sys

def numbers(part):
    text = open(part + ".out").read()
    mass = float(re.search(r"mass (\S+) inertia", text)[1])
    tensor = [float(x) for x in re.search(r"inertia_tensor ((\S+ ){6})", text)[1].split()]
    volume = float(re.search(r"volume of the spheres +(\S+) %", text)[1])
    inertia = float(re.search(r"inertia of the spheres +(\S+) %", text)[1])
    return mass, tensor, volume, inertia, [tuple(map(float, l.split())) for l in open(part + ".clump")]

def near(what, value, expected, tolerance):
    if not abs(value - expected) <= tolerance:
        sys.exit(f"{what}: {value}, not {expected}")

# a box of 30 x 20 x 10 mm: m (b^2 + c^2)/12
mass, tensor, volume, inertia, spheres = numbers("box")
near("mass of the box", mass, 0.012, 1e-13)
for k, e in zip((0, 3, 5), (0.0005, 0.001, 0.0013)):
    near("inertia of the box", tensor[k], 0.012 * e / 12, 1e-17)
for k in (1, 2, 4):
    near("products of the box", tensor[k], 0, 0)
if len(spheres) != 30:
    sys.exit("not 30 spheres")
for x, y, z, r in spheres:
    if max(abs(x) + r - 0.015, abs(y) + r - 0.01, abs(z) + r - 0.005) > 1e-12:
        sys.exit(f"sphere {x} {y} {z} {r} sticks out of the box")
near("largest sphere", max(s[3] for s in spheres), 0.005, 1e-12)

# an L of a slab of 30 x 10 and one of 10 x 20 mm, 10 mm thick: parallel axes
mass, tensor, volume, inertia, spheres = numbers("el")
parts = [(0.006, 0.015, 0.005, 0.03, 0.01), (0.004, 0.005, 0.02, 0.01, 0.02)]
m = sum(p[0] for p in parts)
cx, cy = sum(p[0] * p[1] for p in parts) / m, sum(p[0] * p[2] for p in parts) / m
h2 = 0.01 ** 2
xx = sum(p * (b * b + h2) / 12 + p * (y - cy) ** 2 for p, x, y, a, b in parts)
yy = sum(p * (a * a + h2) / 12 + p * (x - cx) ** 2 for p, x, y, a, b in parts)
zz = sum(p * (a * a + b * b) / 12 + p * ((x - cx) ** 2 + (y - cy) ** 2) for p, x, y, a, b in parts)
xy = -sum(p * (x - cx) * (y - cy) for p, x, y, a, b in parts)
near("mass of the L", mass, m, 1e-13)
for k, e in zip((0, 1, 3, 5), (xx, xy, yy, zz)):
    near("inertia of the L", tensor[k], e, 1e-16)
for x, y, z, r in spheres: # no sphere bulges into the corner that is not there
    x, y = x + cx, y + cy
    inside = min(x, y, 0.03 - x, 0.03 - y)
    corner = max(0.01 - x, 0.01 - y) if x <= 0.01 or y <= 0.01 else -1
    if inside < r - 1e-12 or (min(0.01 - x, 0.01 - y) < 0 and corner < r - 1e-12):
        sys.exit(f"sphere {x} {y} {z} {r} sticks out of the L")

# a ball is one sphere: the one that fits into the polyhedron
mass, tensor, volume, inertia, spheres = numbers("ball")
near("first sphere of the ball", spheres[0][3], 0.01, 5e-5)
near("its centre", max(map(abs, spheres[0][:3])), 0, 1e-6)
if volume > 0 or volume < -0.6:
    sys.exit(f"volume of the ball {volume} %")

off = {}
for k in ("few", "box", "many", "coarse"):
    off[k] = float(re.search(r"volume of the spheres +(\S+) %", open(k + ".out").read())[1])
if not off["few"] < off["box"] < off["many"] < 0 or off["many"] < -12 or off["few"] > -40:
    sys.exit(f"volumes {off}")
if min(float(l.split()[3]) for l in open("coarse")) < 0.003:
    sys.exit("--least is not kept")
END
{
    sed -n '/^fix part/,$p' el.out
    cat <<'END'
fix pdd all particledistribution/discrete 15485867 1 part 1.0
region room block -0.08 0.08 -0.08 0.08 0.02 0.2
fix ins all insert/pack seed 32452843 distributiontemplate pdd insert_every once overlapcheck yes all_in yes orientation random region room particles_in_region 5
fix move all multisphere
compute b all multisphere property masstotal inertia
run 1
dump b all local 1 bodies c_b[1] c_b[2] c_b[4]
run 0
END
} >tail.deck
cat >head.deck <<'END'
units si
atom_style granular
boundary f f f
newton off
region box block -0.1 0.1 -0.1 0.1 0 0.2
create_box 1 box
neighbor 0.002 bin
fix m1 all property/global youngsModulus peratomtype 1e7
fix m2 all property/global poissonsRatio peratomtype 0.3
fix m3 all property/global coefficientRestitution peratomtypepair 1 0.6
fix m4 all property/global coefficientFriction peratomtypepair 1 0.5
pair_style gran model hertz tangential history
pair_coeff * *
timestep 1e-6
END
cat head.deck tail.deck >in.part
"$tsubu" in.part >deck.out 2>&1 || fail "the deck with the template: $(tail -3 deck.out)"
[ "$(awk '$1 == 0.01 && $3 > $2' bodies | wc -l)" -eq 5 ] || fail "bodies of the deck: $(cat bodies)"
says "is not closed" -- "$tsubu" clump hole.stl
says "inside out" -- "$tsubu" clump inside_out.stl
says "flat.stl" -- "$tsubu" clump flat.stl
says "no sphere of radius 0.1" -- "$tsubu" clump box.stl --scale 0.001 --least 0.1
says "larger than 0" -- "$tsubu" clump box.stl --density 0
says "needs a mesh" -- "$tsubu" clump
says "nothing.stl" -- "$tsubu" clump nothing.stl
says "-n" -- "$tsubu" clump box.stl -n 0
exit $failed
