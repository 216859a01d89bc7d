"""What operators copy and read fits the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.__main__ import _parser
from bot.care.metrics import Metrics
from bot.settings import PREFIX, Settings
from tests.care.test_metrics import shown

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
    ours = {re.sub(r"_(bucket|count|sum|created)$", "", name) for name in names} - {"boardroom_info"}
    ours = {name for name in ours if name != "boardroom_refusals"}  # when it was counted first
    assert ours
    assert not {name for name in ours if f"`{name}`" not in MANUAL}


def test_the_image_holds_the_program_and_what_the_lock_lists_and_is_not_root() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    assert re.findall(r"^COPY (?!--from)(\S+)", text, re.MULTILINE) == [".ci/locks/bot.txt", "bot", "cogs", "storage"]
    assert "--require-hashes" in text
    assert re.findall(r"^USER (\S+)", text, re.MULTILINE) == ["10001"]
    for path in re.findall(r"^COPY (?!--from)(\S+)", text, re.MULTILINE):
        assert (ROOT / path).exists()


@pytest.mark.parametrize("name", ["boardroom.service", "compose.yaml"])
def test_there_is_time_to_stop(name: str) -> None:
    text = (DEPLOY / name).read_text("utf-8")
    (seconds,) = re.findall(r"(?:TimeoutStopSec=|stop_grace_period: )(\d+)", text)
    assert int(seconds) >= 60
