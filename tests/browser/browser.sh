# SPDX-License-Identifier: Apache-2.0
# run_in_browser PROGRAM SOURCE_TREE FILE: runs a test of web/view/test/browser, or says why it cannot.
set -euo pipefail

run_in_browser() {
    local reason=""
    if ! command -v node >/dev/null || [ "$(node -p 'parseInt(process.versions.node)')" -lt 20 ]; then
        reason="node 20 or later is not installed"
    elif ! command -v chromium >/dev/null && ! command -v google-chrome >/dev/null; then
        reason="chromium is not installed"
    elif [ ! -d "$2/web/view/node_modules/playwright-core" ]; then
        reason="the packages of web/view are not installed"
    elif ! "$1" --help | grep -q -- '-view '; then
        reason="this build has no server (libmicrohttpd)"
    fi
    if [ -n "$reason" ]; then
        echo "skipped: $reason"
        exit 0
    fi
    TSUBU=$(realpath "$1")
    export TSUBU
    cd "$2/web/view"
    exec node --test "test/browser/$3"
}
