#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes the curves again: runs the decks of this folder with LIGGGHTS, each with SEEDS seeds. Needs `liggghts` on PATH (Debian
# package of that name). The test suite never runs this.
# usage: make_reference.sh [NAME ...]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
version=$(cd "$scratch" && liggghts -h | head -n 1)
[ $# -gt 0 ] || set -- settle chute heat
seeds="15485863 15485867 32452843 32452867
49979687 49979693 67867967 67867979
86028121 86028157 104395301 104395303
122949823 122949829 141650939 141650963
160481183 160481219 179424673 179424691"
cp "$here"/*.stl "$scratch"
cd "$scratch"

# LIGGGHTS draws places on a face from a fixed seed of its own: its two triangles, with their corners turned and exchanged, make
# them other ones for each k.
turn_face() {
    awk -v k="$1" '/vertex/ { corner[n++] = $0 }
        END {
            print "solid face"
            for (f = 0; f < 2; f++) {
                print "facet normal 0 0 1\nouter loop"
                for (q = 0; q < 3; q++) print corner[3 * (k > 2 ? 1 - f : f) + (q + k) % 3]
                print "endloop\nendfacet"
            }
            print "endsolid face"
        }' "$here/face.stl" >face.stl
}

for name in "$@"; do
    {
        echo "# deck in.$name"
        echo "# $version"
        echo "# seed step number mass value height"
    } >"$here/$name.ref"
    k=0
    echo "$seeds" | while read -r a b c d; do
        turn_face "$k"
        liggghts -in "$here/in.$name" -log none -var a "$a" -var b "$b" -var c "$c" -var d "$d" >screen.txt 2>&1 ||
            { tail -n 3 screen.txt >&2; exit 1; }
        sed -e '/^#/d' -e "s/^/$k /" curve.txt >>"$here/$name.ref"
        k=$((k + 1))
    done
done
