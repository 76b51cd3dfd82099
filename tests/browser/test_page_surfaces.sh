# SPDX-License-Identifier: Apache-2.0
# Meshes that show stress and wear, in a browser. usage: test_page_surfaces.sh PROGRAM SOURCE_TREE
. "$2/tests/browser/browser.sh"
run_in_browser "$1" "$2" surfaces.test.js
