"""What operators copy and read fits the program."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import WRONG, _parser
from bot.ops.metrics import Metrics
from bot.settings import PREFIX, Settings
from tests.ops.test_metrics import shown

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "docs" / "deploy"
MANUAL = (ROOT / "docs" / "operating.md").read_text("utf-8")
SETTINGS = {f"{PREFIX}{name}".upper() for name in Settings.model_fields}
FILES = sorted(DEPLOY.iterdir())


@pytest.mark.parametrize("path", [*FILES, ROOT / "docs" / "operating.md"], ids=lambda path: path.name)
def test_only_settings_that_exist_are_named(path: Path) -> None:
    assert set(re.findall(rf"{PREFIX}[A-Z_]+[A-Z]", path.read_text("utf-8"))) <= SETTINGS


def test_the_manual_names_every_setting_and_every_command() -> None:
    assert set(re.findall(rf"^\| `({PREFIX}\w+)`", MANUAL, re.MULTILINE)) == SETTINGS
    (commands,) = _parser()._subparsers._group_actions  # type: ignore[union-attr]
    assert "doctor" in (commands.choices or ())
    for command in commands.choices or ():
        assert f"`{command}" in MANUAL, command


def test_the_manual_names_every_metric_of_ours() -> None:
    metrics = Metrics()
    metrics.refused(ValueError())
    metrics.pressed("button", 0.1)
    names = {name.partition(" ")[0] for name in shown(metrics) if name.startswith("boardroom_")}
    ours = {re.sub(r"_(bucket|count|sum|created|total)$", "", name) for name in names} - {"boardroom_info"}
    assert ours
    assert not {name for name in ours if f"`{name}`" not in MANUAL and f"`{name}_total`" not in MANUAL}


def test_the_image_holds_the_program_and_what_the_lock_lists_and_is_not_root() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    assert re.findall(r"^COPY (?!--from)(\S+)", text, re.MULTILINE) == [".ci/locks/bot.txt", "bot", "cogs", "storage"]
    assert "--require-hashes" in text
    assert re.findall(r"^USER (\S+)", text, re.MULTILINE) == ["10001"]
    for path in re.findall(r"^COPY (?!--from)(\S+)", text, re.MULTILINE):
        assert (ROOT / path).exists()


def test_the_base_image_is_pinned_by_its_digest() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    (base,) = re.findall(r"^ARG PYTHON=(\S+)$", text, re.MULTILINE)
    assert re.fullmatch(r"docker\.io/library/python:3\.\d+\.\d+-slim@sha256:[0-9a-f]{64}", base)
    assert set(re.findall(r"^FROM (\S+)", text, re.MULTILINE)) == {"${PYTHON}"}


def unit() -> dict[str, str]:
    """The settings of the systemd unit that are given once."""
    lines = (DEPLOY / "boardroom.service").read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


def test_a_unit_that_starts_before_the_network_goes_on_trying_within_the_logins_of_a_day() -> None:
    found = unit()
    assert found["StartLimitIntervalSec"] == "0", "systemd would give up after some starts, and for good"
    assert found["Restart"] == "on-failure"
    assert 24 * 60 * 60 / int(found["RestartSec"]) < 1000


def test_what_is_set_up_wrongly_is_not_started_again_for_ever() -> None:
    assert unit()["RestartPreventExitStatus"] == str(WRONG)
    assert 'CMD ["run", "--stay"]' in (DEPLOY / "Containerfile").read_text("utf-8")
    compose = (DEPLOY / "compose.yaml").read_text("utf-8")
    assert not re.search(r"^ +(command|entrypoint):", compose, re.MULTILINE), "it would come instead of the image's own"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "boardroom.service").read_text("utf-8")
    here = re.sub(r"^(User|Group|WorkingDirectory)=.*\n", "", text, flags=re.MULTILINE)
    here = re.sub(r"^ExecStart=.*$", f"ExecStart={sys.executable} -m bot", here, flags=re.MULTILINE)
    file = tmp_path / "boardroom.service"
    file.write_text(here, "utf-8")
    ran = subprocess.run(  # noqa: S603
        ["systemd-analyze", "verify", "--man=no", file],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    )
    assert [line for line in ran.stderr.splitlines() if file.name in line] == []


@pytest.mark.thorough
def test_a_package_that_would_have_to_be_built_is_not_installed(tmp_path: Path) -> None:
    """What builds a package is a program of its own, which runs before anybody has looked at it."""
    source = tmp_path / "builds-1.0"
    source.mkdir()
    ran = tmp_path / "ran"
    (source / "setup.py").write_text(
        f"open({str(ran)!r}, 'w').close()\nfrom setuptools import setup\nsetup(name='builds', version='1.0')\n"
    )
    (source / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: builds\nVersion: 1.0\n")
    packed = shutil.make_archive(str(source), "gztar", tmp_path, source.name)
    digest = hashlib.sha256(Path(packed).read_bytes()).hexdigest()
    (tmp_path / ".ci" / "locks").mkdir(parents=True)
    shutil.copy(ROOT / ".ci" / "venv", tmp_path / ".ci")
    lock = f"--no-index\n--find-links {tmp_path}\nbuilds==1.0 --hash=sha256:{digest}\n"
    (tmp_path / ".ci" / "locks" / "bot.txt").write_text(lock)
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    made = subprocess.run(  # noqa: S603
        [tmp_path / ".ci" / "venv", "bot"],
        env={**clean, "PYTHON": sys.executable},
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode != 0
    assert "No matching distribution found for builds" in made.stderr
    assert not ran.exists()


@pytest.mark.parametrize("name", ["boardroom.service", "compose.yaml"])
def test_there_is_time_to_stop(name: str) -> None:
    text = (DEPLOY / name).read_text("utf-8")
    (seconds,) = re.findall(r"(?:TimeoutStopSec=|stop_grace_period: )(\d+)", text)
    assert int(seconds) >= 60


def test_a_fault_of_the_bot_cannot_take_all_memory_or_all_processes_of_the_machine() -> None:
    found, compose = unit(), (DEPLOY / "compose.yaml").read_text("utf-8")
    assert (found["MemoryMax"], found["TasksMax"]) == ("768M", "64")
    assert len(re.findall(r"^    (?:mem_limit: 768m|pids_limit: 64)\b", compose, re.MULTILINE)) == 2


def test_whoever_finds_a_weakness_reads_where_to_report_it_in_private() -> None:
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    assert "**Report a vulnerability**" in text
    assert "(SECURITY.md)" in (ROOT / "README.md").read_text("utf-8")
