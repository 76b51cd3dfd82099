# SPDX-License-Identifier: Apache-2.0
# A deck that is edited, checked and run in the page of the gallery. usage: test_page_work.sh PROGRAM SOURCE_TREE
. "$2/tests/browser/browser.sh"
run_in_browser "$1" "$2" work.test.js
