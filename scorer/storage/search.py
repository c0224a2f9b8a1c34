"""The search for nights: one document a night, kept in order of their days.

A document holds the words of the night's name, place and note, its month and year, and tags for
who played and what: people are found by their names of today, so no document changes when
somebody is renamed. SQLite keeps an FTS5 index of the documents by triggers, PostgreSQL a
`tsvector` column; both find a word by its beginning. Which letters are the same, and where words
begin, is decided here (`words_of`), since each of them would decide otherwise.
"""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby
from typing import Any

from sqlalchemy import BigInteger, Connection, Integer, String, bindparam, delete, select, text
from sqlalchemy.dialects import postgresql, sqlite

from scorer.rules.fold import read_sheet
from scorer.rules.words import WORDS
from scorer.storage.book import read_entries, read_start
from scorer.storage.database import Database
from scorer.storage.games import find_night
from scorer.storage.locks import lock_club, pieces
from scorer.storage.schema import ID, AnyRow, entries, games, night_words, nights, results

# A number holds the day of a night, the second in which it was opened, seen from there, and some
# bits that clubs do not share.
BITS_OF_DAY, BITS_OF_SECOND = 41, 12
MOST_SECONDS = (1 << BITS_OF_DAY - BITS_OF_SECOND) - 1
# A night may be said to have been on another day than the one it was opened on.
A_YEAR = 365 * 24 * 60 * 60

PLAYED = select(games.c.id, games.c.variant, games.c.title).where(
    games.c.club == bindparam("of_club"),
    games.c.night == bindparam("of_night"),
    games.c.deleted_at.is_(None),
)
SITTING = select(results.c.player).where(
    results.c.club == bindparam("of_club"), results.c.game.in_(bindparam("ids", expanding=True))
)
# In these games others may have sat than sit there now.
TAKEN_OVER = (
    select(entries.c.game)
    .distinct()
    .where(
        entries.c.club == bindparam("of_club"),
        entries.c.game.in_(bindparam("ids", expanding=True)),
        entries.c.kind == "take_seat",
    )
)
DOCUMENT = select(night_words).where(night_words.c.club == bindparam("of_club"))
DOCUMENT = DOCUMENT.where(night_words.c.night == bindparam("of_night"))
REMOVE = delete(night_words).where(
    night_words.c.club == bindparam("of_club"), night_words.c.night == bindparam("of_night")
)
# Whoever comes second under a number takes the next one. What was written is given back: how many
# rows an INSERT has written nobody knows any more on PostgreSQL once it is done.
INSERT: Mapping[str, Any] = {
    name: dialect.insert(night_words)
    .on_conflict_do_nothing(index_elements=["number"])
    .returning(night_words.c.number)
    for name, dialect in (("sqlite", sqlite), ("postgresql", postgresql))
}
# The index comes first: SQLite would otherwise look for each document in it.
FIND_ON_SQLITE = text(
    "SELECT night_words.night, night_words.number FROM night_index"
    " CROSS JOIN night_words ON night_words.number = night_index.rowid"
    " WHERE night_index MATCH :query AND night_index.rowid < :before"
    " ORDER BY night_index.rowid DESC LIMIT :most"
).bindparams(
    bindparam("query", type_=String()),
    bindparam("before", type_=BigInteger()),
    bindparam("most", type_=Integer()),
)
# What is found often is found among the newest nights, one by one; only where those do not fill
# the page the index is asked for all others. OFFSET 0 keeps the two ways apart.
FIND_ON_POSTGRESQL: Any = (
    text(
        "WITH newest AS MATERIALIZED (SELECT night, number, night_index FROM night_words"
        " WHERE club = :of_club AND number < :before ORDER BY number DESC LIMIT :looked_at)"
        " (SELECT night, number FROM newest WHERE night_index @@ CAST(:query AS tsquery)"
        " ORDER BY number DESC LIMIT :most)"
        " UNION ALL"
        " (SELECT night, number FROM (SELECT night, number FROM night_words"
        " WHERE night_index @@ CAST(:query AS tsquery) AND club = :of_club OFFSET 0) AS older"
        " WHERE number < (SELECT min(number) FROM newest) ORDER BY number DESC LIMIT :most)"
        " LIMIT :most"
    )
    .bindparams(
        bindparam("of_club", type_=ID),
        bindparam("query", type_=String()),
        bindparam("before", type_=BigInteger()),
        bindparam("looked_at", type_=Integer()),
        bindparam("most", type_=Integer()),
    )
    .columns(night=ID, number=BigInteger)
)
# Every deed adds a piece to SQLite's index, and a search asks each piece; this makes one of them.
OPTIMIZE_ON_SQLITE = text("INSERT INTO night_index (night_index) VALUES ('optimize')")
LOOKED_AT = 300
BEFORE_ALL = 2**62


def find_nights(
    database: Database,
    connection: Connection,
    club: str,
    groups: Sequence[Sequence[str]],
    before: int | None,
    most: int,
) -> list[tuple[str, int]]:
    """The ids and numbers of nights with something of each group, the newest first.

    A group has tags, and beginnings of words as `words_of` gives them.
    """
    parameters: dict[str, Any] = {
        "of_club": club,
        "before": BEFORE_ALL if before is None else before,
        "most": most,
    }
    if database.is_sqlite:
        parameters["query"] = _fts5_query(club, groups)
        rows = connection.execute(FIND_ON_SQLITE, parameters)
    else:
        parameters |= {"query": _tsquery(groups), "looked_at": LOOKED_AT}
        rows = connection.execute(FIND_ON_POSTGRESQL, parameters)
    return [(row.night, row.number) for row in rows]


