# SPDX-License-Identifier: Apache-2.0
"""Links of the pages of the site, which lie elsewhere than in the tree: files beside docs/ lie in it, a folder of an example is its page, the
reference in short is the reference. A link to sources, which the site does not have, becomes its text.

usage: site_links.py PAGES (in the tree)
"""
import os
import pathlib
import re
import sys

PAGES, ROOT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(".").resolve()
LINK = re.compile(r"(!?)\[((?:[^\[\]]|!?\[[^\]]*\]\([^)]*\))*)\]\(([^)\s#]+)(#[^)]*)?\)")
BESIDE = {"README.md": "index.md", "README.ja.md": "index.ja.md", "docs/reference.md": "reference/index.md",
          "docs/reference.ja.md": "reference/index.ja.md"}


def origin(page):
    """Where a page of the site lies in the tree."""
    path = page.relative_to(PAGES)
    return ROOT / path if path.parts[0] == "examples" or path.name in ("CONTRIBUTING.md", "CHANGELOG.md") else ROOT / "docs" / path


def place(target, japanese):
    """Where a file of the tree lies on the site; None if nowhere. A folder is its page, in the language of the page that leads there."""
    try:
        path = target.relative_to(ROOT)
    except ValueError:
        return None
    name = BESIDE.get(str(path))
    if not name:
        name = str(path)[5:] if path.parts[:1] == ("docs",) else str(path)
    found = PAGES / name
    if found.is_dir():
        own = found / "README.ja.md"
        return own if japanese and own.exists() else found / "README.md"
    return found if found.exists() else None


def rewrite(page, text):
    def one(m):
        picture, words, target, anchor = m.groups()
        words = LINK.sub(one, words)
        if "://" in target or target.startswith("mailto:"):
            return f"{picture}[{words}]({target}{anchor or ''})"
        found = place(pathlib.Path(os.path.normpath(origin(page).parent / target)), page.name.endswith(".ja.md"))
        if not found:
            return words
        return f"{picture}[{words}]({os.path.relpath(found, page.parent)}{anchor or ''})"
    return LINK.sub(one, text)


for md in sorted(PAGES.rglob("*.md")):
    before = md.read_text(encoding="utf-8")
    parts = re.split(r"(^```.*?^```$)", before, flags=re.M | re.S)  # code stays as it is
    after = "".join(part if part.startswith("```") else rewrite(md, part) for part in parts)
    if after != before:
        md.write_text(after, encoding="utf-8")
