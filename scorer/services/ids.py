"""Ids: UUIDs in small letters, which a phone can make as well."""

import re
import uuid
from typing import TypeGuard

SHAPE = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
ID = re.compile(SHAPE)


def is_id(text: object) -> TypeGuard[str]:
    """Whether this is an id as we write them."""
    return isinstance(text, str) and ID.fullmatch(text) is not None


def new_id() -> str:
    """An id that nobody has."""
    return str(uuid.uuid4())


def id_from(*parts: object) -> str:
    """The id that follows from these parts, the same each time it is asked."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, "/".join(map(str, parts))))
