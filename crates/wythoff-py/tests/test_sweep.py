"""Sweeps on Dask and on concurrent.futures: the same files and tables as on one machine, whoever dies in the middle."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import wythoff

distributed = pytest.importorskip("distributed")
dask = pytest.importorskip("dask")

SMALL = {"family": "W^k", "do": "count", "values": {"k": range(1, 13)}, "columns": 200}
#: A few tenths of a second each, so that somebody can die in the middle.
SLOW = {"family": "W^k", "do": "beams", "values": {"k": range(6, 18)}, "columns": 20000}


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.json")}


def table(found: wythoff.Sweep, path: Path) -> bytes:
    found.collect(path)
    return path.read_bytes()


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What threads of this process find."""
    there = tmp_path_factory.mktemp("local")
    with ThreadPoolExecutor(2) as executor:
        return {
            name: wythoff.sweep(into=there / name, executor=executor, **what)
            for name, what in (("small", SMALL), ("slow", SLOW))
        }


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None,
            resources={"MEMORY": 4e9},
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_a_cluster_finds_the_same_bytes(local: dict[str, Any], client: Any, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    found = wythoff.sweep(into=tmp_path / "r", client=client, progress=lambda *now: told.append(now), **SMALL)
    assert (found.tasks, found.done, found.open, found.without_result) == (12, 12, 0, [])
    assert told[-1] == (12, 12)
    assert files(tmp_path / "r") == files(Path(local["small"].into))
    for name in ("t.csv", "t.parquet"):
        assert table(found, tmp_path / name) == table(local["small"], tmp_path / f"local-{name}")
    assert found.table()["k"] == list(range(1, 13))


def test_the_command_line_finds_the_same_bytes(local: dict[str, Any], tmp_path: Path) -> None:
    program = os.environ.get("WYTHOFF_BIN", str(Path(__file__).parents[3] / "target/debug/wythoff"))
    if not Path(program).is_file():
        pytest.skip("the program is not built")
    command = [program, "sweep", "W^k", "--for", "k=1..12", "--do", "count", "--columns", "200", "--into", "r", "--collect", "t.csv"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert files(tmp_path / "r") == files(Path(local["small"].into))
    assert (tmp_path / "t.csv").read_bytes() == table(local["small"], tmp_path / "local.csv")


def test_a_local_cluster_when_none_is_given(local: dict[str, Any], tmp_path: Path) -> None:
    found = wythoff.sweep(into=tmp_path / "r", **SMALL)
    assert table(found, tmp_path / "t.csv") == table(local["small"], tmp_path / "local.csv")


def test_processes_of_concurrent_futures(local: dict[str, Any], tmp_path: Path) -> None:
    with ProcessPoolExecutor(2) as executor:
        found = wythoff.sweep(into=tmp_path / "r", executor=executor, **SMALL)
    assert table(found, tmp_path / "t.csv") == table(local["small"], tmp_path / "local.csv")


class InBackground(threading.Thread):
    """A sweep that somebody disturbs."""

    def __init__(self, folder: Path, **arguments: Any) -> None:
        super().__init__(daemon=True)
        self.folder, self.arguments = folder, arguments
        self.found: wythoff.Sweep | None = None
        self.error: BaseException | None = None
        self.start()

    def run(self) -> None:
        try:
            self.found = wythoff.sweep(into=self.folder, **self.arguments)
        except BaseException as error:
            self.error = error

    def wait_for_some(self, count: int = 2) -> None:
        until = time.monotonic() + 60
        while len(files(self.folder)) < count and time.monotonic() < until and self.is_alive():
            time.sleep(0.005)


def test_a_worker_killed_in_the_middle(local: dict[str, Any], client: Any, tmp_path: Path) -> None:
    sweep = InBackground(tmp_path / "r", client=client, **SLOW)
    sweep.wait_for_some()
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "r").glob("*.json")}
    pids = client.run(os.getpid)
    os.kill(next(iter(pids.values())), signal.SIGKILL)
    sweep.join(120)
    assert sweep.found is not None, sweep.error
    assert (sweep.found.done, sweep.found.tasks) == (12, 12)
    assert table(sweep.found, tmp_path / "t.parquet") == table(local["slow"], tmp_path / "local.parquet")
    assert kept and all(path.stat().st_mtime_ns == when for path, when in kept.items()), "what was done was not repeated"


