"""JSON as it is stored: one way to write each value, so that equal means equal."""

import json
from typing import Any


def dump_json(value: Any) -> str:
    """The value as text; raises ValueError for what is not JSON, or nested absurdly."""
    try:
        return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, RecursionError) as fault:
        raise ValueError("this is not JSON") from fault


def load_json(text: str) -> Any:
    """The value that was stored."""
    return json.loads(text)
