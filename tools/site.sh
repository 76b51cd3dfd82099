#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# site.sh BUILD - builds the manual as a site with search: BUILD/site/index.html. Pages are those of docs/ and the reference that
# the program has written (BUILD/manual). Every link must lead somewhere. Needs mkdocs, mkdocs-material and libjs-katex.
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
cp "$build/manual/index.md" "$build/manual/program.md" "$pages/reference/"
{ printf '# Contact laws\n\nWritten by `tsubu laws --markdown`. What the laws mean is told [elsewhere](../theory/index.md).\n'; cat "$build/manual/laws.md"; } >"$pages/reference/laws.md"
cp CONTRIBUTING.md CHANGELOG.md "$pages/"
cp -rL "$katex/katex.min.css" "$katex/katex.min.js" "$katex/contrib/auto-render.js" "$katex/fonts" "$pages/assets/katex/"
# Files beside docs/ lie in it here; sources and examples are read in the tree.
find "$pages" -maxdepth 1 -name '*.md' -exec sed -i 's#](\.\./\(CONTRIBUTING\|CHANGELOG\|README\)#](\1#g; s#\[\([^]]*\)\](\.\./\(examples\|src\|tests\|bench\|web\)[^)]*)#\1#g' {} +
find "$pages/theory" -name '*.md' -exec sed -i 's#\[\([^]]*\)\](\.\./\.\./\(examples\|src\|tests\|bench\|web\)[^)]*)#\1#g' {} +
sed -i 's#](docs/#](#g' "$pages/CONTRIBUTING.md" "$pages/CHANGELOG.md"
sed "s#^docs_dir: .*#docs_dir: $pages#; s#^site_dir: .*#site_dir: $build/site#" mkdocs.yml >"$build/mkdocs.yml"
mkdocs build --quiet --config-file "$build/mkdocs.yml"
echo "the site: $build/site/index.html; browsers let its search work only from a server: python3 -m http.server -d $build/site"
