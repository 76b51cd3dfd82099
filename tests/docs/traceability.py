# SPDX-License-Identifier: Apache-2.0
"""The table from equations to code is complete: no number of a source document is missing, the functions and tests that it names exist, and the
quoted line is in its function.
usage: traceability.py SOURCE_TREE"""
import pathlib
import re
import sys

TREE = pathlib.Path(sys.argv[1])
EQUATIONS = [10, 15, 11, 10, 24]  # numbered equations of the five documents, in the order of the page
ROW = re.compile(r"^\| \((\d+)\) \| `([^`]+)` `([^`]+)`<br>`([^`]+)` \| `([^`]+)` `([^`]+)` \| ([^|]+) \|$")


def body(text, name):
    """The definition of a function, its white space as single blanks."""
    found = re.search(rf"^\S[^;{{}}]*\b{re.escape(name)}\([^;{{}}]*\)\n{{\n.*?^}}$", text, re.M | re.S)
    return " ".join(found[0].split()) if found else ""


def check_row(where, code, symbol, line, test, function):
    for file, name, what in ((code, symbol, r"\b{}\("), (test, function, r"\b{}\(void \*\*")):
        path = TREE / file
        if not path.is_file():
            yield f"{where}: there is no file {file}"
        elif not re.search(what.format(re.escape(name)), path.read_text(encoding="utf-8")):
            yield f"{where}: {file} has no function {name}"
    path = TREE / code
    if path.is_file() and line not in body(path.read_text(encoding="utf-8"), symbol):
        yield f"{where}: {symbol} of {code} has no line '{line}'"
    path = TREE / test
    if path.is_file() and not re.search(rf"cmocka_unit_test\w*\(\s*{re.escape(function)}\b", path.read_text(encoding="utf-8")):
        yield f"{where}: {function} of {test} is not run"


def check(page):
    text = (TREE / "docs/theory" / page).read_text(encoding="utf-8")
    sections = text.split("\n## ")[1:]
    if len(sections) != len(EQUATIONS):
        yield f"{page}: {len(sections)} sections, {len(EQUATIONS)} documents"
    for section, count in zip(sections, EQUATIONS):
        title = f"{page}, {section.splitlines()[0]}"
        rows = [ROW.match(line) for line in section.splitlines() if line.startswith("| (")]
        if None in rows:
            yield f"{title}: a row has another form"
            continue
        numbers = [int(r.group(1)) for r in rows]
        if numbers != list(range(1, count + 1)):
            yield f"{title}: equations {numbers}, not 1 to {count}"
        for r in rows:
            yield from check_row(f"{title} ({r.group(1)})", *r.groups()[1:6])


failures = [line for page in ("traceability.md", "traceability.ja.md") for line in check(page)]
print("\n".join(failures) or f"{sum(EQUATIONS)} equations have code and tests")
sys.exit(1 if failures else 0)
