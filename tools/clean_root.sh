#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clean_root.sh PACKAGE.deb [ROOT] - proves that the package works on a machine with nothing installed: makes a Debian 12 tree in
# ROOT (or a folder of its own) with mmdebstrap or debootstrap, installs the package there, runs `tsubu --version`, `tsubu new`
# with its deck and `tsubu demo`, builds a C and a C++ program with pkg-config, and, if the package python3-tsubu lies beside the other, runs one of
# its notebooks. Needs root and a network.
set -euo pipefail
package=$(realpath "$1")
source=$(realpath "$(dirname "$0")/..")
root=${2:-$(mktemp -d)}
if [ ! -x "$root/bin/sh" ]; then
    if command -v mmdebstrap >/dev/null; then
        mmdebstrap --variant=minbase bookworm "$root"
    else
        debootstrap --variant=minbase bookworm "$root"
    fi
fi
cp "$package" "$root/tmp/tsubu.deb"
cp "$source/examples/api/two_spheres.c" "$root/tmp/use.c"
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT
inside() { # COMMAND: in the tree, as a fresh login
    chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive bash -ec "$1"
}
inside 'apt-get update -qq && apt-get install -y -qq --no-install-recommends /tmp/tsubu.deb >/tmp/apt.log 2>&1 || { tail /tmp/apt.log; exit 1; }'
inside 'tsubu --version; cd /root; rm -rf silo tsubu_demo; tsubu new silo; cd silo; tsubu in.silo -var n 200 | tail -n 1'
inside 'cd /root; tsubu demo --view | grep -v "^ *[0-9]" | tail -n 22'
inside 'apt-get install -y -qq --no-install-recommends g++ pkgconf zlib1g-dev libhdf5-dev libmicrohttpd-dev >/tmp/apt.log 2>&1
    cd /tmp; cc use.c $(pkg-config --cflags --libs tsubu) -o use && ./use | tail -n 2
    printf "#include <cstdio>\n#include <tsubu/tsubu.h>\nint main() { return std::printf(\"C++ with tsubu %%s\\\\n\", tsu_version()) < 0; }\n" >use.cpp
    c++ -std=c++17 use.cpp $(pkg-config --cflags --libs tsubu) -o use_cpp && ./use_cpp'
python=$(find "$(dirname "$package")" -maxdepth 1 -name 'python3-tsubu_*.deb' | head -n 1)
if [ -n "$python" ]; then
    cp "$python" "$root/tmp/python3-tsubu.deb"
    inside 'apt-get install -y -qq --no-install-recommends /tmp/python3-tsubu.deb jupyter-nbconvert python3-ipykernel python3-matplotlib >/tmp/apt.log 2>&1 ||
        { tail /tmp/apt.log; exit 1; }
    cd; rm -rf examples; cp -r /usr/share/tsubu/examples .; cd examples/python
    jupyter nbconvert --to notebook --execute hopper.ipynb --output done.ipynb 2>&1 | tail -n 1'
fi
echo "the package works on a clean Debian 12"
