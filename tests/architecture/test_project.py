"""The project's own files agree with each other."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

import bot
from bot.settings import Settings
from tests.architecture.sources import ROOT

TOP_LEVEL = {
    ".ci",
    ".env.example",
    ".git",
    ".github",
    ".gitignore",
    ".pre-commit-config.yaml",
    "bot",
    "CHANGELOG.md",
    "cogs",
    "CONTRIBUTING.md",
    "docs",
    "LICENSE",
    "Makefile",
    "pyproject.toml",
    "README.md",
    "SECURITY.md",
    "storage",
    "tests",
}
TEXT = {"", ".example", ".json", ".md", ".py", ".sql", ".toml", ".txt", ".yaml", ".yml"}


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def ignored() -> list[str]:
    lines = [line.strip().strip("/") for line in read(".gitignore").splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


def project_files() -> Iterator[Path]:
    """Yield the files that belong to the project: what git does not ignore."""
    patterns = [*ignored(), ".git"]
    waiting = [ROOT]
    while waiting:
        for path in sorted(waiting.pop().iterdir()):
            if any(fnmatch(path.name, pattern) for pattern in patterns):
                continue
            if path.is_dir():
                waiting.append(path)
            else:
                yield path


def targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):(?!=)", read("Makefile"), re.MULTILINE))


def test_top_level_holds_only_what_is_agreed() -> None:
    names = {path.name for path in ROOT.iterdir()}
    unknown = {name for name in names - TOP_LEVEL if not any(fnmatch(name, pattern) for pattern in ignored())}
    assert not unknown
    assert not TOP_LEVEL - {".git", "docs"} - names


def make_commands(document: str) -> set[str]:
    """Return the targets named in a script, without its comments, or in the code of a Markdown file."""
    text = read(document)
    if document.endswith(".md"):
        text = "\n".join(re.findall(r"```.*?```|`[^`]+`", text, re.DOTALL))
    else:
        text = re.sub(r"^\s*#.*$", "", text, flags=re.MULTILINE)
    return set(re.findall(r"(?<![\w.-])make ([a-z]+)", text))


def test_every_make_command_that_is_written_down_exists() -> None:
    documents = ("README.md", "CONTRIBUTING.md", ".ci/run", ".pre-commit-config.yaml")
    named = {document: make_commands(document) for document in documents}
    assert {"play", "test"} <= named["README.md"]
    assert {"check", "test"} <= named[".ci/run"]
    for document, commands in named.items():
        assert commands <= targets(), f"{document} names make {', '.join(sorted(commands - targets()))}"


def test_make_lets_python_keep_what_it_has_compiled_whatever_is_set_outside() -> None:
    """Else every process of the tests compiles everything again, before its first test."""
    shown = subprocess.run(  # noqa: S603
        [make_program(), "--no-print-directory", "--eval", "shown: ; @env", "shown"],
        cwd=ROOT,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    assert not any(line.startswith("PYTHONDONTWRITEBYTECODE=") for line in shown)
    assert f"PYTHONPYCACHEPREFIX={ROOT / '.venv' / 'compiled'}" in shown


def make_program() -> str:
    found = shutil.which("make")
    assert found is not None
    return found


def test_commits_are_checked_by_the_same_command_as_everything_else() -> None:
    entries = re.findall(r"entry: (.+)", read(".pre-commit-config.yaml"))
    assert entries == ["make check"]
    assert re.findall(r"repo: (.+)", read(".pre-commit-config.yaml")) == ["local"]


def test_env_example_has_every_setting_and_no_other() -> None:
    prefix = Settings.model_config["env_prefix"]
    settings = {(prefix + name).upper() for name in Settings.model_fields}
    written = re.findall(r"^#? ?([A-Z][A-Z_0-9]+)=", read(".env.example"), re.MULTILINE)
    assert len(settings) >= 3
    assert sorted(written) == sorted(settings)


def test_version_is_the_same_everywhere() -> None:
    """It stands in one place, from which a build takes it."""
    project = tomllib.loads(read("pyproject.toml"))
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["hatch"]["version"]["path"] == "bot/__init__.py"
    assert f"## [{bot.__version__}]" in read("CHANGELOG.md")


def test_builds_use_the_backend_that_the_tests_build_with() -> None:
    (backend,) = tomllib.loads(read("pyproject.toml"))["build-system"]["requires"]
    name, version = backend.split("==")
    assert pins("dev")[name] == version


def pins(lock: str) -> dict[str, str]:
    found = re.findall(r"^([a-z0-9.-]+)==(\S+)", read(f".ci/locks/{lock}.txt"), re.MULTILINE)
    return dict(found)


LOCKS = [
    ("bot", []),
    ("play", ["play"]),
    ("postgres", ["postgres"]),
    ("dev", ["play", "postgres", "testing", "dev"]),
]


@pytest.mark.parametrize(("lock", "extras"), LOCKS)
def test_locks_hold_what_pyproject_asks_for(lock: str, extras: list[str]) -> None:
    project = tomllib.loads(read("pyproject.toml"))["project"]
    asked = project["dependencies"] + [line for extra in extras for line in project["optional-dependencies"][extra]]
    locked = pins(lock)
    for line in asked:
        name, version = re.sub(r"\[.*?\]|;.*", "", line).split("==")
        assert locked.get(name.lower().replace(".", "-")) == version, f"{line}: run `make lock`"


@pytest.mark.parametrize("smaller", ["bot", "play"])
def test_locks_agree(smaller: str) -> None:
    """So that `make run`, `make play` and `make test` can share one .venv."""
    assert len(pins(smaller)) >= 20
    assert pins(smaller).items() <= pins("dev").items()


def test_locks_name_no_place_to_download_from() -> None:
    for path in (ROOT / ".ci" / "locks").iterdir():
        text = path.read_text(encoding="utf-8")
        assert "://" not in text
        assert not re.search(r"^\s*--(?!hash=sha256:)", text, re.MULTILINE)


ELSEWHERE = re.compile(
    rf"(?<![\w.~}}/])/(?:{'|'.join(['home', 'mnt', 'private', 'root', 'tmp', 'Users', 'work'])})(?:/|\b)"
    rf"|(?<![\w/])(?:{'|'.join(['shared', 'study'])})/"
    r"|\b[A-Z]:\\"
)
"""Somebody's own folders, and what lies outside of the project."""


