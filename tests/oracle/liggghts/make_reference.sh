#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes the reference data again: runs every deck in.NAME of this folder with LIGGGHTS and writes NAME.ref.
# Needs `liggghts` on PATH (Debian package of that name). The test suite never runs this.
# Usage: make_reference.sh [NAME ...]    all cases when no name is given
set -eu

here=$(cd "$(dirname "$0")" && pwd)
command -v liggghts >/dev/null || {
    echo "make_reference.sh: liggghts is not on PATH; install the Debian package liggghts" >&2
    exit 1
}
version=$(liggghts -h | head -n 1)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

if [ $# -eq 0 ]; then
    cd "$here"
    for deck in in.*; do set -- "$@" "${deck#in.}"; done
fi

cd "$scratch"
for name in "$@"; do
    # A time limit, since the iteration of the Edinburgh law may never end.
    timeout 60 liggghts -in "$here/in.$name" -log none >log.txt 2>&1 || {
        echo "make_reference.sh: LIGGGHTS failed on in.$name:" >&2
        tail -n 5 log.txt >&2
        exit 1
    }
    {
        echo "# deck in.$name"
        echo "# $version"
        echo "# step id x y z vx vy vz wx wy wz"
        awk '/^ITEM: TIMESTEP/ { getline step; body = 0; next }
             /^ITEM: ATOMS/ { body = 1; next }
             /^ITEM:/ { body = 0; next }
             body { sub(/ +$/, ""); print step, $0 }' "$name.dump"
    } >"$here/$name.ref"
    rm -f ./*
done
