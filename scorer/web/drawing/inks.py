"""What the lines of a chart look like, by day and by lamplight."""

from __future__ import annotations

# None of these is the red of a red nine. By lamplight each has a lighter twin.
INKS = (
    ("#1f5fa8", "#8fc1ff"),
    ("#8a5a00", "#f0b95a"),
    ("#1d6b4f", "#7fd6b0"),
    ("#6b3fa0", "#cbaaf5"),
    ("#1d1a16", "#f3e8d0"),
    ("#0b7285", "#6fd3e6"),
)
DASHES = ("", "7 4", "2 3", "9 3 2 3")


def style_of(lines: int) -> str:
    """The looks: the page's colours, which a picture cannot share, in light and in dark."""
    of_lines = "".join(
        f".serie-{at} .line{{stroke:{INKS[at % len(INKS)][0]};"
        f"stroke-dasharray:{DASHES[at % len(DASHES)] or 'none'}}}"
        for at in range(lines)
    )
    by_lamp = "".join(
        f".serie-{at} .line{{stroke:{INKS[at % len(INKS)][1]}}}" for at in range(lines)
    )
    inks = "".join(f".ink-{at}{{color:{ink}}}" for at, (ink, _) in enumerate(INKS))
    lamp_inks = "".join(f".ink-{at}{{color:{ink}}}" for at, (_, ink) in enumerate(INKS))
    return (
        "text{font:12px ui-serif,Georgia,'Noto Serif',serif;fill:#1d1a16;"
        "font-variant-numeric:lining-nums tabular-nums}"
        ".background{fill:none}.line{fill:none;stroke-width:2;stroke-linejoin:round}"
        ".axis .line{stroke:#8a7f6a;stroke-width:1}.axis .guide.line{stroke:#d5c9ae}"
        ".axis text{fill:#5c5446}.y text{text-anchor:end}.x text{text-anchor:middle}"
        ".x .guide{display:none}"
        ".marks path{fill:currentColor;stroke:currentColor;stroke-width:1.5}"
        ".hollow path{fill:#f8f3e6}"
        ".breaks path{fill:none;stroke:#8a7f6a;stroke-dasharray:1 3}"
        ".break{fill:#5c5446;font-size:11px}"
        ".leader{fill:none;stroke:currentColor;stroke-width:.75;opacity:.6}"
        ".end{font-weight:700;text-anchor:end}.name{unicode-bidi:plaintext}"
        f"{of_lines}{inks}"
        "@media (prefers-color-scheme:dark){"
        "text{fill:#f3e8d0}.axis text,.break{fill:#bfae8e}"
        ".axis .line,.breaks path{stroke:#8d7a5c}"
        ".axis .guide.line{stroke:#46392a}.hollow path{fill:#1b1510}"
        f"{by_lamp}{lamp_inks}}}"
    )
