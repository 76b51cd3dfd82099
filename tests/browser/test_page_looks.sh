# SPDX-License-Identifier: Apache-2.0
# How a run is looked at, in a browser. usage: test_page_looks.sh PROGRAM SOURCE_TREE
. "$2/tests/browser/browser.sh"
run_in_browser "$1" "$2" looks.test.js
