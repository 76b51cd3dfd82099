# SPDX-License-Identifier: Apache-2.0
# The manual builds as a site without a warning, has its search index, and every page of docs/ is in its table of contents.
# Where mkdocs is not installed only the last is looked at.
# usage: test_site.sh PROGRAM SOURCE_TREE [contents: only the table of contents]
set -u
failed=0
cd "$2/docs" || exit 1
for page in $(find . -name '*.md' | sed 's|^\./||'); do
    grep -q "[ \[]$page\b" ../mkdocs.yml || { echo "FAILED: $page is not in mkdocs.yml"; failed=1; }
done
if [ "${3:-}" != contents ] && command -v mkdocs >/dev/null && [ -d /usr/share/javascript/katex ] && mkdocs build --help 2>/dev/null | grep -q material; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    cp -r "$(dirname "$1")/manual" "$work/"
    bash "$2/tools/site.sh" "$work" || failed=1
    grep -q edinburgh "$work/site/search/search_index.json" || { echo "FAILED: no search index"; failed=1; }
    grep -q 'katex.min.js' "$work/site/theory/normal_edinburgh.html" || { echo "FAILED: no formulas"; failed=1; }
else
    echo "mkdocs is not installed: the site was not built"
fi
exit $failed
