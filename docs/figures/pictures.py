#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the pictures of README, quick start and tutorial by running the decks they show.

usage: pictures.py PATH_OF_TSUBU [FOLDER_FOR_THE_PICTURES [PICTURE ...]]
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TSUBU = str(pathlib.Path(sys.argv[1]).resolve())
OUT = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else HERE).resolve()


def run(work, *words):
    subprocess.run([TSUBU, *map(str, words)], cwd=work, check=True, capture_output=True, text=True)


def snapshot(work, source, name, *words):
    run(work, "snapshot", source, "--png", OUT / f"{name}.png", "--size", "800x500", *words)


def demo(work):
    """The drum of `tsubu demo`, coloured by the kind of grain."""
    run(work, "demo", "--out", "demo")
    last = max(work.glob("demo/grains_*.txt"), key=lambda p: int(p.stem.split("_")[1]))
    snapshot(work, last, "demo", "--color", "type", "--view", "right", "--plain")


def hopper(work):
    """The hopper of `tsubu new silo`, half of it cut away."""
    run(work, "new", "silo")
    run(work / "silo", "in.silo", "--record", "silo.run")
    snapshot(work / "silo", "silo.run", "hopper", "--view", "front", "--clip", "y>0", "--title", "tsubu new silo")


def main():
    for picture in (demo, hopper):
        if len(sys.argv) > 3 and picture.__name__ not in sys.argv[3:]:
            continue
        folder = pathlib.Path(tempfile.mkdtemp())
        picture(folder)
        shutil.rmtree(folder)


main()
