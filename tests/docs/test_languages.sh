# SPDX-License-Identifier: Apache-2.0
# Pages in two languages say the same: equations, symbols, code, numbers, tables, figures.
# usage: test_languages.sh PROGRAM SOURCE_TREE
python3 "$2/tests/docs/languages.py" "$2"
