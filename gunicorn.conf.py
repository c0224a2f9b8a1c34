"""What gunicorn is told besides its command line; it reads this file by itself."""

from typing import Any

from scorer.commands.cores import stay_on_one_core


def post_fork(server: Any, worker: Any) -> None:
    """Let each worker have a core of its own."""
    stay_on_one_core(worker.age)
