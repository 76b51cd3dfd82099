# SPDX-License-Identifier: Apache-2.0
# The tree keeps the house rules. usage: test_rules.sh PROGRAM SOURCE_TREE (the library lies beside the program)
exec bash "$2/tests/rules/rules.sh" "$(dirname "$1")/libtsubu_core.a" "$2"
