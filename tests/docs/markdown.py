# SPDX-License-Identifier: Apache-2.0
"""What the checks of the documentation share: which pages there are, and their code blocks."""
import pathlib
import re
import subprocess


def pages(root):
    """Every Markdown file that is kept under version control or about to be. Specimens are pages of no tree but the copy in which they
    are tried (tests/rules/test_specimens.sh)."""
    names = subprocess.run(["git", "-C", str(root), "ls-files", "-co", "--exclude-standard", "*.md"],
                           capture_output=True, text=True, check=False).stdout.split("\n")
    found = [pathlib.Path(root) / name for name in names if name and not name.startswith("tests/rules/specimens/")]
    return [p for p in found if p.exists()] or [p for p in pathlib.Path(root).rglob("*.md") if "build" not in p.parts]


FENCE = re.compile(r"^(?P<quote>```+)(?P<info>[^\n]*)\n(?P<text>.*?)^(?P=quote) *$", re.M | re.S)


def blocks(text):
    """(info string, text, number of the first line, the line above) of every fenced block."""
    for m in FENCE.finditer(text):
        before = text[: m.start()].rstrip("\n").rsplit("\n", 1)[-1]
        yield m["info"].strip(), m["text"], text.count("\n", 0, m.start()) + 1, before


def without_blocks(text):
    return FENCE.sub("", text)
