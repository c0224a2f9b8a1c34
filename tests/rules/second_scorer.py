"""What second scorers share: a game played from deal to deal as its reference says, and no faster.

Each game has its own in `second_scorers/`, written from the reference of that game alone and never
from its rules file, so that the two make no mistake together. It reads deals as a record has them,
draws deals that can be, and says which cannot.
"""

from collections.abc import Sequence
from copy import copy
from typing import Any


class Impossible(Exception):
    """A deal that the reference says cannot be."""


class Silent(Exception):
    """A deal of which the reference does not say whether it can be."""


def need(holds):
    """Raise Impossible unless this holds."""
    if not holds:
        raise Impossible


def split(random, total, places):
    """So many tricks, hearts or the like, spread over some of these places."""
    taking = random.sample(range(places), random.randint(1, places))
    numbers = [0] * places
    for _ in range(total):
        numbers[random.choice(taking)] += 1
    return numbers


class SecondScorer:
    """A game by its reference; `again` while the deal does not pass on from the last dealer.

    Each says which `house_rules(players)` there are, by the values that are drawn, the default
    first; `check(deal)` raises where a deal cannot be, `score(deal)` gives the points of each side
    and notes what is carried, `won()` gives the sides that have won, None while the game goes on,
    and `draw(random)` a deal that can be, from the dealer who is next. Where who is out may come
    back `buy_in(seat)` seats them. `misfits` are house rules that do not fit so many.
    """

    key: str
    people: Sequence[int]
    # The things that the sheet shows before a deal and that are carried, and the number in them.
    shows: Sequence[tuple[str, str]] = ()
    # How many deals the game has, where that is known.
    deals: int | None = None
    misfits: Sequence[tuple[int, dict[str, Any]]] = ()

    def __init__(self, players, first_dealer=0, **house_rules):
        usual = {rule: values[0] for rule, values in self.house_rules(players).items()}
        self.rules = usual | house_rules
        self.players = players
        self.side_of = self.sides()
        self.totals = [0] * (max(self.side_of) + 1)
        self.played = 0
        self.dealer, self.again = first_dealer, True
        self.winners = None
        self.begin()

    # What a game says for itself.

    def begin(self):
        """Note what is carried besides the totals."""

    def sides(self):
        """The side of each seat."""
        return list(range(self.players))

    def best(self, totals):
        """The best of these totals."""
        return max(totals)

    def dealt(self):
        """The seats that are dealt to, in the deal that is played or comes next."""
        return list(range(self.players))

    def dealers(self):
        """The seats that may deal."""
        return list(range(self.players))

    def counts(self, deal):
        """Whether a deal is one of the game, and is not dealt again."""
        return True

    def keeps_dealer(self, deal):
        """Whether the same dealer deals once more."""
        return not self.counts(deal)

    def trump_of(self, deal):
        """The trump of a deal; None where nobody noted it or there is none."""

    def unlikely(self, deal):
        """Whether a deal is flagged and let through, where the reference is exact about it."""

    def shown(self):
        """What has to be shown now, in its order: of which side, and the number."""
        return []

    def buyers(self):
        """Who is out and may come back now."""
        return []

    # What is the same in all.

    def next_dealer(self):
        """Who deals the deal that is played or comes next."""
        if self.again:
            return self.dealer
        dealers = self.dealers()
        return next(
            seat
            for step in range(1, self.players + 1)
            if (seat := (self.dealer + step) % self.players) in dealers
        )

    def deal_from(self, dealer):
        """Let the next deal be from this dealer."""
        self.dealer, self.again = dealer, True

    def buy(self, seat):
        """Let who is out come back."""
        need(seat in self.buyers())
        self.buy_in(seat)

    def play(self, deal):
        """The scores of one more deal."""
        need(self.winners is None)
        self.deal_from(deal.get("dealer", self.next_dealer()))
        answers = {key: it for key, it in deal.items() if it is not None and key != "dealer"}
        self.flagged = None
        if answers == {"void": True}:
            return [0] * len(self.totals)
        self.check(answers)
        self.flagged = self.unlikely(answers)
        before = list(self.totals)
        for side, points in enumerate(self.score(answers)):
            self.totals[side] += points
        self.again = self.keeps_dealer(answers)
        if self.counts(answers):
            self.played += 1
            self.winners = self.won()
        return [now - then for now, then in zip(self.totals, before, strict=True)]

    def left(self):
        """How many deals are left of the game, further ones aside; None where nobody knows."""
        return None if self.deals is None else max(self.deals - self.played, 0)

    def leaders(self):
        """The sides that win as it stands."""
        best = self.best(self.totals)
        return [side for side, total in enumerate(self.totals) if total == best]

    def leaders_unless_level(self, level_goes_on):
        """The same; None where several are level and that is played on."""
        leaders = self.leaders()
        return None if level_goes_on and len(leaders) > 1 else leaders

    def stop(self):
        """End a game that is not over."""
        self.winners = self.leaders() if self.played else []

    def only(self, deal, *keys):
        """Raise Impossible where a deal answers what is not asked; Silent where it says no."""
        others = [deal[key] for key in deal.keys() - {*keys}]
        no = [it is False or (isinstance(it, list) and not any(it)) for it in others]
        need(all(no))
        if no:
            raise Silent

    def seat(self, deal, key):
        """The seat that a deal names, of those that were dealt to."""
        need(deal.get(key) in self.dealt())
        return deal[key]

    def numbers(self, deal, key, least, most, places=None, length=None):
        """The numbers of these places, by default of who is dealt to; all others say nothing."""
        places = self.dealt() if places is None else places
        length = self.players if length is None else length
        given = deal.get(key)
        need(given is not None and len(given) == length)
        need(all((number is None) == (at not in places) for at, number in enumerate(given)))
        need(all(least <= given[at] <= most for at in places))
        return given


class Bock:
    """Bock rounds: each doubles as many of the next deals as people sit there.

    They come one after the other, or up to three lie on each other while further ones wait.
    """

    def __init__(self, rule, players):
        self.together, self.players = (3 if rule == "stack" else 1), players
        self.rounds = []

    @property
    def factor(self):
        """By how much the deal to come counts."""
        return 2 ** min(len(self.rounds), self.together)

    def after(self, begins):
        """Count a deal, with which another round begins or not."""
        left = [deals - (at < self.together) for at, deals in enumerate(self.rounds)]
        self.rounds = [deals for deals in left if deals] + [self.players] * begins

    def left(self):
        """How many deals count double, as it stands."""
        later, deals = copy(self), 0
        while later.rounds:
            later.after(False)
            deals += 1
        return deals