STOPPED = """
import os, signal, sys, threading, time, wythoff
from concurrent.futures import ThreadPoolExecutor
threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT)).start()
start = time.perf_counter()
try:
    with ThreadPoolExecutor(2) as executor:
        wythoff.sweep("W^k", do="beams", values="k=1,40,41,42", columns=10**7, into=sys.argv[1], executor=executor)
except KeyboardInterrupt:
    print(time.perf_counter() - start)
"""


def test_ctrl_c_stops_tasks_on_threads(tmp_path: Path) -> None:
    """Tasks of minutes, which threads of an executor would do to their end before the program ends."""
    ran = subprocess.run([sys.executable, "-c", STOPPED, str(tmp_path)], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    assert 1.4 < float(ran.stdout) < 10
    assert not list(tmp_path.glob("*.failed.json")), "being stopped by hand is no outcome"


class DeadlyTask(distributed.WorkerPlugin):
    """Workers end where they are told to do the task of k=5, however often they are replaced."""

    def setup(self, worker: Any) -> None:
        from wythoff import _native

        # A worker that is asked to close itself would say so to the scheduler; one that runs out of memory does not.
        ran = _native.sweep_run
        _native.sweep_run = lambda task, *rest, **limits: os._exit(9) if '"k=5"' in task else ran(task, *rest, **limits)


def test_a_task_that_kills_its_workers_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others of its batch, and those on the same worker, are done all the same."""
    monkeypatch.setattr(wythoff._sweep, "_MANY", 3)
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        client.register_plugin(DeadlyTask())
        found = wythoff.sweep(into=tmp_path / "r", client=client, **SMALL)
    assert (found.done, found.failed, found.open) == (11, 1, 0)
    ((member, status, reason),) = found.without_result
    assert (member, status) == ("k=5", "failed") and reason.startswith("the workers that did it died, again and again")
    with ThreadPoolExecutor(1) as executor:
        assert wythoff.sweep(into=tmp_path / "r", executor=executor, **SMALL).failed == 1, "it would only kill again"
        assert wythoff.sweep(into=tmp_path / "r", executor=executor, memory="8G", **SMALL).done == 12, "more memory may help"


def test_a_bar_for_the_whole(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with ThreadPoolExecutor(2) as executor:
        wythoff.sweep(into=tmp_path / "r", executor=executor, progress=True, **SMALL)
    shown = capfd.readouterr()
    ticks = [tick for tick in shown.err.split("\r") if "tasks:" in tick]
    assert ticks and "12/12 [" in ticks[-1] and shown.out == "", shown


@contextlib.contextmanager
def a_scheduler(tmp_path: Path, name: str) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A scheduler and two workers, each a process that can be killed."""
    where = tmp_path / f"{name}.json"
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    dask_at = [sys.executable, "-m", "dask"]
    scheduler = subprocess.Popen(
        [*dask_at, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(where)], **quiet
    )
    worker = ["worker", "--scheduler-file", str(where), "--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", "20"]
    workers = [subprocess.Popen([*dask_at, *worker], **quiet) for _ in range(2)]
    try:
        yield scheduler, str(where)
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def test_the_scheduler_killed_and_the_sweep_started_again(local: dict[str, Any], tmp_path: Path) -> None:
    with dask.config.set({"distributed.comm.timeouts.connect": "3s", "distributed.comm.timeouts.tcp": "15s"}):
        with a_scheduler(tmp_path, "first") as (scheduler, where):
            client = distributed.Client(scheduler_file=where, timeout=60)
            sweep = InBackground(tmp_path / "r", client=client, **SLOW)
            sweep.wait_for_some()
            scheduler.kill()
            sweep.join(60)
            with contextlib.suppress(Exception):
                client.close(timeout=1)
        assert isinstance(sweep.error, wythoff.Error), (sweep.error, sweep.found)
        assert "the same call goes on" in str(sweep.error)
        kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "r").glob("*.json")}
        assert 2 <= len(kept) < 12
        with a_scheduler(tmp_path, "second") as (_, where), distributed.Client(scheduler_file=where, timeout=60) as client:
            found = wythoff.sweep(into=tmp_path / "r", client=client, **SLOW)
    assert table(found, tmp_path / "t.csv") == table(local["slow"], tmp_path / "local.csv")
    assert all(path.stat().st_mtime_ns == when for path, when in kept.items()), "what was done was not repeated"


