"""What HOSTING.md says of starting at boot, updating, going back and backups works as it stands."""

import re
import shutil
import sqlite3
import subprocess
from configparser import ConfigParser
from contextlib import closing
from pathlib import Path

import pytest

from scorer import commands, settings
from scorer.storage.migrate import newest_revision
from tests.tables import prepared_file
from tests.tooling.test_documents import ROOT, block

__all__ = ["prepared_file"]


def unit(word):
    """The unit for systemd that has this word in it."""
    parsed = ConfigParser(interpolation=None)
    parsed.optionxform = str
    parsed.read_string(block("HOSTING.md", "ini", word))
    return parsed


def shell_lines(word):
    """The lines of the block of shell commands that has this word in it."""
    lines = block("HOSTING.md", "sh", word).splitlines()
    return [line.split("  #")[0].strip() for line in lines]


def test_the_unit_starts_run_py_with_options_that_it_has(capsys):
    service = unit("run.py")["Service"]
    python, program, *options = service["ExecStart"].split()
    assert (python, program) == ("/usr/bin/python3", "run.py")
    assert (ROOT / program).is_file()
    assert options == ["--port", str(settings.PORT)]
    with pytest.raises(SystemExit):
        commands.main(["serve", "--help"])
    served_with = capsys.readouterr().out
    assert all(option in served_with for option in options[::2])
    assert service["KillSignal"] == "SIGTERM"


def test_the_unit_starts_at_boot_as_a_user_and_again_after_a_fault():
    parsed = unit("run.py")
    service = parsed["Service"]
    assert service["User"] != "root"
    assert Path(service["WorkingDirectory"]).is_absolute()
    assert service["Restart"] == "on-failure"
    assert parsed["Install"]["WantedBy"] == "multi-user.target"


def test_the_nightly_backup_never_leaves_none(tmp_path):
    minute, hour, *rest, command = block("HOSTING.md", "cron", "run.py").strip().split(None, 5)
    assert (int(minute), int(hour), rest) == (15, 4, ["*", "*", "*"])
    # Cron takes % for the end of the line unless it is escaped, and hands on what is left to sh.
    for line in (command, block("HOSTING.md", "cron", "pg_dump")):
        assert not re.search(r"(?<!\\)%", line)
    command = command.replace(r"\%", "%").replace("/srv/scorer/", f"{tmp_path}/")
    (tmp_path / "run.py").write_text(
        "import sys, pathlib\n"
        "assert sys.argv[1] == 'backup' and not pathlib.Path(sys.argv[2]).exists()\n"
        "print('Database: instance/scorer.sqlite', file=sys.stderr)\n"
        "if pathlib.Path('full').exists(): sys.exit('The disk is full.')\n"
        "pathlib.Path(sys.argv[2]).write_text('all there is')\n"
    )

    def mailed():
        words = ["sh", "-c", command]
        done = subprocess.run(words, cwd=home, capture_output=True, text=True, check=False)
        return done.stdout + done.stderr

    home = tmp_path / "home"
    home.mkdir()

    assert [mailed(), mailed()] == ["", ""]
    (home / "scorer-backups/full").touch()
    assert "The disk is full." in mailed()
    (kept,) = home.glob("scorer-backups/backup-[1-7].sqlite")
    assert kept.read_text() == "all there is"


def test_the_way_back_leads_back(prepared_file, tmp_path):
    instance = tmp_path / "instance"
    instance.mkdir()
    shutil.copyfile(prepared_file, instance / "scorer-0013-20261122-200000.sqlite")
    for name in ("scorer.sqlite", "scorer.sqlite-wal"):
        (instance / name).write_bytes(b"of the newer release")
    back = shell_lines("scorer-0013")
    assert back[2:] == ["git checkout main@{1}", "python3 run.py"]
    subprocess.run(["sh", "-ec", "\n".join(back[:2])], cwd=tmp_path, check=True)
    with closing(sqlite3.connect(instance / "scorer.sqlite")) as opened:
        asked = opened.execute("SELECT version_num FROM alembic_version")
        assert asked.fetchall() == [(newest_revision(),)]
