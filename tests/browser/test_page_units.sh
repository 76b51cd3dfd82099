# SPDX-License-Identifier: Apache-2.0
# The parts of the live page that need no browser: frames, ranges, picking, time series, texts.
# usage: test_page_units.sh PROGRAM SOURCE_TREE
set -euo pipefail
if ! command -v node >/dev/null; then
    echo "skipped: node is not installed"
    exit 0
fi
cd "$2/web/view"
exec node --test test/*.test.js
