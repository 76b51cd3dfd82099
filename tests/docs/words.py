# SPDX-License-Identifier: Apache-2.0
"""What users read, pages and messages, keeps clear of the words that CONTRIBUTING.md lists under "Writing English" as literal translations, and
Japanese pages of words that have been replaced for good.

usage: words.py SOURCE_TREE [FILE ...]
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
ENGLISH = re.compile(r"\b(goes on|went on|stands the|stands where|booked|books what|turned over|whole or not there|is too much|the same bits|of your own|"
                     r"comes? out differently|misprint\w*|where to go on|to the last bit)\b", re.I)
# In strings of the sources only: a page may say that a force is cut off.
MESSAGES = re.compile(r"\b(is cut off|not all there|feel each other|knows? of|hang together|leave (it|them) out|held fast|would do|(that|which) are no|is not told|"
                      r"taken off|as it was before|lets? particles come)\b")
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
JAPANESE = re.compile("接触則|表面則|勘定|記帳|フォルダー|ブラウザー|メモリー|同じビット|最後のビットまで|入力スクリプト|たまたま")


def files():
    if len(sys.argv) > 2:
        return [pathlib.Path(name) for name in sys.argv[2:]]
    found = [ROOT / "README.md", ROOT / "README.ja.md", ROOT / "cli/messages/ja.po", ROOT / "web/view/src/ui/text.js"]
    for folder, ending in (("docs", "*.md"), ("examples", "*.md"), ("cli/reference", "*.txt")):
        found += [p for p in sorted((ROOT / folder).rglob(ending)) if "development" not in p.parts]
    return found


def messages():
    """Each string of the sources, with those that follow it in one."""
    for path in sorted(p for folder in ("src", "cli") for p in (ROOT / folder).rglob("*.[ch]")):
        for m in re.finditer(rf"{STRING.pattern}(?:[\s\\]*{STRING.pattern})*", path.read_text(encoding="utf-8")):
            yield path, "".join(STRING.findall(m[0]))


def main():
    failures, count = [], 0
    if len(sys.argv) == 2:
        for path, text in messages():
            failures += [f"{path}: '{m[0]}' in \"{text[:80]}\": see \"Writing English\" in CONTRIBUTING.md" for m in [*MESSAGES.finditer(text), *ENGLISH.finditer(text)]]
    for path in files():
        count += 1
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            for m in [*ENGLISH.finditer(line), *JAPANESE.finditer(line)]:
                failures.append(f"{path}:{number}: '{m[0]}': see \"Writing English\" in CONTRIBUTING.md")
    if count < 150 and len(sys.argv) == 2:
        failures.append(f"only {count} files")
    print("\n".join(failures) or f"{count} files")
    return 1 if failures else 0


sys.exit(main())
