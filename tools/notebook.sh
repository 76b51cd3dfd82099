#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# notebook.sh BUILD FOLDER - opens a folder of notebooks in Jupyter, with the Python package of this build. Where there is no display the
# address is printed, to be opened in a browser; Ctrl-C ends it.
set -euo pipefail
build=$(realpath "$1")
if [ ! -f "$build/python/tsubu/_tsubu.abi3.so" ]; then
    echo "notebook: $build has no Python package (Debian: apt-get install python3-dev python3-cffi python3-numpy)"
    exit 1
fi
program=$(command -v jupyter-notebook) || { echo "notebook: please install jupyter-notebook"; exit 1; }
[ ! -x /usr/bin/jupyter-notebook ] || program=/usr/bin/jupyter-notebook # that of Debian, which goes with its numpy
options=()
[ "$(id -u)" -ne 0 ] || options+=(--allow-root)
[ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || options+=(--no-browser)
export PYTHONPATH=$build/python${PYTHONPATH:+:$PYTHONPATH}
exec "$program" "${options[@]}" --notebook-dir "$2"
