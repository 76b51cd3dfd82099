# SPDX-License-Identifier: Apache-2.0
"""A process that runs decks one after the other: a line of JSON in, a line of JSON out. It ends when nobody speaks to it any more."""
from __future__ import annotations

import json
import math
import os
import queue
import shutil
import sys
import tempfile
import threading
import time
from typing import Any

from ..deck import Deck
from ..errors import Error
from ..tables import read_log

__all__ = ["main"]


def _read(deck: Deck, quantity: dict[str, str]) -> float:
    """One result."""
    if not quantity["column"]:
        return float(deck[quantity["formula"]])
    with tempfile.NamedTemporaryFile("w", suffix=".log", encoding="utf-8") as log:
        log.write(deck.log)
        log.flush()
        table = read_log(log.name)[-1]
    names = table.dtype.names or ()
    if quantity["column"] not in names:
        raise Error(f"the log has no column '{quantity['column']}'; it has {', '.join(names)}")
    return float(table[quantity["column"]][-1])


def _results(deck: Deck, quantities: list[dict[str, str]]) -> dict[str, float]:
    found = {}
    for quantity in quantities:
        value = _read(deck, quantity)
        if not math.isfinite(value):
            raise Error(f"{quantity['name']} is {value}; the deck must tell a finite number")
        if quantity["scale"] == "log" and value <= 0:
            raise Error(f"{quantity['name']} is {value:g}, which has no logarithm; write scale = \"linear\"")
        found[quantity["name"]] = value
    return found


def _draw(deck: Deck) -> None:
    """A picture of the end of the run, for the report; a deck without particles has none."""
    try:
        if len(deck):
            deck.snapshot(size=(480, 360)).save("picture.png")
    except Error:
        pass


def _run(job: dict[str, Any]) -> dict[str, Any]:
    """Runs a deck in a folder of its own."""
    begin = time.process_time()  # others on the machine do not count
    answer: dict[str, Any] = {"id": job["id"], "error": "", "results": {}}
    folder = job["folder"]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    deck: Deck | None = None
    try:
        for name, path in job["files"]:
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            shutil.copyfile(path, os.path.join(folder, name))
        name = os.path.basename(job["deck"])
        shutil.copyfile(job["deck"], os.path.join(folder, name))
        os.chdir(folder)
        deck = Deck(name, var=job["variables"], threads=1)
        answer["results"] = _results(deck, job["quantities"])
        if job["picture"]:
            _draw(deck)
    except (Error, OSError) as error:
        answer["error"] = f"{error}"
    finally:
        if deck is not None:
            with open(os.path.join(folder, "log.tsubu"), "w", encoding="utf-8") as f:
                f.write(deck.log)
            deck.close()
    answer["seconds"] = time.process_time() - begin
    return answer


def main() -> None:
    """Serves jobs from standard input. A thread waits for them, so that the process goes when the one that started it is gone."""
    jobs: queue.Queue[str] = queue.Queue()
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a deck prints is not an answer

    def listen() -> None:
        for line in sys.stdin:
            jobs.put(line)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        answer = _run(json.loads(jobs.get()))
        os.chdir("/")
        out.write(json.dumps(answer) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
