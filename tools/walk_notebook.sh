#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# walk_notebook.sh [ROOT] - the two commands of docs/python.md in a clean Debian 12 tree (as tools/walk.sh makes it) and a clean clone, until the
# notebook hopper.ipynb has been run from top to bottom by the server that the second one starts. Needs root and a network.
set -euo pipefail
source=$(realpath "$(dirname "$0")/..")
root=${1:-$(mktemp -d)}
if [ ! -x "$root/bin/sh" ]; then mmdebstrap --variant=minbase --include=git,make,ca-certificates bookworm "$root"; fi
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
trap 'jobs -p | xargs -r kill 2>/dev/null; wait; umount "$root/proc"' EXIT
rm -rf "$root/srv/tsubu"
git clone -q "$source" "$root/srv/tsubu"
inside=(chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive)
mapfile -t commands < <(awk '/^## Two commands/ { on = 1 } /^## Installing/ { on = 0 } on && /^make / { print }' "$source/docs/python.md")
[ "${commands[*]}" = "make python make notebook" ] || { echo "docs/python.md has other commands: ${commands[*]}"; exit 1; }
"${inside[@]}" bash -ec "cd /srv/tsubu; ${commands[0]}"
"${inside[@]}" bash -ec "cd /srv/tsubu; exec ${commands[1]}" >"$root/srv/server.log" 2>&1 &
until address=$(grep -s -m 1 -o 'http://127[^ ]*?token=[0-9a-f]*' "$root/srv/server.log"); do
    kill -0 $! 2>/dev/null || { cat "$root/srv/server.log"; exit 1; }
    sleep 1
done
cp "$source/tools/run_notebook.py" "$root/srv/run_notebook.py"
"${inside[@]}" python3 /srv/run_notebook.py "$address" hopper.ipynb
echo "two commands lead to a notebook that runs"
