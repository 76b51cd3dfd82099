# SPDX-License-Identifier: Apache-2.0
# Clumps in the live page, in a browser. usage: test_page_clumps.sh PROGRAM SOURCE_TREE
. "$2/tests/browser/browser.sh"
run_in_browser "$1" "$2" clumps.test.js
