# SPDX-License-Identifier: Apache-2.0
# Two runs side by side in a browser. usage: test_page_recorded.sh PROGRAM SOURCE_TREE
. "$2/tests/browser/browser.sh"
run_in_browser "$1" "$2" beside.test.js
