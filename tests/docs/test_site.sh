# SPDX-License-Identifier: Apache-2.0
# The manual builds as a site without a warning, has its search index, and every page of docs/ is in its table of contents.
# Where mkdocs is not installed only the last is looked at.
# usage: test_site.sh PROGRAM SOURCE_TREE [contents: only the table of contents]
set -u
failed=0
cd "$2/docs" || exit 1
for page in $(find . -name '*.md' ! -name 'reference*.md' | sed 's|^\./||'); do # those are replaced by the pages of the reference
    grep -q "[ \[]$page\b" ../mkdocs.yml || { echo "FAILED: $page is not in mkdocs.yml"; failed=1; }
done
if [ "${3:-}" != contents ] && command -v mkdocs >/dev/null && [ -d /usr/share/javascript/katex ] && mkdocs build --help 2>/dev/null | grep -q material; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    cp -r "$(dirname "$1")/manual" "$work/"
    mkdir -p "$work/published/0.0.9"
    bash "$2/tools/site.sh" "$work" "$work/published" || failed=1
    grep -q edinburgh "$work/site/search/search_index.json" || { echo "FAILED: no search index"; failed=1; }
    python3 "$2/tests/docs/built_site.py" "$work/site" || failed=1
    # Pages in Japanese have contents in Japanese.
    grep -q 'assets/language.js' "$work/site/index.ja.html" && grep -q 'はじめに' "$work/site/index.ja.html" || { echo "FAILED: no contents in Japanese"; failed=1; }
    # Words in both languages lead to their pages; a sentence that is nowhere leads to none.
    node "$2/tests/docs/site_search.js" "$work"/site/assets/javascripts/workers/search.*.min.js "$work/site/search/search_index.json" \
        時間刻み=reference/timestep.ja.html 粒子を流し込み=reference/fix_insert_stream.ja.html クランプ=theory/clumps.ja.html \
        '安息角 epsd2=reference/rolling_friction_epsd2.ja.html' insert/stream=reference/fix_insert_stream.html citation=bibliography.html \
        時刻間刻時= || failed=1
    # Examples are part of it, with their decks; versions stand beside each other.
    grep -q 'href="examples/01_hopper_discharge/index.html"\|href="01_hopper_discharge/index.html"' "$work/site/examples/index.html" || { echo "FAILED: no link to an example"; failed=1; }
    [ -e "$work/site/examples/01_hopper_discharge/in.hopper" ] && [ -e "$work/site/examples/demo/picture.png" ] || { echo "FAILED: no decks or pictures of examples"; failed=1; }
    grep -q 'examples/01_hopper_discharge' "$work/site/gallery.html" || { echo "FAILED: the gallery leads nowhere"; failed=1; }
    [ "$(grep -c '"version"' "$work/published/versions.json")" = 2 ] && node -e "JSON.parse(require('fs').readFileSync('$work/published/versions.json'))" || { echo "FAILED: versions.json"; failed=1; }
    grep -q "url=0.1" "$work/published/index.html" || { echo "FAILED: the newest version does not open"; failed=1; }
    grep -q 'katex.min.js' "$work/site/theory/normal_edinburgh.html" || { echo "FAILED: no formulas"; failed=1; }
else
    echo "mkdocs is not installed: the site was not built"
fi
exit $failed
