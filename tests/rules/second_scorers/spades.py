"""Spades, by its reference."""

from tests.rules.second_scorer import SecondScorer, Silent, need, split

OPPOSITE = (0, 1, 0, 1)


class Spades(SecondScorer):
    """Points: ten for each trick bid and made, nil, and bags."""

    key = "spades"
    people = range(2, 5)
    misfits = ((4, {"target": 0}), (4, {"target": 100_001}))
    shows = (("bags", "bags"),)

    def begin(self):
        self.bags = [0] * len(self.totals)
        self.cards = 17 if self.players == 3 else 13

    @staticmethod
    def house_rules(players):
        return {
            **({"sides": ["two", "each"]} if players == 4 else {}),
            "target": [500, 200, 60],
            "mercy": [True, False],
            "bags": ["ten", "none"],
            "nil": [100, 50],
            "blind_nil": [True, False],
            "failed_nil": ["bags", "help", "nothing"],
            "set": ["minus", "nothing"],
        }

    def sides(self):
        return list(OPPOSITE) if self.rules.get("sides") == "two" else super().sides()

    @property
    def by_sides(self):
        """Whether partners pile their tricks together."""
        return len(self.totals) < self.players

    def check(self, deal):
        bids = self.numbers(deal, "bids", 0, self.cards)
        nil = [seat for seat, bid in enumerate(bids) if bid == 0]
        sides = range(len(self.totals))
        tricks = self.numbers(deal, "tricks", 0, self.cards, sides, len(sides))
        need(sum(tricks) == self.cards)
        keys = ["bids", "tricks", *["blind"] * self.rules["blind_nil"]]
        if self.by_sides and (nil or "nil_tricks" in deal):
            keys.append("nil_tricks")
            own = self.numbers(deal, "nil_tricks", 0, self.cards, nil)
            for side, took in enumerate(tricks):
                his = [own[seat] for seat in nil if self.side_of[seat] == side]
                need(sum(his) <= took)
                if len(his) == 2 and sum(his) < took:
                    raise Silent  # both bid nil, and a trick of theirs is nobody's
        self.only(deal, *keys)
        blind = deal.get("blind", [False] * self.players)
        need(len(blind) == self.players)
        need(not any(blind[seat] for seat in range(self.players) if seat not in nil))

    def score(self, deal):
        return [self.of_side(side, deal) for side in range(len(self.totals))]

    def of_side(self, side, deal):
        """What a deal gives a side, whose bags are counted."""
        tricks, points, own = deal["tricks"][side], 0, 0
        seats = [seat for seat in range(self.players) if self.side_of[seat] == side]
        for seat in seats:
            if deal["bids"][seat] == 0:
                his = deal["nil_tricks"][seat] if self.by_sides else tricks
                own += his
                worth = self.rules["nil"] * (2 if deal.get("blind", [False] * 4)[seat] else 1)
                points += -worth if his else worth
        contract = sum(deal["bids"][seat] for seat in seats)
        towards = tricks if self.rules["failed_nil"] == "help" else tricks - own
        bags = own if self.rules["failed_nil"] == "bags" else 0
        if towards >= contract:
            points += 10 * contract
            bags += towards - contract
        elif self.rules["set"] == "minus":
            points -= 10 * contract
        points += bags
        if self.rules["bags"] == "ten":
            tens, self.bags[side] = divmod(self.bags[side] + bags, 10)
            points -= 100 * tens
        return points

    def won(self):
        there = max(self.totals) >= self.rules["target"]
        if there or (self.rules["mercy"] and min(self.totals) <= -200):
            return self.leaders_unless_level(True)
        return None

    def unlikely(self, deal):
        for side, total in enumerate(self.totals):
            seats = [seat for seat in range(self.players) if self.side_of[seat] == side]
            bids = [deal["bids"][seat] for seat in seats]
            others = [it for at, it in enumerate(self.totals) if at != side]
            blind = any(deal.get("blind", [False] * 4)[seat] for seat in seats)
            if (blind and total > max(others) - 100) or sum(bids) > self.cards or bids == [0, 0]:
                return True
        return False

    def shown(self):
        return [[side, bags] for side, bags in enumerate(self.bags) if bags]

    def draw(self, random):
        took = split(random, self.cards, self.players)
        bids = [
            0
            if random.random() < (0.5 if tricks == 0 else 0.12)
            else min(max(tricks + random.choice([0, 0, -1, -2, 1, 3]), 0), self.cards)
            for tricks in took
        ]
        nil = [bid == 0 for bid in bids]
        tricks = [0] * len(self.totals)
        for seat, side in enumerate(self.side_of):
            tricks[side] += took[seat]
        deal = {"bids": bids, "tricks": tricks}
        if self.by_sides and any(nil):
            deal["nil_tricks"] = [
                own if is_nil else None for own, is_nil in zip(took, nil, strict=True)
            ]
        if self.rules["blind_nil"] and random.random() < 0.4:
            deal["blind"] = [is_nil and random.random() < 0.6 for is_nil in nil]
        return deal
