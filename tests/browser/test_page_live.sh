# SPDX-License-Identifier: Apache-2.0
# The live page in a browser, with a run that goes on. usage: test_page_live.sh PROGRAM SOURCE_TREE
. "$2/tests/browser/browser.sh"
run_in_browser "$1" "$2" live.test.js
