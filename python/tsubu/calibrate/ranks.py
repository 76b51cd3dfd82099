# SPDX-License-Identifier: Apache-2.0
"""`mpirun -n N tsubu calibrate STUDY`: rank 0 decides and keeps the file of runs, and all ranks make them, on any number of machines with a common
file system. Which rank makes a run is not seen in the answer."""
from __future__ import annotations

import importlib
import os
import time
from typing import Any

from ..errors import UnsupportedError
from .hands import Hands

__all__ = ["Crew", "crew"]

_LOOK = 0.01  # seconds between looks for messages


class Crew:
    """All ranks, as each of them sees them. On rank 0 it takes runs for the others; these `serve`."""

    def __init__(self, mpi: Any):
        self._mpi, self._all = mpi, mpi.COMM_WORLD
        self.rank: int = self._all.Get_rank()
        self._room = dict.fromkeys(range(1, self._all.Get_size()), 0)

    def open(self, each: int) -> None:
        """Rank 0: from now on each of the others makes so many runs at a time."""
        for rank in self._room:
            self._all.send(each, rank)
            self._room[rank] = each

    @property
    def free(self) -> bool:
        """Whether one could take a run."""
        return any(self._room.values())

    def give(self, job: dict[str, Any]) -> None:
        """Starts a run where most is free."""
        rank = max(self._room, key=lambda r: (self._room[r], -r))
        self._room[rank] -= 1
        self._all.send(job, rank)

    def answers(self) -> list[dict[str, Any]]:
        """Of the runs that have ended."""
        found = []
        status = self._mpi.Status()
        while self._all.iprobe(status=status):
            found.append(self._all.recv(source=status.Get_source()))
            self._room[status.Get_source()] += 1
        return found

    def dismiss(self) -> None:
        """Rank 0: the others end, with what they run."""
        for rank in self._room:
            self._all.send(None, rank)

    def serve(self) -> None:
        """Other ranks: make runs until they are dismissed."""
        while not self._all.iprobe(source=0):  # a blocking receive would take a core
            time.sleep(_LOOK)
        each = self._all.recv(source=0)
        if each is None:
            return
        hands = Hands(each)
        sent: list[Any] = []  # rank 0 may be sending at the same time: nobody waits for the other
        try:
            while True:
                while self._all.iprobe(source=0):
                    job = self._all.recv(source=0)
                    if job is None:
                        return
                    hands.give(job)
                sent = [s for s in sent if not s.Test()]
                sent += [self._all.isend(answer, 0) for answer in hands.answers(_LOOK)]
        finally:
            hands.close()


def crew() -> Crew | None:
    """The ranks that a launcher has started; None if this process is alone."""
    count = next((v for v in map(os.environ.get, ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS")) if v), "1")
    if not count.isdigit() or int(count) < 2:
        return None
    try:
        mpi = importlib.import_module("mpi4py.MPI")
    except ImportError as error:
        raise UnsupportedError(f"{count} copies were started together (mpirun, srun), and to share the runs out they need mpi4py, which is not there "
                               f"({error}); install it (Debian: apt-get install python3-mpi4py), or start one copy") from None
    return Crew(mpi)
