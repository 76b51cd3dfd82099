# SPDX-License-Identifier: Apache-2.0
# usage: test_page_open.sh PROGRAM SOURCE_TREE
. "$2/tests/browser/browser.sh"
run_in_browser "$1" "$2" open.test.js
