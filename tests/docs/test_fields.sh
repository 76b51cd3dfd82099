# SPDX-License-Identifier: Apache-2.0
# The page of fields is the program's table, in both languages.
# usage: test_fields.sh PROGRAM SOURCE_TREE
python3 "$2/tests/docs/fields.py" "$1" "$2"
