# SPDX-License-Identifier: Apache-2.0
"""What a newcomer asks first is answered a click or two from the README and from the first page of the manual, in both languages: a page that is
reached by that many links has the words of the answer.

usage: questions.py SOURCE_TREE
"""
import pathlib
import re
import sys

from links import LINK, anchors
from markdown import without_blocks

ROOT = pathlib.Path(sys.argv[1]).resolve()
# The question, the heading that the last link names (if it names one), the words of the answer, and how many clicks at most.
QUESTIONS = [
    ("the syntax of insert/stream", "fix-insertstream", r"fix ID GROUP insert/stream seed N", 1),
    ("calibrate a friction", "", r"\[parameters\.mu\][\s\S]*tsubu calibrate glass\.toml", 1),
    ("make a film", "", r"^# (How to: make a film|手引き：動画を作る)[\s\S]*tsubu snapshot \S+ --film", 1),
    ("cite it", "", r"@software\{tsubu", 1),
    ("do clumps work?", "", r"fix particletemplate/multisphere|particletemplate/multisphere 7", 1),
    ("what it does not do", "", r"`bond_style`", 1),
    ("run on a cluster", "", r"#SBATCH", 1),
    ("parameters of EDEM", "", r"\$k_2/k_1 = 1/\(1-\\lambda_p\)\$", 1),
    ("the run blows up", "", r"check/timestep/gran 1000", 1),
    ("open it in ParaView", "", r"grains\.pvd", 1),
    ("how sure are its numbers?", "", r"validation_impacts\.svg", 1),
    ("equation by equation", "", r"`tsu_normal_eepa_force`", 2),
]
STARTS = {"README.md": 0, "README.ja.md": 0, "docs/index.md": 1, "docs/index.ja.md": 1}  # and how many clicks more from there


def targets(page):
    """The pages and headings that a page leads to."""
    for target in LINK.findall(without_blocks(page.read_text(encoding="utf-8"))):
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not re.match(r"[a-z]+:", target) and file.suffix == ".md" and file.exists():
            yield file, anchor


def clicks(start, heading, words):
    """How many links lead from a page to one that has the words; None if none do."""
    japanese, seen, layer = start.name.endswith(".ja.md"), {start}, [start]
    for n in range(1, 4):
        following = []
        for file, anchor in (t for page in layer for t in targets(page)):
            if (anchor == heading or not heading) and file.name.endswith(".ja.md") == japanese:
                if re.search(words, file.read_text(encoding="utf-8")) and (not heading or heading in anchors(file)):
                    return n
            if file not in seen:
                seen.add(file)
                following.append(file)
        layer = following
    return None


def main():
    failures, lines = [], []
    for question, heading, words, most in QUESTIONS:
        counts = {}
        for start, more in STARTS.items():
            counts[start] = clicks(ROOT / start, heading, words)
            if counts[start] is None or counts[start] > most + more:
                failures.append(f"{start}: {question}: {counts[start] or 'no'} clicks, not {most + more}")
        lines.append(f"{question}: " + ", ".join(f"{start} {n}" for start, n in counts.items()))
    print("\n".join(failures or lines))
    return 1 if failures else 0


sys.exit(main())
