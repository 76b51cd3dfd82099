# SPDX-License-Identifier: Apache-2.0
# Decks that are edited on the page of the gallery: read, checked, run in a folder that is kept; nothing outside of it can be read or written.
# usage: test_work.sh PROGRAM SOURCE_TREE
set -euo pipefail
. "$2/tests/lib.sh"
"$tsubu" view --help > help 2>&1 || true
if ! grep -q -- --work help; then
    echo "skipped: this build has no server"
    exit 0
fi
mkdir -p examples/few examples/other outside
sed -n "/^cat > in.few/,/^DECK/p" "$source/tests/program/test_view.sh" | sed '1d;$d' > examples/few/in.few
cp examples/few/in.few examples/other/in.other
echo "the secret is 4711" > secret
"$tsubu" view --examples examples --work "$work/kept" > gallery 2>&1 &
wait_for gallery http:
address=$(grep -oE 'http://[^ ]*' gallery)
PYTHONPATH=$source/tests/program PYTHONDONTWRITEBYTECODE=1 python3 -c "
import json, view_client, sys
sys.exit(0 if view_client.Client('$address').json('deck?name=few')['editable'] else 1)" || { echo "skipped: the kernel has no Landlock"; exit 0; }
PYTHONPATH=$source/tests/program PYTHONDONTWRITEBYTECODE=1 python3 "$source/tests/program/work_client.py" "$address" "$work/kept" "$work/secret" "$work/outside"
