# SPDX-License-Identifier: Apache-2.0
# A flat ring about the z axis at z = 0 as ASCII STL: awk -v inner=0.01 -v outer=0.04 -v n=36 -f annulus.awk </dev/null >ring.stl
BEGIN {
    print "solid ring"
    for (k = 0; k < n; k++) {
        a = 6.283185307179586 * k / n; b = 6.283185307179586 * ((k + 1) % n) / n
        put(inner, a, outer, a, outer, b); put(inner, a, outer, b, inner, b)
    }
    print "endsolid ring"
}
function put(r1, a1, r2, a2, r3, a3) {
    print " facet normal 0 0 1\n  outer loop"
    vertex(r1, a1); vertex(r2, a2); vertex(r3, a3)
    print "  endloop\n endfacet"
}
function vertex(r, a) { printf "   vertex %.9g %.9g 0\n", r * cos(a), r * sin(a) }
