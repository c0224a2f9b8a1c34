"""Templates are compiled once, not for each app of each process of tests."""

import sys
from pathlib import Path

from flask import Flask
from jinja2 import FileSystemBytecodeCache

FOLDER = Path(__file__).parent / "__pycache__" / "templates"


def pytest_configure(config):
    """Let every app of the tests share what is compiled, as Python does with its modules."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    cache = FileSystemBytecodeCache(str(FOLDER), f"%s.{sys.implementation.cache_tag}")
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": cache}
