# SPDX-License-Identifier: Apache-2.0
# The documentation: links lead somewhere, laws have their pages, every example runs.
# usage: test_pages.sh PROGRAM SOURCE_TREE
failed=0
python3 "$2/tests/docs/links.py" "$2" || failed=1
python3 "$2/tests/docs/theory.py" "$1" "$2" || failed=1
python3 "$2/tests/docs/blocks.py" "$1" "$2" || failed=1
exit $failed