def limit_files(size: int) -> None:
    """No file of this process can be larger: writing more fails as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def full_disk(tmp_path: Path, **where: Any) -> wythoff.Sweep:
    large = {"family": "W^k", "do": "columns", "values": "k=1,2,60", "columns": "0..400"}
    with pytest.raises(wythoff.Error, match="k=60: cannot write .*File too large"):
        wythoff.sweep(into=tmp_path / "r", **where, **large)
    assert len(files(tmp_path / "r")) == 2, "the others are kept, and nothing is half written"
    if "client" in where:
        where["client"].run(limit_files, resource.RLIM_INFINITY)
    else:
        where = {"executor": ThreadPoolExecutor(1)}
    return wythoff.sweep(into=tmp_path / "r", **where, **large)


def test_a_full_disk_in_one_task(client: Any, tmp_path: Path) -> None:
    client.wait_for_workers(2, timeout=60)
    client.run(limit_files, 60_000)
    found = full_disk(tmp_path, client=client)
    assert (found.done, found.open) == (3, 0)


def test_a_full_disk_in_processes(tmp_path: Path) -> None:
    with ProcessPoolExecutor(1, initializer=limit_files, initargs=(60_000,)) as executor:
        assert full_disk(tmp_path, executor=executor).done == 3


def test_failures_are_recorded_and_tried_again_with_more(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as executor:
        arguments: dict[str, Any] = {**SMALL, "do": "beams", "columns": 3000, "values": "k=2..3", "executor": executor, "into": tmp_path / "r"}
        stopped = wythoff.sweep(time=0, **arguments)
        assert (stopped.done, stopped.stopped) == (0, 2)
        assert stopped.without_result[0] == ("k=2", "stopped", "the time is up")
        assert stopped.table()["status"] == ["stopped", "stopped"]
        assert wythoff.sweep(time=0, **arguments).stopped == 2
        assert wythoff.sweep(**arguments).done == 2
        grundy = wythoff.sweep("W^k", do="grundy", values="k=1..2", into=tmp_path / "g", executor=executor)
        assert (grundy.done, grundy.failed) == (0, 2), "there is blocking in the rules"


def test_what_is_wrong_is_said() -> None:
    def say(**more: Any) -> str:
        with pytest.raises(wythoff.Error) as caught:
            wythoff.sweep(**{"family": "W^k", "do": "count", "into": "/nowhere", "values": "k=1..2", **more})
        return str(caught.value)

    assert say(do="beems") == 'nothing called "beems" can be done; did you mean beams?'
    assert say(do="beams", to=5).startswith("to has no effect on beams")
    assert say(do="compare") == "other says with which game to compare"
    assert say(shard=(3, 2)).startswith("(3, 2) is no part")
    assert "no family is called" in say(family="nosuch")
    with pytest.raises(TypeError, match="not both"):
        wythoff.sweep("W^k", do="count", into="r", client=1, executor=ThreadPoolExecutor(1))


def test_ten_thousand_tiny_tasks(client: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a task costs beside its work: to make it, send it, look for its file, write that safely, and hear of it."""
    client.wait_for_workers(2, timeout=60)
    what: dict[str, Any] = {"family": "kWN", "do": "count", "values": "k=1..10000", "columns": 10}
    lines = []
    with ThreadPoolExecutor(2) as executor:
        ways: list[tuple[str, dict[str, Executor]]] = [("dask", {"client": client}), ("threads", {"executor": executor})]
        for name, where in ways:
            for again in ("done", "skipped"):
                start = time.perf_counter()
                found = wythoff.sweep(into=tmp_path / name, **where, **what)
                took = time.perf_counter() - start
                assert (found.done, found.tasks) == (10000, 10000)
                lines.append(f"10,000 tiny tasks, {name}, {again}: {took:.1f} s, {took * 100:.0f} µs a task")
        assert table(found, tmp_path / "t.csv").count(b"\n") == 10001
    with capsys.disabled():
        print("\n" + "\n".join(lines))
