# SPDX-License-Identifier: Apache-2.0
# Filters, expressions, arrows, grains over time, measures and fields on a grid. usage: test_page_insight.sh PROGRAM SOURCE_TREE
. "$2/tests/browser/browser.sh"
run_in_browser "$1" "$2" insight.test.js
