"""The compiled templates of a whole test run: each app would compile all of them again."""

from flask import Flask
from jinja2 import BytecodeCache


class TemplateCache(BytecodeCache):
    """What was compiled in this process, by the name and the text of a template."""

    def __init__(self):
        self._compiled = {}

    def load_bytecode(self, bucket):
        bucket.code = self._compiled.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket):
        self._compiled[bucket.key, bucket.checksum] = bucket.code


def pytest_configure(config):
    """Let every app of the tests share."""
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": TemplateCache()}
