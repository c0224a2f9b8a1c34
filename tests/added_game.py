"""`--game FOLDER`: tests that run over every game run over the one in this folder, too."""

from pathlib import Path

import pytest

from scorer.rules.packages import BadPackage, add_package


def pytest_addoption(parser):
    parser.addoption("--game", metavar="FOLDER", type=Path, help="add the game in this folder")


def pytest_configure(config):
    folder = config.getoption("--game")
    if folder:
        try:
            add_package(folder.resolve())
        except BadPackage as fault:
            raise pytest.UsageError(str(fault)) from fault
