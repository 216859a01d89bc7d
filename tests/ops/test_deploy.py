"""What operators copy and read fits the program."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import EXIT_USAGE, _build_parser
from bot.ops.metrics import Metrics
from bot.settings import PREFIX, Settings
from storage.interface.processes import Share
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
    (commands,) = _build_parser()._subparsers._group_actions  # type: ignore[union-attr]
    assert "doctor" in (commands.choices or ())
    for command in commands.choices or ():
        assert f"`{command}" in MANUAL, command


def test_the_manual_names_every_metric_of_ours() -> None:
    metrics = Metrics()
    metrics.record_refusal(ValueError())
    metrics.record_press("button", 0.1)
    names = {name.partition(" ")[0] for name in shown(metrics) if name.startswith("boardroom_")}
    ours = {re.sub(r"_(bucket|count|sum|created|total)$", "", name) for name in names} - {"boardroom_info"}
    assert ours
    assert not {name for name in ours if f"`{name}`" not in MANUAL and f"`{name}_total`" not in MANUAL}


def test_the_image_holds_the_program_and_what_the_lock_lists_and_is_not_root() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    assert re.findall(r"^COPY (?!--from)(\S+)", text, re.MULTILINE) == [
        ".ci/locks/${LOCK}.txt",
        "bot",
        "cogs",
        "storage",
    ]
    assert re.findall(r"^ARG (LOCK|CLIENT)=(\S*)$", text, re.MULTILINE) == [("LOCK", "bot"), ("CLIENT", "")]
    assert "--require-hashes" in text
    assert re.findall(r"^USER (\S+)", text, re.MULTILINE) == ["10001"]
    for path in re.findall(r"^COPY (?!--from)(\S+)", text, re.MULTILINE):
        for lock in ("bot", "postgres"):
            assert (ROOT / path.replace("${LOCK}", lock)).exists()


def test_the_base_image_is_pinned_by_its_digest() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    (base,) = re.findall(r"^ARG PYTHON=(\S+)$", text, re.MULTILINE)
    assert re.fullmatch(r"docker\.io/library/python:3\.\d+\.\d+-slim@sha256:[0-9a-f]{64}", base)
    assert set(re.findall(r"^FROM (\S+)", text, re.MULTILINE)) == {"${PYTHON}"}


UNITS = "boardroom.service", "boardroom@.service"
COMPOSED = "compose.yaml", "compose-several.yaml"


def unit(name: str) -> dict[str, str]:
    """The settings of a systemd unit that are given once."""
    lines = (DEPLOY / name).read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


def composed(name: str) -> Mapping[str, Any]:
    """The services of a compose file."""
    yaml: Any = import_module("yaml")  # which comes with pre-commit, and has no types
    found: Mapping[str, Any] = yaml.safe_load((DEPLOY / name).read_text("utf-8"))["services"]
    return found


def test_several_processes_are_one_another_s_but_for_what_each_has_alone() -> None:
    one, several = unit("boardroom.service"), unit("boardroom@.service")
    assert {key for key in one.keys() | several.keys() if one.get(key) != several.get(key)} == {
        *("Description", "Environment", "MemoryMax", "TasksMax")
    }
    assert several["Environment"] == "BOARDROOM_METRICS_PORT=946%i"
    both, alone = composed("compose-several.yaml")["bot"], composed("compose.yaml")["bot"]
    for key in ("env_file", "restart", "stop_grace_period", "read_only", "cap_drop", "security_opt", "logging"):
        assert both[key] == alone[key], key


def test_the_processes_of_the_compose_file_divide_all_shards() -> None:
    bot = composed("compose-several.yaml")["bot"]
    (written,) = re.findall(r"\$\{BOARDROOM_SHARDS:-(.+)\}", bot["environment"]["BOARDROOM_SHARDS"])
    share = Share.parse(written)
    assert bot["deploy"]["replicas"] * share.wanted == share.count
    assert f"BOARDROOM_SHARDS={share}" in (DEPLOY / "boardroom@.service").read_text("utf-8")
    assert "ports" not in bot, "two cannot have one port"
    assert "container_name" not in bot


def test_images_of_others_are_pinned_by_their_digests() -> None:
    services = {name: each for file in COMPOSED for name, each in composed(file).items() if "build" not in each}
    pinned = {
        name for name, each in services.items() if re.fullmatch(r"[\w./-]+:[\w.]+@sha256:[0-9a-f]{64}", each["image"])
    }
    assert services.keys() - pinned == {"proxy"}, "nobody has published a digest of nirn-proxy's image"


def test_the_programs_that_make_backups_are_as_new_as_the_server() -> None:
    services = composed("compose-several.yaml")
    (version,) = re.findall(r":(\d+)@", services["postgres"]["image"])
    assert services["bot"]["build"]["args"] == {"LOCK": "postgres", "CLIENT": f"postgresql-client-{version}"}
    user, password = (services["postgres"]["environment"][f"POSTGRES_{name}"] for name in ("USER", "PASSWORD"))
    address = services["bot"]["environment"]["BOARDROOM_DATABASE"]
    assert address == f"postgresql://{user}:{password}@postgres/{user}"


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_that_starts_before_the_network_goes_on_trying_within_the_logins_of_a_day(name: str) -> None:
    found = unit(name)
    assert found["StartLimitIntervalSec"] == "0", "systemd would give up after some starts, and for good"
    assert found["Restart"] == "on-failure"
    assert 24 * 60 * 60 / int(found["RestartSec"]) < 1000


def test_what_is_set_up_wrongly_is_not_started_again_for_ever() -> None:
    for name in UNITS:
        assert unit(name)["RestartPreventExitStatus"] == str(EXIT_USAGE)
    assert 'CMD ["run", "--stay"]' in (DEPLOY / "Containerfile").read_text("utf-8")
    for name in COMPOSED:
        assert not {"command", "entrypoint"} & composed(name)["bot"].keys(), "it would come instead of the image's own"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
@pytest.mark.parametrize("name", UNITS)
def test_systemd_understands_the_unit(tmp_path: Path, name: str) -> None:
    text = (DEPLOY / name).read_text("utf-8")
    here = re.sub(r"^(User|Group|WorkingDirectory)=.*\n", "", text, flags=re.MULTILINE)
    here = re.sub(r"^ExecStart=.*$", f"ExecStart={sys.executable} -m bot", here, flags=re.MULTILINE)
    (tmp_path / name).write_text(here, "utf-8")
    file = tmp_path / name.replace("@", "@1")
    ran = subprocess.run(  # noqa: S603
        ["systemd-analyze", "verify", "--man=no", file],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    )
    assert [line for line in ran.stderr.splitlines() if name in line or file.name in line] == []


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


@pytest.mark.parametrize("name", [*UNITS, *COMPOSED])
def test_there_is_time_to_stop(name: str) -> None:
    text = (DEPLOY / name).read_text("utf-8")
    found = re.findall(r"(?:TimeoutStopSec=|stop_grace_period: )(\d+)", text)
    assert found
    assert all(int(seconds) >= 60 for seconds in found)


def test_a_fault_of_the_bot_cannot_take_all_memory_or_all_processes_of_the_machine() -> None:
    for name, limits in (("boardroom.service", ("768M", "64")), ("boardroom@.service", ("1G", "128"))):
        assert (unit(name)["MemoryMax"], unit(name)["TasksMax"]) == limits
    for name, of_container in (("compose.yaml", ("768m", 64)), ("compose-several.yaml", ("1g", 128))):
        bot = composed(name)["bot"]
        assert (bot["mem_limit"], bot["pids_limit"]) == of_container


def test_a_private_address_for_security_reports_is_named() -> None:
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    assert "**Report a vulnerability**" in text
    assert "(SECURITY.md)" in (ROOT / "README.md").read_text("utf-8")
