# SPDX-License-Identifier: Apache-2.0
"""`tsubu calibrate` and `python3 -m tsubu.calibrate`."""
from __future__ import annotations

import argparse
import sys

from ..errors import Error
from .bulk import FOLDER, bulk_tests
from .errors import UnreachableError
from .ranks import Crew, crew
from .run import calibrate

__all__ = ["main"]


def _list() -> None:
    for test in bulk_tests().values():
        units = ", ".join(f"{q} [{u}]" if u else q for q, u in test.quantities.items())
        print(f"{test.name:12} {test.summary}\n{'':12} tells {units}")
    print(f"Their decks are in {FOLDER}; grains.in lists the variables that all have.")


def main(arguments: list[str] | None = None) -> int:
    """Reads the words, calibrates, says the answer; the exit code."""
    words = argparse.ArgumentParser("tsubu calibrate", description="Finds the parameters with which bulk tests come out as they were measured.")
    words.add_argument("study", nargs="?", help="TOML file (docs/calibration.md)")
    words.add_argument("--out", help="folder of the runs and the report; STUDY_calibration")
    words.add_argument("--cores", type=int, help="runs side by side; with mpirun, of each rank")
    words.add_argument("--budget", type=int, help="runs at most")
    words.add_argument("--list", action="store_true", help="lists the bulk tests of the package")
    given = words.parse_args(arguments)
    if given.list:
        _list()
        return 0
    if given.study is None:
        print("tsubu: `tsubu calibrate` needs a study, as in `tsubu calibrate glass.toml`", file=sys.stderr)
        return 1
    try:
        team = crew()
    except Error as error:
        print(f"tsubu: {error}", file=sys.stderr)
        return 1
    if team is None:
        return _calibrate(given, None)
    if team.rank > 0:
        team.serve()
        return 0
    try:
        return _calibrate(given, team)
    finally:
        team.dismiss()


def _calibrate(given: argparse.Namespace, team: Crew | None) -> int:
    try:
        answer = calibrate(given.study, given.out, given.cores, given.budget, lambda line: print(line, flush=True), team)
    except UnreachableError as error:
        print(f"tsubu: {error}\nReport: {error.report}", file=sys.stderr)
        return 1
    except (Error, OSError) as error:
        print(f"tsubu: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("tsubu: interrupted; the same command continues", file=sys.stderr)
        return 130
    print(answer.text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
