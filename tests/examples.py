"""How many random examples a test tries."""

import os

import pytest
from hypothesis import HealthCheck, settings

# Whether to run at full length: `python3 run.py soak`.
SOAKING = os.environ.get("SOAK") == "1"


def examples(many):
    """As many as this; thirty times as many in the long run, few on a newer Python.

    Whatever asks for a number of examples is marked `soak`, or the long run leaves it out.
    """
    if SOAKING:
        return many * 30
    return max(1, many // 5) if os.environ.get("FEW_EXAMPLES") == "1" else many


def usual_and_long(usual, *others):
    """Parameters of a test: the first is in the usual run, the others in the long run alone."""
    return [usual, *(pytest.param(other, marks=pytest.mark.long) for other in others)]


# A busy machine is no fault of the app.
settings.register_profile(
    "patient",
    deadline=None,
    max_examples=examples(10),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("patient")
