# SPDX-License-Identifier: Apache-2.0
# A recorded run and the gallery in a browser. usage: test_page_recorded.sh PROGRAM SOURCE_TREE
. "$2/tests/browser/browser.sh"
run_in_browser "$1" "$2" recorded.test.js
