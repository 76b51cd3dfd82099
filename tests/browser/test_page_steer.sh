# SPDX-License-Identifier: Apache-2.0
# A run that is changed on the page while it goes on. usage: test_page_steer.sh PROGRAM SOURCE_TREE
. "$2/tests/browser/browser.sh"
run_in_browser "$1" "$2" steer.test.js
