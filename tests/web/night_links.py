"""URLs of nights, for tests."""


def night_of(table):
    """The address of the night a game was played in."""
    return f"/nights/{table.night}"


def nights_listed(phone):
    """The addresses of all nights that the page links to."""
    return [link for link in phone.page.links if link.startswith("/nights/") and len(link) == 44]
