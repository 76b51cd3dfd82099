# SPDX-License-Identifier: Apache-2.0
# Going back in a run that goes on, and the tools of charts. usage: test_page_history.sh PROGRAM SOURCE_TREE
. "$2/tests/browser/browser.sh"
run_in_browser "$1" "$2" history.test.js
