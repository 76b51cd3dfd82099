# SPDX-License-Identifier: Apache-2.0
"""The sentences of cli/messages/ja.po: each English one is in the sources, each Japanese one has its numbers and names, and is Japanese.

usage: japanese.py SOURCE_TREE
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
STRING = r'"(?:[^"\\]|\\.)*"'
SYSTEM = {"No such file or directory", "Permission denied", "Is a directory", "No space left on device"}  # said by strerror
TOKEN = re.compile(r"%%|%[-+ #0-9.*]*[lzh]*[a-zA-Z]")


def conversions(text):
    return [m for m in TOKEN.findall(text) if m != "%%"]


def pieces(text):
    """What stands between conversions."""
    return TOKEN.sub(lambda m: m[0] if m[0] == "%%" else "\0", text).split("\0")


def strings():
    """All literals of the sources, those in a row joined."""
    found = []
    for path in sorted(p for folder in ("src", "cli", "include") for p in (ROOT / folder).rglob("*.[ch]")):
        for m in re.finditer(rf"{STRING}(?:[\s\\]*{STRING})*", path.read_text(encoding="utf-8").replace("'\"'", "''")):
            found.append("".join(s[1:-1] for s in re.findall(STRING, m[0])))
    return "\n".join(found)


CALL = re.compile(r"\b(?:tsu_error_set|tsu_error_lacks|\w*(?:_error|_warn|fail|wrong|refuse|lacks|differs)\w*)\(([^;]{0,900}?)\);", re.S)


def errors(pairs):
    """How many of the sentences are those of errors and warnings."""
    said = []
    for folder in ("src", "cli"):
        for path in (ROOT / folder).rglob("*.c"):
            for call in CALL.findall(path.read_text(encoding="utf-8")):
                said.append("".join(s[1:-1] for s in re.findall(STRING, call)))
    said = "\n".join(said)
    return sum(1 for english, _ in pairs if max(pieces(english), key=len).strip() in said and len(english) > 12)


def main():
    text = (ROOT / "cli/messages/ja.po").read_text(encoding="utf-8")
    pairs = re.findall(r'^msgid "(.+)"\nmsgstr "(.*)"$', text, re.M)
    known, failures, seen = strings(), [], set()
    for english, japanese in pairs:
        if english in seen:
            failures.append(f"there twice: {english}")
        seen.add(english)
        # What stands between conversions is a piece of the sources, with the sign % as they have it.
        for piece in pieces(english):
            for part in re.split(r"(?<=[;,:?]) ", piece):
                part = part.strip(" ;,:()`'?")
                if len(part) > 7 and part not in known and part not in SYSTEM:
                    failures.append(f"no sentence of the sources has '{part}': {english}")
        count, used = len(conversions(english)), {int(n) for n in re.findall(r"%(\d+)\$s", japanese)}
        if used and max(used) > count:
            failures.append(f"%{max(used)}$s has nothing to stand for: {english}")
        numbers = [k + 1 for k, c in enumerate(conversions(english)) if c[-1] in "dgGfeiu"]
        if set(numbers) - used:
            failures.append(f"the numbers {sorted(set(numbers) - used)} are lost: {english}")
        for name in re.findall(r"`[^`]+`", english):
            if "%" not in name and name not in japanese:
                failures.append(f"{name} is lost: {english}")
        if "%" in re.sub(r"%%|%\d+\$s", "", japanese):
            failures.append(f"a lone %: {japanese}")
        if re.search("[a-z]", "".join(pieces(english))) and not re.search(r"[\u3000-\u30ff\u4e00-\u9fff]", japanese):
            failures.append(f"not Japanese: {japanese}")
    if len(pairs) < 700:
        failures.append(f"only {len(pairs)} sentences")
    if errors(pairs) < 250:
        failures.append(f"only {errors(pairs)} errors and warnings")
    print("\n".join(failures) or f"{len(pairs)} sentences, {errors(pairs)} of them errors and warnings")
    return 1 if failures else 0


sys.exit(main())
