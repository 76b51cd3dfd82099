#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# setup.sh [build|test|python|docs|deb|mpi] - installs the Debian packages of tools/packages.txt that are missing, and says which.
# Quiet when all are there. As root it uses apt-get, otherwise sudo; where neither works it says what to install.
set -euo pipefail
purpose=${1:-build}
list=$(dirname "$0")/packages.txt

wanted=()
while read -r name tag command _; do
    case $name in '' | '#'*) continue ;; esac
    if [ "${tag:-}" = unless ] && command -v "$command" >/dev/null; then continue; fi
    case ${tag:-} in '' | unless | "$purpose") wanted+=("$name") ;; esac
done <"$list"

# What must be there to go on at all; the rest only switches features or tests off.
can_build() {
    command -v cmake >/dev/null && { command -v cc >/dev/null || command -v gcc >/dev/null || command -v clang >/dev/null; }
}

# Goes on without the packages if that is possible, else stops.
do_without() {
    echo "setup: $1"
    echo "setup: please install: $2"
    if [ "$purpose" = build ] && can_build; then
        echo "setup: going on without; what needs them will be off"
        exit 0
    fi
    exit 1
}

if ! command -v dpkg-query >/dev/null; then
    if can_build && [ "$purpose" = build ]; then exit 0; fi
    do_without "this is not a Debian system" "a C compiler, CMake and the equivalents of: ${wanted[*]}"
fi

missing=()
for name in "${wanted[@]}"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null || true)
    if [ "$state" != installed ]; then missing+=("$name"); fi
done
if [ ${#missing[@]} -eq 0 ]; then exit 0; fi

echo "setup: missing Debian packages: ${missing[*]}"
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        do_without "neither root nor sudo" "apt-get install ${missing[*]}   (as root)"
    fi
    as_root=(sudo)
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "setup: installing them with ${as_root[*]:+sudo }apt-get"
install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}")
if "${install[@]}" >"$log" 2>&1; then exit 0; fi
# The package lists may be old or absent, as on a fresh machine.
if "${as_root[@]}" apt-get update >"$log" 2>&1 && "${install[@]}" >"$log" 2>&1; then exit 0; fi
tail -n 5 "$log"
do_without "apt-get failed (see above)" "${missing[*]}"
