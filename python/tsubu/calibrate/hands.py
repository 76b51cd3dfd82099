# SPDX-License-Identifier: Apache-2.0
"""Processes of this machine, each with one run at a time."""
from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
from typing import Any

__all__ = ["Hands"]

_LAUNCHER = ("OMPI_", "PMI_", "PMIX_", "PRTE_", "MPI_LOCALNRANKS")  # a run is none of the processes that a launcher has started


class _Hand:
    def __init__(self) -> None:
        package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        environment = {k: v for k, v in os.environ.items() if not k.startswith(_LAUNCHER)}
        environment.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
        environment["PYTHONPATH"] = os.pathsep.join(p for p in (package, os.environ.get("PYTHONPATH", "")) if p)
        self.process = subprocess.Popen([sys.executable, "-m", "tsubu.calibrate.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, env=environment, start_new_session=True)
        self.job: dict[str, Any] | None = None

    def give(self, job: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.job = job
        try:
            self.process.stdin.write((json.dumps(job) + "\n").encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # it is seen when the answer is read

    def answer(self) -> dict[str, Any]:
        """What the run has told; of a process that died, that it did."""
        assert self.process.stdout is not None and self.job is not None
        line = self.process.stdout.readline()
        job, self.job = self.job, None
        if line.endswith(b"\n"):
            found: dict[str, Any] = json.loads(line)
            return found
        code = self.process.wait()
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return {"id": job["id"], "error": f"the process of the run ended by {how}", "results": {}, "seconds": 0.0}

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    pass


class Hands:
    """At most `count` processes; they start when they are needed."""

    def __init__(self, count: int):
        self._count = count
        self._idle: list[_Hand] = []
        self._busy: list[_Hand] = []
        self._selector = selectors.DefaultSelector()

    @property
    def free(self) -> bool:
        """Whether one could take a run."""
        return len(self._busy) < self._count

    def give(self, job: dict[str, Any]) -> None:
        """Starts a run."""
        hand = self._idle.pop() if self._idle else _Hand()
        if hand.process.poll() is not None:
            hand.close()
            hand = _Hand()
        assert hand.process.stdout is not None
        hand.give(job)
        self._busy.append(hand)
        self._selector.register(hand.process.stdout, selectors.EVENT_READ, hand)

    def answers(self, wait: float | None) -> list[dict[str, Any]]:
        """Of the runs that have ended; waits so long for one [s], or until there is one (None) if any is under way."""
        found = []
        for key, _ in self._selector.select(wait if self._busy or wait is not None else 0.0):
            self._selector.unregister(key.fileobj)
            found.append(key.data.answer())
            self._busy.remove(key.data)
            self._idle.append(key.data)
        return found

    def close(self) -> None:
        """Ends the processes, with what they run."""
        for hand in (*self._idle, *self._busy):
            hand.close()
        self._idle, self._busy = [], []
        self._selector.close()
