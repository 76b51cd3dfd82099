# SPDX-License-Identifier: Apache-2.0
"""The deck reference has one entry for every row of the tables of commands and styles, and none without a row; every entry
says how it is used and what it does. The tables are read out of the sources, not out of the program.

usage: reference.py PROGRAM SOURCE_TREE
"""
import pathlib
import re
import subprocess
import sys

PROGRAM, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
KINDS = {"commands": "", "fixes": "fix ", "computes": "compute ", "dumps": "dump ", "regions": "region "}
TABLE = re.compile(r"^const tsu_command tsu_([a-z]+)\w*\[\] = \{(.*?)(?:\{0\}|\{NULL, NULL, NULL, NULL\})", re.M | re.S)


def tables():
    names = []
    for path in sorted(p for p in (ROOT / "src").glob("*/*.c") if p.parent.name != "slider"):  # its decks have commands of their own
        for kind, body in TABLE.findall(path.read_text(encoding="utf-8")):
            names += [KINDS[kind] + name for name in re.findall(r'\{\s*"([^"]+)",', body)]
    return names


def entries(text):
    """Name -> body of each entry; what is known but not done is in tables."""
    found, kind = {}, ""
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        title, body = part.split("\n", 1)
        kind = KINDS.get(title.lower())
        if kind is None:
            continue
        for entry in re.split(r"^### ", body, flags=re.M)[1:]:
            head, rest = entry.split("\n", 1)
            if head.startswith("`"):
                found[head.strip("`")] = rest
            else:
                found.update({kind + n: why for n, why in re.findall(r"^\| `([^`]+)` \| (.*) \|$", rest, re.M)})
    return found


def main():
    text = subprocess.run([PROGRAM, "reference", "--markdown"], capture_output=True, text=True, check=True).stdout
    rows, found, failures = tables(), entries(text), []
    if len(rows) < 250:
        failures.append(f"only {len(rows)} rows were found in the sources")
    failures += [f"{n}: stands in the tables more than once" for n in sorted({n for n in rows if rows.count(n) > 1})]
    failures += [f"{n}: is in the tables but not in the reference" for n in sorted(set(rows) - set(found))]
    failures += [f"{n}: is in the reference but not in the tables" for n in sorted(set(found) - set(rows))]
    for name, body in found.items():
        usage = re.search(r"```text\n(.*?)\n```", body, re.S)
        if len(body.strip()) < 8:
            failures.append(f"{name}: says nothing")
        elif usage and not usage[1].startswith(name.split(" ")[0]):
            failures.append(f"{name}: its usage begins with another command: {usage[1]}")
        elif usage and " " in name and name.split(" ")[1].split("/")[0] not in usage[1]:
            failures.append(f"{name}: its usage does not name it: {usage[1]}")
    print("\n".join(failures) or f"{len(rows)} entries")
    return 1 if failures else 0


sys.exit(main())
