"""The time zones to choose from, by parts of the world."""

from __future__ import annotations

from scorer.services import clock

ELSEWHERE = "Others"


def zones_by_area(chosen: str) -> dict[str, list[tuple[str, str]]]:
    """All time zones, each with what it is called, by area; the chosen one is always there."""
    areas: dict[str, list[tuple[str, str]]] = {}
    alone: list[tuple[str, str]] = []
    for name in sorted({chosen, *clock.zones()}):
        area, _, place = name.partition("/")
        if place:
            areas.setdefault(area, []).append((name, plain_zone(place)))
        else:
            alone.append((name, name))
    return {**areas, ELSEWHERE: alone}


def plain_zone(name: str) -> str:
    """The name of a time zone as people write it: "America/New York"."""
    return name.replace("_", " ")
