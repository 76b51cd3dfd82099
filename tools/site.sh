#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# site.sh BUILD [PUBLISHED] - builds the manual as a site with search: BUILD/site/index.html. Pages are those of docs/, the reference that
# the program has written (BUILD/manual) and the examples. Every link must lead somewhere. Needs mkdocs, mkdocs-material and libjs-katex.
# With PUBLISHED, a folder, the site also goes to PUBLISHED/VERSION, beside those of other versions, with a menu to choose among them.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(realpath "$1")
pages=$build/pages
katex=${KATEX:-/usr/share/javascript/katex}
rm -rf "$pages"
mkdir -p "$pages/reference" "$pages/assets/katex"
cp -r docs/. "$pages/"
find "$pages" -name '*.py' -delete
find "$pages" -name __pycache__ -prune -exec rm -r {} +
cp "$build"/manual/reference/*.md "$build/manual/program.md" "$pages/reference/"
{ printf '# Contact models\n\nWritten by `tsubu laws --markdown`. What the models mean is told [elsewhere](../theory/index.md).\n'; cat "$build/manual/laws.md"; } >"$pages/reference/laws.md"
# The reference in short lies in the tree for readers there; here its pages stand for it.
rm "$pages/reference.md" "$pages/reference.ja.md"
cp CONTRIBUTING.md CHANGELOG.md "$pages/"
cp -rL "$katex/katex.min.css" "$katex/katex.min.js" "$katex/contrib/auto-render.js" "$katex/fonts" "$pages/assets/katex/"
# Examples: pages, pictures, decks and meshes; a folder without a page gets a list of its files.
for folder in examples/*/; do
    to=$pages/examples/$(basename "$folder")
    mkdir -p "$to"
    find "$folder" -maxdepth 1 -type f ! -name expected.txt -exec cp {} "$to/" \;
    [ -e "$to/README.md" ] && continue
    { printf '# %s\n\n' "${to##*/}"; for file in "$folder"*.*; do printf -- '- [%s](%s)\n' "${file##*/}" "${file##*/}"; done; } >"$to/README.md"
done
cp examples/README*.md "$pages/examples/"
python3 tools/site_links.py "$pages"
version=$(sed -n 's/^project(tsubu VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
sed "s#^docs_dir: .*#docs_dir: $pages#; s#^site_dir: .*#site_dir: $build/site#; s#^site_name: .*#& $version#" mkdocs.yml >"$build/mkdocs.yml"
mkdocs build --quiet --config-file "$build/mkdocs.yml"
# The search learns to split Japanese.
for worker in "$build"/site/assets/javascripts/workers/search.*.min.js; do
    cat web/search/japanese.js "$worker" >"$worker.new"
    mv "$worker.new" "$worker"
done
if [ $# -gt 1 ]; then
    mkdir -p "$2"
    rm -rf "${2:?}/$version"
    cp -r "$build/site" "$2/$version"
    (cd "$2" && for name in $(ls -d */ | sort -rV); do echo "${name%/}"; done |
        awk 'BEGIN { print "[" } { printf "%s{\"version\": \"%s\", \"title\": \"%s\", \"aliases\": []}", (NR > 1 ? ",\n" : ""), $1, $1 } END { print "\n]" }' >versions.json)
    newest=$(ls -d "$2"/*/ | sort -V | tail -n 1 | xargs basename)
    echo "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0; url=$newest/\"><a href=\"$newest/\">tsubu $newest</a>" >"$2/index.html"
fi
echo "the site: $build/site/index.html; browsers let its search work only from a server: python3 -m http.server -d $build/site"
