"""Sweeps: something is done for all members of a family, on this machine or on a cluster, and kept in a folder.

The tasks, the files and the tables are those of ``wythoff sweep`` on the command line. What is here is only who does which task: workers of
Dask, or whatever speaks ``concurrent.futures``.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import importlib
import importlib.util
import json
import os
import threading
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ThreadPoolExecutor, as_completed
from typing import TYPE_CHECKING, Any

from . import _native
from ._errors import Error, RequestError
from ._game import _made
from ._many import values_of
from ._progress import Bar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping, Sequence

    from ._game import Playable

#: The name of the resource of Dask's workers that tasks ask for, in bytes.
MEMORY = "MEMORY"
#: More tasks than this are sent in batches. What a worker has done of a batch before it dies is not done again.
_MANY = 1000

#: What came of a task: its number, its status, the reason, whether it was there, and why it could not be kept.
_Taken = tuple[int, str, str, bool, "str | None"]


class Sweep:
    """What came of the tasks of a sweep. Results are in the folder ``into``, one file for each."""

    def __init__(self, title: str, tasks: list[str], into: str) -> None:
        #: The title of the family.
        self.family = title
        self._tasks = tasks
        #: The folder.
        self.into = into
        report = json.loads(_native.sweep_status(tasks, into))
        #: How many tasks there are, have a result, cannot be done, were stopped by a limit, are not done yet.
        self.tasks: int = report["tasks"]
        self.done: int = report["done"]
        self.failed: int = report["failed"]
        self.stopped: int = report["stopped"]
        self.open: int = report["open"]
        #: Those without a result: (member, status, reason).
        self.without_result: list[tuple[str, str, str]] = [
            (one["member"], one["status"], one["reason"]) for one in report["without_result"]
        ]

    def table(self) -> dict[str, list[Any]]:
        """The results as columns: ``pandas.DataFrame(found.table())``, ``polars.DataFrame(found.table())``."""
        return _native.sweep_table(self.into, self._tasks)

    def collect(self, path: str | os.PathLike[str]) -> None:
        """Writes the results into one table, a .csv or .parquet file: sorted, without times, the same bytes wherever they were found."""
        _native.sweep_collect(self.into, os.fspath(path), self._tasks)

    def __repr__(self) -> str:
        counts = {"failed": self.failed, "stopped": self.stopped, "not done yet": self.open}
        more = "".join(f", {count} {word}" for word, count in counts.items() if count)
        return f"<{self.family}: {self.tasks} tasks, {self.done} done{more}, in {self.into}>"


def sweep(
    family: str, do: str, into: str | os.PathLike[str], *,
    values: str | Sequence[str] | Mapping[str, Any] = (), where: str | Sequence[str] = (),
    columns: int | str | None = None, to: int | None = None, length: int | None = None, states: int | None = None,
    work: int | None = None, other: Playable | None = None,
    time: float | str | None = None, memory: int | str | None = None, retry: bool = False, shard: tuple[int, int] | None = None,
    client: Any = None, executor: Executor | None = None, resources: Mapping[str, float] | None = None,
    progress: Callable[[int, int], object] | bool | None = None,
) -> Sweep:
    """Does something for all members of a family, and keeps every result in a file of the folder ``into``.

    ``family`` is a name of the rulebook, a notation with letters ("W^k"), a text with choices, or a path to one; ``values`` are such as
    {"k": range(1, 101)} or "k=1..100", ``where`` has conditions such as "gcd(k,m) > 1". ``do`` is count, beams, describe, prove, compare (with
    ``other``), grundy or columns; ``columns``, ``to``, ``length``, ``states`` and ``work`` are its limits, as for ``wythoff sweep`` on the command line.
    ``time`` and ``memory`` are what a task may take: what takes more is recorded as stopped, and is tried again with more, or with ``retry``.

    The tasks run on ``client``, a ``dask.distributed.Client``, or on ``executor``, anything that speaks ``concurrent.futures``; if neither is given,
    on a cluster of processes on this machine, if Dask is there, and on threads if it is not. Workers write into the folder, so all must see it
    under this path. Workers that have the resource ``MEMORY`` (``dask worker --resources "MEMORY=16e9"``) get no more tasks at the same time than
    fit; ``resources`` asks for others. Whatever dies, the same call goes on: what is in the folder is not done again. ``progress`` is called with
    how many tasks have ended and how many there are, or is True for a bar of tqdm.

    >>> import tempfile, wythoff
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as executor:
    ...     found = wythoff.sweep("W^k", do="count", into=folder, values={"k": range(1, 4)}, columns=100, executor=executor)
    ...     found.table()["count"]
    [62, 132, 201]
    """
    if client is not None and executor is not None:
        raise TypeError("give a client or an executor, not both")
    compared = None if other is None else _made(other)
    if compared is not None and compared.piles != 2:
        raise RequestError(f"{compared.name} is played on {compared.piles} piles; members are compared with two-pile games")
    options = {
        "columns": columns, "to": to, "length": length, "states": states, "work": work,
        "with": None if compared is None else compared.canonical,
    }
    words = {"family": _text(family), "values": values_of(values), "conditions": [where] if isinstance(where, str) else list(where)}
    said = {name: str(value) for name, value in options.items() if value is not None}
    limits = {"time": time, "memory": memory}
    title, tasks = _native.sweep_tasks(words, do, said, shard, **limits)
    folder = os.path.abspath(os.fspath(into))
    todo = _native.sweep_todo(tasks, folder, retry, **limits)
    tell = _listener(progress)
    not_kept: list[str] = []
    before = len(tasks) - len(todo)
    if todo:
        run = _Run(tasks, folder, retry, limits)
        batches = [todo[at : at + run.batch(len(todo))] for at in range(0, len(todo), run.batch(len(todo)))]
        ended = 0
        with contextlib.ExitStack() as stack:
            if isinstance(tell, _Tasks):
                stack.callback(tell.bar.close)
            for number, _status, _reason, _known, problem in _taken(stack, run, batches, client, executor, resources):
                if problem is not None:
                    not_kept.append(f"{_member(tasks[number])}: {problem}")
                ended += 1
                tell(before + ended, len(tasks))
    if not_kept:
        some = f"{len(not_kept)} outcomes" if len(not_kept) > 1 else "an outcome"
        raise Error(f"{some} could not be kept ({not_kept[0]}); the same call does again what is missing")
    return Sweep(title, tasks, folder)


class _Tasks:
    """A bar for the whole."""

    def __init__(self) -> None:
        self.bar = Bar()

    def __call__(self, ended: int, tasks: int) -> None:
        self.bar(None, "tasks", ended, tasks)


def _listener(progress: Callable[[int, int], object] | bool | None) -> Callable[[int, int], object]:
    if progress is True:
        return _Tasks()
    return progress if callable(progress) else lambda *_: None


def _text(family: str) -> str:
    """The text of a family: a path is read, everything else is one already."""
    if "\n" in family or not os.path.isfile(family):
        return family
    with open(family, encoding="utf-8") as file:
        return file.read() + "\n"


def _member(task: str) -> str:
    return str(json.loads(task)["member"])


class _Run:
    """What a worker is sent, beside the tasks."""

    def __init__(self, tasks: list[str], into: str, retry: bool, limits: dict[str, Any]) -> None:
        self.tasks, self.into, self.retry, self.limits = tasks, into, retry, limits

    def batch(self, count: int) -> int:
        return max(1, count // _MANY)

    def call(self, batch: list[int]) -> tuple[Any, ...]:
        return (batch, [self.tasks[number] for number in batch], self.into, self.retry, self.limits)


def _work(batch: list[int], tasks: list[str], into: str, retry: bool, limits: dict[str, Any]) -> list[_Taken]:
    """Does some tasks, one after the other: what a worker is asked to do."""
    return [(number, *_native.sweep_run(task, into, retry, **limits)) for number, task in zip(batch, tasks)]


def _work_until(stop: threading.Event, batch: list[int], tasks: list[str], into: str, retry: bool, limits: dict[str, Any]) -> list[_Taken]:
    """The same on a thread, which no signal reaches: it asks now and then whether to go on."""

    def ask(*_: object) -> None:
        if stop.is_set():
            raise CancelledError("the sweep was stopped")

    taken = []
    for one in zip(batch, tasks):
        ask()
        taken += _work([one[0]], [one[1]], into, retry, {**limits, "progress": ask})
    return taken


def _taken(
    stack: contextlib.ExitStack, run: _Run, batches: list[list[int]], client: Any, executor: Executor | None,
    resources: Mapping[str, float] | None,
) -> Iterator[_Taken]:
    """What comes of the tasks, in the order in which they end."""
    if executor is not None:
        yield from _by_executor(run, batches, executor)
    elif client is not None:
        yield from _by_dask(run, batches, client, resources)
    elif importlib.util.find_spec("distributed") is None:
        yield from _by_executor(run, batches, stack.enter_context(ThreadPoolExecutor(os.cpu_count() or 1)))
    else:
        dask = _distributed()
        # Two threads of Dask would share an interpreter for nothing: what takes time is in the library.
        cluster = stack.enter_context(
            dask.LocalCluster(n_workers=os.cpu_count() or 1, threads_per_worker=1, dashboard_address=None)
        )
        yield from _by_dask(run, batches, stack.enter_context(dask.Client(cluster)), resources)


def _distributed() -> Any:
    """Dask, which is no requirement of the package and has no types."""
    return importlib.import_module("distributed")


def _by_executor(run: _Run, batches: list[list[int]], executor: Executor) -> Iterator[_Taken]:
    stop = threading.Event()
    work = functools.partial(_work_until, stop) if isinstance(executor, ThreadPoolExecutor) else _work
    futures = {}
    try:
        futures = {executor.submit(work, *run.call(batch)): batch for batch in batches}
        for future in as_completed(futures):
            yield from future.result()
    except (BrokenExecutor, CancelledError) as lost:
        raise Error(f"the workers are gone ({lost or type(lost).__name__}); the same call goes on with what is missing") from lost
    finally:
        stop.set()
        for future in futures:
            future.cancel()


def _by_dask(run: _Run, batches: list[list[int]], client: Any, resources: Mapping[str, float] | None) -> Iterator[_Taken]:
    dask = _distributed()
    asked = _resources(client, run.limits["memory"]) if resources is None else dict(resources)
    futures: dict[Any, list[int]] = {}

    def send(batch: list[int]) -> Any:
        # What two sweeps send is never the same call for Dask: whether there is something to do is seen in the folder.
        future = client.submit(_work, *run.call(batch), pure=False, resources=asked or None, retries=0)
        futures[future] = batch
        return future

    def each(batches: list[list[int]]) -> Generator[_Taken, None, list[tuple[list[int], Exception]]]:
        """What comes of these; and those that workers died of, again and again."""
        killed = []
        for future in dask.as_completed([send(batch) for batch in batches]):
            batch = futures.pop(future)
            if future.status == "cancelled":
                raise CancelledError
            error = future.exception()
            if error is None:
                yield from future.result()
            elif isinstance(error, dask.KilledWorker):
                killed.append((batch, error))
            else:
                raise error
            future.release()
        return killed

    try:
        killed = yield from each(batches)
        # Which task of a batch is to blame shows when each is sent for itself; and whether it was not another one on the same worker, when
        # nothing else is under way.
        killed = yield from each([[number] for batch, _ in killed for number in batch])
        for batch, _ in killed:
            for (number,), error in (yield from each([batch])):
                yield _killed(run, number, error)
    except (OSError, CancelledError, asyncio.CancelledError, TimeoutError) as lost:
        raise Error(f"the scheduler is gone ({lost or type(lost).__name__}); the same call goes on with what is missing") from lost
    finally:
        if futures:
            with contextlib.suppress(Exception, asyncio.CancelledError):
                client.cancel(list(futures))


def _killed(run: _Run, number: int, error: Exception) -> _Taken:
    """Records that workers died whenever they did this task."""
    reason = f"the workers that did it died, again and again: {error}"
    # More memory may help: workers usually die of having too little.
    _native.sweep_fail(run.tasks[number], run.into, reason, _native.sweep_memory(run.limits["memory"]))
    return (number, "failed", reason, False, None)


def _resources(client: Any, memory: int | str | None) -> dict[str, float]:
    """What a task asks for: its memory, if the workers say how much they have."""
    try:
        known = client.scheduler_info(n_workers=-1)
    except TypeError:  # Older clients tell of all workers anyway.
        known = client.scheduler_info()
    if not any(MEMORY in (worker.get("resources") or {}) for worker in known["workers"].values()):
        return {}
    return {MEMORY: float(_native.sweep_memory(memory))}
