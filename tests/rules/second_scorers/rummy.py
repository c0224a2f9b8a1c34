"""Rummy, with pool rummy, by its reference."""

from tests.rules.second_scorer import SecondScorer, Silent, need


class Rummy(SecondScorer):
    """What is left in the hands: for who went out, or against who holds it, or until who is out."""

    key = "rummy"
    people = range(2, 7)
    misfits = ((4, {"target": 0}), (4, {"target": 100_001}))

    def begin(self):
        self.out = set()
        if self.rules["how"] != "pool" and self.rules["length"] == "deals":
            self.deals = self.rules["deals"]

    @staticmethod
    def house_rules(players):
        return {
            "how": ["winner_takes", "penalties", "pool", "pool"],
            "length": ["target", "deals", "open"],
            "target": [100, 101, 201, 60],
            "deals": [10, 1, 4],
            "in_one": ["doubles", "plain"],
            "most": [None, 80, 50, 7],
            "first_drop": [20, 25, 40],
            "middle_drop": [40, 50],
            "buy_in": ["none", "highest", "highest_plus_one"],
            "ties": ["shared", "play_on"],
        }

    def best(self, totals):
        return max(totals) if self.rules["how"] == "winner_takes" else min(totals)

    def dealt(self):
        return [seat for seat in range(self.players) if seat not in self.out]

    dealers = dealt

    def buyers(self):
        back = self.back()
        may = self.rules["how"] == "pool" and self.rules["buy_in"] != "none"
        stays = back + self.rules["first_drop"] < self.rules["target"]
        return sorted(self.out) if may and stays and self.winners is None else []

    def back(self):
        """The total with which who is out comes back."""
        highest = max(self.totals[seat] for seat in self.dealt())
        return highest + (self.rules["buy_in"] == "highest_plus_one")

    def buy_in(self, seat):
        self.totals[seat] = self.back()
        self.out.remove(seat)

    def check(self, deal):
        winner = deal.get("winner")
        need(winner in self.dealt() or (winner is None and self.rules["how"] == "penalties"))
        holding = [seat for seat in self.dealt() if seat != winner]
        self.numbers(deal, "hands", 0, 999, holding)
        self.only(deal, "winner", "hands", "in_one")
        need(not deal.get("in_one") or (winner is not None and self.rules["in_one"] == "doubles"))
        if "in_one" in deal and self.rules["in_one"] == "plain":
            raise Silent  # that it was not all at once, where that is not asked

    def score(self, deal):
        most = self.rules["most"]
        if most is None:
            most = 80 if self.rules["how"] == "pool" else 10_000
        times = 2 if deal.get("in_one") else 1
        caught = [min((hand or 0) * times, most) for hand in deal["hands"]]
        if self.rules["how"] != "winner_takes":
            return caught
        return [sum(caught) if seat == deal["winner"] else 0 for seat in range(self.players)]

    def leaders(self):
        if self.rules["how"] != "pool":
            return super().leaders()
        best = min(self.totals[seat] for seat in self.dealt())
        return [seat for seat in self.dealt() if self.totals[seat] == best]

    def won(self):
        target = self.rules["target"]
        if self.rules["how"] == "pool":
            self.out |= {seat for seat, total in enumerate(self.totals) if total >= target}
            return self.dealt() if len(self.dealt()) == 1 else None
        if self.rules["length"] == "deals":
            return self.leaders() if self.left() == 0 else None
        if self.rules["length"] == "open" or max(self.totals) < target:
            return None
        return self.leaders_unless_level(self.rules["ties"] == "play_on")

    def draw(self, random):
        deal = {"winner": random.choice(self.dealt())}
        if self.rules["how"] == "penalties" and random.random() < 0.2:
            del deal["winner"]
        deal["hands"] = [
            None
            if seat in self.out or seat == deal.get("winner")
            else random.choice([0, 5, 20, 20, 40, 80, random.randint(0, 150)])
            for seat in range(self.players)
        ]
        if "winner" in deal and self.rules["in_one"] == "doubles" and random.random() < 0.3:
            deal["in_one"] = random.random() < 0.8
        return deal
