# SPDX-License-Identifier: Apache-2.0
"""Every contact law has its page of theory: its name in the title, each of its properties in the table with its unit, a
figure, and a block of a deck.

usage: theory.py PROGRAM SOURCE_TREE
"""
import pathlib
import re
import subprocess
import sys

from markdown import blocks

PROGRAM, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
PLAIN = {"-": "–"}  # how a page writes a number without a unit


def laws():
    text = subprocess.run([PROGRAM, "laws", "--markdown"], capture_output=True, text=True, check=True).stdout
    for entry in re.split(r"^### ", text, flags=re.M)[1:]:
        head, body = entry.split("\n", 1)
        properties = {}
        table = re.search(r"^\| property .*?\n\n|^\| property .*\Z", body + "\n\n", re.M | re.S)
        for row in (table[0] if table else "").split("\n")[2:]:
            cells = [c.strip() for c in row.strip("|").split("|")]
            if len(cells) > 2:
                properties[cells[0].strip("`")] = cells[2]
        yield head.strip("`"), properties


def check(law, properties, pages):
    page = next((p for p in pages if f"`{law}`" in pages[p].split("\n", 1)[0] or
                 (law == "tangential elastoplastic" and p == "elastoplastic_friction.md")), None)
    if not page:
        return [f"{law}: no page has it in its title"]
    text, failures = pages[page], []
    for name, unit in properties.items():
        rows = [r for r in text.split("\n") if r.startswith("|") and f"`{name}`" in r]
        if not rows:
            failures.append(f"{page}: {law} has the property `{name}`, which no table has")
        elif not any(PLAIN.get(unit, unit) in r for r in rows):
            failures.append(f"{page}: `{name}` of {law} has the unit {unit}, not found in: {rows[0]}")
    if "](figures/" not in text:
        failures.append(f"{page}: no figure")
    if not any(info == "deck" for info, _, _, _ in blocks(text)):
        failures.append(f"{page}: no block of a deck")
    return failures


def main():
    pages = {p.name: p.read_text(encoding="utf-8") for p in (ROOT / "docs/theory").glob("*.md") if not p.name.endswith(".ja.md")}
    found = list(laws())
    failures = [line for law, properties in found for line in check(law, properties, pages)]
    if len(found) < 20:
        failures.append(f"only {len(found)} laws were found")
    print("\n".join(failures) or f"{len(found)} laws have their pages")
    return 1 if failures else 0


sys.exit(main())
