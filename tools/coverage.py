#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which lines the tests reach, from what gcov says of a build with --coverage: a table by file and the lines that were not reached, into
BUILD/coverage.txt; the share of all lines on the screen.

usage: coverage.py BUILD
"""
import collections
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile

BUILD = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(__file__).resolve().parent.parent


def reports(folder):
    data = [str(p) for p in BUILD.rglob("*.gcda")]
    if not data:
        sys.exit(f"no test has left anything in {BUILD}: run make coverage")
    for k in range(0, len(data), 50):
        subprocess.run(["gcov", "--json-format", "--preserve-paths", *data[k:k + 50]], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    for path in pathlib.Path(folder).glob("*.gcov.json.gz"):
        yield json.loads(gzip.decompress(path.read_bytes()))


def lines():
    """File of the tree -> line -> times it was reached, over all programs."""
    reached = collections.defaultdict(lambda: collections.defaultdict(int))
    with tempfile.TemporaryDirectory() as folder:
        for report in reports(folder):
            for file in report["files"]:
                path = os.path.relpath(os.path.normpath(os.path.join(report["current_working_directory"], file["file"])), ROOT)
                if path.split(os.sep)[0] not in ("src", "include", "cli"):
                    continue
                for line in file["lines"]:
                    reached[path][line["line_number"]] += line["count"]
    return reached


def ranges(numbers):
    out = []
    for n in sorted(numbers):
        if out and n == out[-1][1] + 1:
            out[-1][1] = n
        else:
            out.append([n, n])
    return " ".join(f"{a}-{b}" if b > a else str(a) for a, b in out)


def main():
    reached = lines()
    everything = sum(len(f) for f in reached.values())
    hit = sum(1 for f in reached.values() for count in f.values() if count)
    rows = sorted((sum(1 for c in f.values() if c) / len(f), path, f) for path, f in reached.items())
    with open(BUILD / "coverage.txt", "w", encoding="utf-8") as out:
        print(f"{hit} of {everything} lines are reached by the tests: {100 * hit / everything:.1f} %", file=out)
        for share, path, f in rows:
            print(f"{100 * share:5.1f} %  {path}: {ranges(n for n, c in f.items() if not c)}", file=out)
    print(f"coverage: {hit} of {everything} lines, {100 * hit / everything:.1f} %; by file in {BUILD / 'coverage.txt'}")


main()