def test_nothing_speaks_of_one_persons_machine() -> None:
    looked_at = 0
    wrong = []
    for path in project_files():
        if path.suffix not in TEXT:
            continue
        looked_at += 1
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if found := ELSEWHERE.search(line):
                wrong.append(f"{path.relative_to(ROOT)}:{number} {found.group()}")
    assert looked_at > 100
    assert not wrong, "\n".join(wrong)


def test_elsewhere_is_recognised() -> None:
    assert ELSEWHERE.search("see " + "/".join(["", "root", "x"]))
    assert ELSEWHERE.search('"' + "/".join(["", "tmp"]) + '"')
    assert ELSEWHERE.search("in " + "/".join(["study", "x.md"]))
    assert not ELSEWHERE.search("tests/work/x, a/b, and/or")


def test_browser_tests_exist_and_are_marked() -> None:
    """The build insists on a browser; this makes sure that it has something to do."""
    files = list((ROOT / "tests" / "browser").glob("test_*.py"))
    assert files
    for path in files:
        assert "pytest.mark.browser" in path.read_text(encoding="utf-8"), f"{path.name} is not marked"


def test_github_runs_everything_on_the_oldest_and_the_newest_python() -> None:
    workflow = read(".github/workflows/ci.yml")
    pythons = re.findall(r'"(3\.\d+)"', workflow)
    oldest = tomllib.loads(read("pyproject.toml"))["project"]["requires-python"].removeprefix(">=")
    newest = re.findall(r"\bpython(3\.\d+)\b", read(".ci/venv"))[0]
    assert pythons == [oldest, newest]
    assert "bash .ci/run" in workflow
