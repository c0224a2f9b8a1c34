"""Canasta, by its reference."""

from tests.rules.second_scorer import SecondScorer, Silent, need, split

CANASTAS = {"natural": 500, "mixed": 300, "wild": 1000}


class Canasta(SecondScorer):
    """Points by sides: cards, canastas, red threes and going out."""

    key = "canasta"
    people = range(2, 7)
    shows = (("first_meld", "points"),)
    misfits = ((4, {"sides": "three"}), (4, {"target": 0}), (4, {"target": 100_001}))

    @staticmethod
    def house_rules(players):
        return {
            "sides": ["partners", "each", *["three"] * (players == 6)],
            "target": [5000, 2000, 500, 10_000],
            "ties": ["play_on", "shared"],
            "wild_canasta": [None, 1000],
            "concealed": [200, 100, 300],
            "red_threes_unmelded": ["minus", "nothing"],
        }

    def sides(self):
        number = self.players
        if self.rules["sides"] == "three":
            number = 3
        elif self.rules["sides"] == "partners" and self.players in (4, 6):
            number = 2
        return [seat % number for seat in range(self.players)]

    def minimum(self, side):
        """What the first meld of a side has to count in the next deal."""
        total = self.totals[side]
        if total >= 7500 and self.rules["target"] == 10_000:
            return 150
        return 15 if total < 0 else 50 if total < 1500 else 90 if total < 3000 else 120

    def counted(self, deal, key, most):
        """A number of each side, of which there is none unless the deal says so."""
        sides = range(len(self.totals))
        if key not in deal:
            return [0 for _ in sides]
        return self.numbers(deal, key, 0, most, sides, len(sides))

    def check(self, deal):
        sides = range(len(self.totals))
        kinds = [it for it in CANASTAS if it != "wild" or self.rules["wild_canasta"]]
        self.only(deal, "out", "concealed", "cards", *kinds, "red_threes", "laid_nothing")
        typed = [self.counted(deal, kind, 11) for kind in kinds]
        canastas = [sum(of_kind[side] for of_kind in typed) for side in sides]
        threes = 6 if self.players == 6 else 4
        red_threes = self.counted(deal, "red_threes", threes)
        need(sum(red_threes) <= threes)
        out = deal.get("out")
        need(out is None or out in sides)
        need(out is not None or not deal.get("concealed"))
        need(not any(canastas) or out is None or canastas[out])
        cards = self.numbers(deal, "cards", -20_000, 20_000, sides, len(sides))
        need(all(it % 5 == 0 for it in cards))
        of_a_pack = max(map(abs, cards)) <= (1770 if self.players == 6 else 1180)
        need(of_a_pack or not any(canastas))
        laid_nothing = deal.get("laid_nothing", [False for _ in sides])
        need(len(laid_nothing) == len(sides))
        for side in sides:
            if laid_nothing[side]:
                need(not canastas[side] and cards[side] <= 0 and side != out)
                if not red_threes[side]:
                    raise Silent  # it is asked where there is a red three
        if not of_a_pack and deal.keys() - {"cards", "out", "concealed"}:
            raise Silent  # neither canastas nor only a total

    def score(self, deal):
        points = list(deal["cards"])
        for kind, worth in CANASTAS.items():
            for side, number in enumerate(self.counted(deal, kind, 11)):
                points[side] += worth * number
        for side, number in enumerate(self.counted(deal, "red_threes", 6)):
            worth = 100 * number
            if number == (6 if self.players == 6 else 4):
                worth *= 2
            elif number == 5:
                worth = 1000
            if deal.get("laid_nothing", [False] * 6)[side]:
                worth = -worth if self.rules["red_threes_unmelded"] == "minus" else 0
            points[side] += worth
        if deal.get("out") is not None:
            points[deal["out"]] += self.rules["concealed"] if deal.get("concealed") else 100
        return points

    def won(self):
        if max(self.totals) < self.rules["target"]:
            return None
        return self.leaders_unless_level(self.rules["ties"] == "play_on")

    def unlikely(self, deal):
        sides, cards, out = range(len(self.totals)), deal["cards"], deal.get("out")
        canastas = [sum(deal.get(kind, [0] * 6)[side] for kind in CANASTAS) for side in sides]
        # Where nothing else was typed the cards are a total, which may well be more.
        typed = any(canastas) or any(self.counted(deal, "red_threes", 6))
        much = typed and sum(map(abs, cards)) > (1770 if self.players == 6 else 1180)
        cheap = out is not None and cards[out] < 35
        return max(canastas) > 5 or much or max(self.score(deal)) > 3000 or cheap

    def shown(self):
        return [[side, self.minimum(side)] for side in range(len(self.totals))]

    def draw(self, random):
        sides = range(len(self.totals))
        if random.random() < 0.3:
            totals = [random.choice([2000, random.randint(-40, 600) * 5]) for _ in sides]
            level = max(self.totals) + 1000
            if random.random() < 0.3:
                totals = [level - total for total in self.totals]
            return {"cards": totals}
        threes = 6 if self.players == 6 else 4
        kinds = [it for it in CANASTAS if it != "wild" or self.rules["wild_canasta"]]
        cards = [random.randint(-60, 200) * 5 for _ in sides]
        deal = {"cards": cards, "red_threes": split(random, random.randint(0, threes), len(sides))}
        deal |= {kind: [random.choice([0, 0, 1, 2]) for _ in sides] for kind in kinds}
        empty = [not any(deal[kind][side] for kind in kinds) for side in sides]
        nothing = [
            empty[side] and cards[side] <= 0 and deal["red_threes"][side] > 0 for side in sides
        ]
        deal["laid_nothing"] = [it and random.random() < 0.7 for it in nothing]
        may = [side for side in sides if not empty[side] or (all(empty) and not nothing[side])]
        if may and random.random() < 0.8:
            deal["out"] = random.choice(may)
            deal["concealed"] = random.random() < 0.3
        for key in ("laid_nothing", "red_threes", "concealed", *kinds):
            value = deal.get(key)
            if not (any(value) if isinstance(value, list) else value) and random.random() < 0.5:
                deal.pop(key, None)
        return deal
