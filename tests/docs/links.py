# SPDX-License-Identifier: Apache-2.0
"""Every link and picture in every Markdown page leads to a file of the tree, and to a heading that is there; a page leads to pages in its own
language, where they exist (to the other language only by the link to itself).

usage: links.py SOURCE_TREE
"""
import pathlib
import re
import sys

from markdown import pages, without_blocks

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s[^)]*)?\)")


def anchors(path):
    text = without_blocks(path.read_text(encoding="utf-8"))
    found = set(re.findall(r'<a (?:id|name)="([^"]+)"', text)) | set(re.findall(r"\{#([\w-]+)\}", text))
    for heading in re.findall(r"^#+ (.*)$", text, re.M):
        plain = re.sub(r"\{#.*?\}|[`*]", "", heading).strip().lower()
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", plain)
        found.add(re.sub(r"[^\w\- ]", "", plain).replace(" ", "-"))
    return found


def other_language(page, file):
    """Whether a page leads to the other language although the target exists in its own."""
    japanese = page.name.endswith(".ja.md")
    plain = file.name[:-6] if file.name.endswith(".ja.md") else file.name[:-3]
    same = file.with_name(plain + (".ja.md" if japanese else ".md"))
    return file.name.endswith(".ja.md") != japanese and same != page and same.exists()


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    failures, count = [], 0
    for page in pages(root):
        text = re.sub(r"`[^`\n]*`", "", without_blocks(page.read_text(encoding="utf-8")))
        for target in LINK.findall(text):
            count += 1
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            file = (page.parent / path).resolve() if path else page.resolve()
            if not file.exists():
                failures.append(f"{page.relative_to(root)}: {target} leads nowhere")
            elif file.suffix == ".md" and other_language(page.resolve(), file):
                failures.append(f"{page.relative_to(root)}: {target} is in the other language")
            elif anchor and file.suffix == ".md" and anchor not in anchors(file):
                failures.append(f"{page.relative_to(root)}: {target}: there is no such heading")
    print("\n".join(failures) or f"{count} links")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