def write_document(connection: Connection, club: str, night: str) -> None:
    """Write the document of a night anew, where its texts, games or people have changed.

    The caller holds the club.
    """
    parameters = {"of_club": club, "of_night": night}
    row = find_night(connection, club, night)
    if row is None:
        raise LookupError(f"there is no night {night}")
    document = connection.execute(DOCUMENT, parameters).first()
    words = _words(connection, row)
    if document is not None:
        if _is_right(document, row, words):
            return
        connection.execute(REMOVE, parameters)
    if words is None:
        return
    new: dict[str, Any] = {"club": club, "night": night, "words": words}
    new["number"] = _first_number(row.day, row.opened_at)
    # Two clubs may bring the same nights in at the same time.
    new["number"] += zlib.crc32(f"{club}/{night}".encode()) % (1 << BITS_OF_SECOND)
    while connection.scalar(INSERT[connection.dialect.name], new) is None:
        new["number"] += 1


def _words(connection: Connection, night: AnyRow) -> str | None:
    """What the document of a night says; None where nothing of it is to be seen."""
    parameters = {"of_club": night.club, "of_night": night.id}
    played = connection.execute(PLAYED, parameters).all()
    if night.deleted_at is not None or not played:
        return None
    month = WORDS["months"][night.day.month - 1]
    titles = (game.title for game in played)
    texts = " ".join((night.name, night.place, night.note, month, str(night.day.year), *titles))
    people = _people(connection, night.club, [game.id for game in played])
    tags = {night.club, *(game.variant for game in played), *people}
    return " ".join(sorted({*map(tag, tags), *words_of(texts)}))


def _people(connection: Connection, club: str, ids: Sequence[str]) -> set[str]:
    """Everybody who ever sat in these games."""
    parameters = {"of_club": club, "ids": list(ids)}
    people = set(connection.scalars(SITTING, parameters))
    for game in connection.scalars(TAKEN_OVER, parameters).all():
        start = read_start(connection, club, game)
        sheet = read_sheet(start, read_entries(connection, club, game))
        people.update(sitter.player for deal in sheet.deals for sitter in deal.sitters)
    return people


def _first_number(day: date, opened_at: datetime) -> int:
    """Where the numbers of nights of this day and second begin."""
    midnight = datetime.combine(day, time(), UTC)
    seconds = (opened_at - midnight) // timedelta(seconds=1) + A_YEAR
    seconds = min(max(seconds, 0), MOST_SECONDS)
    return (day.toordinal() << BITS_OF_DAY) | (seconds << BITS_OF_SECOND)


def _is_right(document: AnyRow, night: AnyRow, words: str | None) -> bool:
    """Whether a document says these words and stands where the night belongs."""
    behind = document.number - _first_number(night.day, night.opened_at)
    # The last numbers of a second are taken from the next one where others were there before.
    return bool(document.words == words and 0 <= behind < 2 << BITS_OF_SECOND)


def rebuild_documents(database: Database) -> int:
    """Write every document anew that is not what it has to be; how many those were.

    They are looked for while everybody else goes on writing, and written a piece at a time.
    """
    stale = stale_documents(database)
    for club, nights_of_club in groupby(stale, lambda night: night[0]):
        for piece in pieces(night for _, night in nights_of_club):
            with database.writing() as connection:
                lock_club(connection, club)
                for night in piece:
                    write_document(connection, club, night)
    if database.is_sqlite:
        with database.writing() as connection:
            connection.execute(OPTIMIZE_ON_SQLITE)
    return len(stale)


def stale_documents(database: Database) -> list[tuple[str, str]]:
    """The club and id of each night whose document is not what it has to be."""
    with database.reading() as connection:
        return [
            (night.club, night.id)
            for night in _all_nights(connection)
            if not _agrees(connection, night)
        ]


def _agrees(connection: Connection, night: AnyRow) -> bool:
    parameters = {"of_club": night.club, "of_night": night.id}
    document = connection.execute(DOCUMENT, parameters).first()
    words = _words(connection, night)
    return words is None if document is None else _is_right(document, night, words)


def _all_nights(connection: Connection) -> Sequence[AnyRow]:
    return connection.execute(select(nights).order_by(nights.c.club, nights.c.day)).all()


LONGEST_WORD = 15
TAG = "="


def words_of(text: str) -> list[str]:
    """The words of a text, without case and accents, each once, in order.

    What is written without spaces, such as Chinese or emoji, is a word a sign.
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    plain = "".join(letter for letter in plain if unicodedata.category(letter) != "Mn")
    words: dict[str, None] = {}
    word = ""
    for sign in unicodedata.normalize("NFKC", plain) + " ":
        is_word = unicodedata.east_asian_width(sign) in "WF" or unicodedata.category(sign) == "So"
        if not is_word and unicodedata.category(sign)[0] in "LNM":
            word += sign
            continue
        if word:
            words[word[:LONGEST_WORD]] = None
        word = ""
        if is_word and unicodedata.category(sign)[0] in "LNS":
            words[sign] = None
    return list(words)


def tag(value: str) -> str:
    """The club, a player or a variant in a document: no word that is typed begins like this."""
    return f"{TAG}{value}"


def _fts5_query(club: str, groups: Sequence[Sequence[str]]) -> str:
    """A query for SQLite's index, which is one for all clubs."""
    terms = ((f'"{term}"' + ("" if term[0] == TAG else " *") for term in group) for group in groups)
    return " AND ".join([f'"{tag(club)}"', *(f"({' OR '.join(group)})" for group in terms)])


def _tsquery(groups: Sequence[Sequence[str]]) -> str:
    """A query for PostgreSQL's index."""
    terms = ((f"'{term}'" + ("" if term[0] == TAG else ":*") for term in group) for group in groups)
    return " & ".join(f"({' | '.join(group)})" for group in terms)
