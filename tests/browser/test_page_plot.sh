# SPDX-License-Identifier: Apache-2.0
# The self-contained page of a plot in a browser. usage: test_page_plot.sh PROGRAM SOURCE_TREE
. "$2/tests/browser/browser.sh"
run_in_browser "$1" "$2" plot.test.js
