# SPDX-License-Identifier: Apache-2.0
"""The page of fields has the rows of the program's table, word for word, and the Japanese page the same rows with sentences of its own.

usage: fields.py PROGRAM SOURCE_TREE
"""
import pathlib
import re
import subprocess
import sys

PROGRAM, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])


def rows(text):
    """Rows of the table whose head has six cells, each a list of its cells."""
    cells = [[c.strip() for c in line.strip("|").split("|")] for line in text.split("\n") if re.match(r"\| `\w+` \|", line)]
    return [c for c in cells if len(c) == 6]


def main():
    text = subprocess.run([PROGRAM, "reference", "--markdown"], capture_output=True, text=True, check=True).stdout
    table = rows(text.split("## Fields of particles")[1].split("\n## ")[0])
    english, japanese = (rows((ROOT / "docs" / name).read_text(encoding="utf-8")) for name in ("fields.md", "fields.ja.md"))
    screen = subprocess.run([PROGRAM, "reference", "fields"], capture_output=True, text=True, check=True).stdout
    failures = []
    if len(table) < 30:
        failures.append(f"the program has only {len(table)} rows")
    failures += [f"docs/fields.md lacks or has otherwise: {row}" for row in table if row not in english]
    failures += [f"docs/fields.md has what the program has not: {row}" for row in english if row not in table]
    if [row[:5] for row in table] != [row[:5] for row in japanese]:
        failures.append("docs/fields.ja.md has other rows than the program")
    failures += [f"docs/fields.ja.md: {row[0]} has no sentence of its own" for row in japanese if not re.search("[ぁ-んァ-ン一-龥]", row[5])]
    failures += [f"`tsubu reference fields` lacks {row[0]}" for row in table if not re.search(rf"^{row[0].strip('`')}\s", screen, re.M)]
    print("\n".join(failures) or f"{len(table)} fields")
    return 1 if failures else 0


sys.exit(main())
