"""Hearts, by its reference."""

from tests.rules.second_scorer import SecondScorer, need, split

PASSING = {
    3: ["left", "right", "none"],
    4: ["left", "right", "across", "none"],
    5: ["left", "right", "two_left", "two_right", "none"],
    6: ["left", "right", "two_left", "two_right", "across", "none"],
}


class Hearts(SecondScorer):
    """Penalties: each heart one, the queen of spades thirteen, and the moon."""

    key = "hearts"
    people = range(3, 7)
    misfits = ((4, {"target": 0}), (4, {"target": 100_001}))
    shows = (("passing", "way"),)

    @staticmethod
    def house_rules(players):
        return {
            "moon": ["others", "own", "either"],
            "jack": [False, True],
            "target": [100, 50, 30, 7],
            "exact": ["ends", "half"],
            "ties": ["shared", "play_on"],
        }

    def best(self, totals):
        return min(totals)

    def check(self, deal):
        queen = self.seat(deal, "queen")
        hearts = self.numbers(deal, "hearts", 0, 13)
        need(sum(hearts) == 13)
        keys = ["queen", "hearts"]
        if self.rules["jack"]:
            self.seat(deal, "jack")
            keys.append("jack")
        if self.rules["moon"] == "either" and hearts[queen] == 13:
            need(deal.get("moon") in ("others", "own"))
            keys.append("moon")
        self.only(deal, *keys)

    def score(self, deal):
        points = list(deal["hearts"])
        queen = deal["queen"]
        points[queen] += 13
        if points[queen] == 26:
            how = deal.get("moon", self.rules["moon"])
            own, others = (0, 26) if how == "others" else (-26, 0)
            points = [own if seat == queen else others for seat in range(self.players)]
        if self.rules["jack"]:
            points[deal["jack"]] -= 10
        for seat, total in enumerate(self.totals):
            after = total + points[seat]
            if self.rules["exact"] == "half" and after == self.rules["target"]:
                points[seat] = after // 2 - total
        return points

    def won(self):
        if max(self.totals) < self.rules["target"]:
            return None
        return self.leaders_unless_level(self.rules["ties"] == "play_on")

    def unlikely(self, deal):
        return False

    def shown(self):
        ways = PASSING[self.players]
        return [[None, ways[self.played % len(ways)]]]

    def draw(self, random):
        deal = {"queen": random.randrange(self.players)}
        if random.random() < 0.25:
            alone = random.choice([deal["queen"], random.randrange(self.players)])
            deal["hearts"] = [13 if seat == alone else 0 for seat in range(self.players)]
        else:
            deal["hearts"] = split(random, 13, self.players)
        if self.rules["jack"]:
            deal["jack"] = random.randrange(self.players)
        if self.rules["moon"] == "either" and deal["hearts"][deal["queen"]] == 13:
            deal["moon"] = random.choice(["others", "own"])
        return deal
