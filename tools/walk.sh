#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# walk.sh [ROOT] - the walk of a newcomer: a clean Debian 12 tree with git and make (made in ROOT, or in a folder of its own, with
# mmdebstrap), a clean clone of what is committed here, and then every command of README, quick start and tutorial as it is
# printed, those included that the tests leave out, but for `make test`. Needs root and a network.
set -euo pipefail
source=$(realpath "$(dirname "$0")/..")
root=${1:-$(mktemp -d)}
if [ ! -x "$root/bin/sh" ]; then mmdebstrap --variant=minbase --include=git,make,ca-certificates bookworm "$root"; fi
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT
rm -rf "$root/srv/tsubu"
git clone -q "$source" "$root/srv/tsubu"
for page in README.md docs/quick_start.md docs/tutorial.md; do
    { # the shell blocks of the page, one after the other
        echo 'set -ex; cd /srv/tsubu; export PATH=/usr/sbin:/usr/bin:/sbin:/bin:/srv/tsubu/build DEBIAN_FRONTEND=noninteractive'
        awk '/^```sh/ { on = 1; next } /^```/ { on = 0 } on' "$source/$page" | grep -v '^make test'
    } >"$root/srv/page.sh"
    echo "==== $page"
    chroot "$root" /usr/bin/env -i HOME=/srv TERM=dumb bash /srv/page.sh
    rm -rf "$root/srv/tsubu/silo"
done
echo "the walk ended well"
