# SPDX-License-Identifier: Apache-2.0
"""Every page X.ja.md says the same as X.md: the same equations, symbols, code words, numbers, tables and figures.

usage: languages.py SOURCE_TREE
"""
import collections
import pathlib
import re
import sys

from markdown import blocks, pages, without_blocks

DISPLAY = re.compile(r"\$\$(.+?)\$\$", re.S)
INLINE = re.compile(r"(?<![\\$])\$([^$\n]+?)\$")
CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\([^)]*\)")
# A number that matters: more than one digit, or a point or an exponent.
NUMBER = re.compile(r"(?<![A-Za-z_\d.])-?(?:\d+\.\d+|\d\d+|\d(?=e))(?:e[-+]?\d+)?")


def equation(text):
    """Without the words in it, which are of the language, and without blanks."""
    return re.sub(r"\s+", "", re.sub(r"\\text\{[^}]*\}", "", text)).rstrip(".,;")


def compare(what, a, b, name, failures):
    a, b = collections.Counter(a), collections.Counter(b)
    for extra, side in ((a - b, "English"), (b - a, "Japanese")):
        if extra:
            failures.append(f"{name}: only in the {side} page, {what}: {sorted(extra.elements())[:8]}")


def tables(text):
    """The number of bars of every row."""
    rows = [line for line in text.split("\n") if line.startswith("|")]
    return [line.count("|") for line in rows]


def parts(text):
    prose = without_blocks(text)
    display = [equation(m) for m in DISPLAY.findall(prose)]
    prose = DISPLAY.sub(" ", prose)
    inline = [equation(m) for m in INLINE.findall(prose)]
    prose = INLINE.sub(" ", prose)
    code = CODE.findall(prose)
    prose = CODE.sub(" ", prose)
    figures = [re.sub(r"\.ja(?=\.svg)", "", f) for f in re.findall(r"!\[[^]]*\]\(([^)]*)\)", prose)]
    prose = LINK.sub("]", prose)
    numbers = [n.replace("−", "-") for n in NUMBER.findall(prose.replace("−", "-").replace(",", "").replace("_", " "))]
    uncommented = [re.sub(r"[ \t]*#.*", "", t) for _, t, _, _ in blocks(text)]
    return {"code blocks": uncommented,
            "equations": display, "symbols": inline, "code words": code, "figures": figures, "numbers": numbers,
            "rows of tables (columns)": tables(without_blocks(text)), "headings (levels)": re.findall(r"^#+(?= )", without_blocks(text), re.M)}


def main():
    root = pathlib.Path(sys.argv[1])
    failures, count = [], 0
    for page in pages(root):
        if not page.name.endswith(".ja.md") or page.name == "reference.ja.md":  # written by the program (test_manual.sh)
            continue
        english = page.with_name(page.name[:-6] + ".md")
        if not english.exists():
            failures.append(f"{page}: there is no {english.name}")
            continue
        count += 1
        name = str(page.relative_to(root))
        a, b = parts(english.read_text(encoding="utf-8")), parts(page.read_text(encoding="utf-8"))
        for what in a:
            compare(what, a[what], b[what], name, failures)
    wanted = {"README.md", *(f"docs/{n}.md" for n in ("index", "quick_start", "tutorial", "calibration", "check", "page", "view", "restart",
                                                     "coming_from_liggghts"))}
    wanted |= {str(p.relative_to(root)) for p in (root / "docs/theory").glob("*.md") if not p.name.endswith(".ja.md")}
    failures += [f"{n}: has no Japanese page" for n in sorted(wanted) if not (root / (n[:-3] + ".ja.md")).exists()]
    print("\n".join(failures) or f"{count} pages say the same in both languages")
    return 1 if failures else 0


sys.exit(main())
