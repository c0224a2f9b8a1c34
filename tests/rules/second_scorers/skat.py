"""Skat, by its reference."""

from tests.rules.second_scorer import Bock, SecondScorer, Silent, need, split

BASE = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
TOOK = ["all", "to_120", "to_89", "to_60", "to_30", "none"]
# By hand and ouvert.
NULL = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}


class Skat(SecondScorer):
    """Points: the value of the declarer's game, or twice as much lost."""

    key = "skat"
    people = range(3, 5)
    misfits = ((3, {"rounds": 0}), (4, {"rounds": 101}))
    shows = (("bock", "deals"),)

    def begin(self):
        self.bock = Bock(self.rules["bock"], self.players)
        if self.rules["length"] == "rounds":
            self.deals = self.rules["rounds"] * self.players
        self.games_won = [0] * self.players
        self.games_lost = [0] * self.players

    @staticmethod
    def house_rules(players):
        return {
            "list": ["leipzig", "seeger_fabian", "seeger"],
            "length": ["rounds", "open"],
            "rounds": [12, 1, 2],
            "all_pass": ["counts", "again", "ramsch"],
            "kontra": ["none", "kontra_re"],
            "bock": ["none", "queue", "stack"],
            "ties": ["won_games", "shared"],
        }

    def dealt(self):
        resting = self.next_dealer() if self.players == 4 else None
        return [seat for seat in range(self.players) if seat != resting]

    def check(self, deal):
        own = {"bock"} if self.rules["bock"] != "none" else set()
        if deal.get("passed"):
            if "bock" in deal and own:
                raise Silent  # `passed` excludes all others, and what begins one is for the table
            self.only(deal, "passed")
            if self.rules["all_pass"] == "ramsch":
                raise Silent  # whether all may have passed where that is a Ramsch
        elif "ramsch" in deal:
            need(self.rules["all_pass"] == "ramsch")
            self.only(deal, "ramsch", "virgins", "passed", *own)
            need(sum(self.numbers(deal, "ramsch", 0, 120)[seat] for seat in self.dealt()) == 120)
            need(0 <= deal.get("virgins", 0) <= 2)
            zeros = sum(points == 0 for points in deal["ramsch"])
            if deal.get("virgins", 0) > zeros:
                raise Silent  # who has no trick has no points either
        else:
            self.check_declared(deal, own)

    def check_declared(self, deal, own):
        """Check a deal that somebody declared."""
        if self.rules["kontra"] != "none":
            own = own | {"said"}
        keys = "declarer", "game", "matadors", "took", "hand", "announced", "ouvert", "bid"
        self.only(deal, *keys, *own, "passed")
        self.seat(deal, "declarer")
        need(deal.get("said") in (None, "kontra", "re"))
        need("bid" not in deal or 18 <= deal["bid"] <= 264)
        if deal.get("game") == "null":
            need("matadors" not in deal and "announced" not in deal)
            need(deal.get("took") in ("none", "some"))
            need(deal.get("bid", 18) <= self.value(deal))
            return
        need(deal.get("game") in BASE)
        need(1 <= deal.get("matadors", 0) <= (4 if deal["game"] == "grand" else 11))
        need(deal.get("took") in TOOK)
        need(deal.get("announced") in (None, "schneider", "schwarz"))
        need("announced" not in deal or deal.get("hand"))
        need(deal.get("hand") or not deal.get("ouvert"))
        if deal.get("ouvert") and deal.get("announced") == "schneider":
            raise Silent  # who plays ouvert has announced schwarz

    def announced(self, deal):
        """What the declarer announced, by playing ouvert too."""
        return "schwarz" if deal.get("ouvert") else deal.get("announced")

    def value(self, deal):
        """What the declarer's game is worth."""
        hand, ouvert = deal.get("hand", False), deal.get("ouvert", False)
        if deal["game"] == "null":
            return NULL[hand, ouvert]
        announced, took = self.announced(deal), deal["took"]
        schneider = announced is not None or took in ("all", "to_120", "to_30", "none")
        schwarz = announced == "schwarz" or took in ("all", "none")
        levels = [hand, schneider, announced is not None, schwarz, announced == "schwarz", ouvert]
        return BASE[deal["game"]] * (deal["matadors"] + 1 + sum(levels))

    def of_declarer(self, deal):
        """What the declarer won, or lost."""
        value, bid = self.value(deal), deal.get("bid", 18)
        if deal["game"] == "null":
            won = deal["took"] == "none"
        else:
            needed = {None: TOOK[:3], "schneider": TOOK[:2], "schwarz": TOOK[:1]}
            won = deal["took"] in needed[self.announced(deal)]
            if value < bid:
                base = BASE[deal["game"]]
                value, won = -(-bid // base) * base, False
        return (value if won else -2 * value), won

    def score(self, deal):
        points, factor = [0] * self.players, self.bock.factor
        if "ramsch" in deal:
            points = self.of_ramsch(deal, factor)
        elif "declarer" in deal:
            declarer = deal["declarer"]
            value, won = self.of_declarer(deal)
            factor *= {None: 1, "kontra": 2, "re": 4}[deal.get("said")]
            points[declarer] = value * factor
            (self.games_won if won else self.games_lost)[declarer] += 1
            if self.rules["list"] != "leipzig":
                points[declarer] += 50 if won else -50
            if self.rules["list"] == "seeger_fabian" and not won:
                for seat in {*range(self.players)} - {declarer}:
                    points[seat] += 40 if self.players == 3 else 30
        if self.counts(deal):
            self.bock.after(deal.get("bock", False))
        return points

    def of_ramsch(self, deal, factor):
        """What who took most card points lost, or won with all tricks."""
        virgins = deal.get("virgins", 0)
        most = max(deal["ramsch"][seat] for seat in self.dealt())
        lost = {0: most, 1: 2 * most, 2: -120}[virgins]
        return [-lost * factor if points == most else 0 for points in deal["ramsch"]]

    def counts(self, deal):
        return not (deal.get("passed") and self.rules["all_pass"] == "again")

    def leaders(self):
        leaders = super().leaders()
        if self.rules["ties"] == "won_games":
            most = max(self.games_won[seat] for seat in leaders)
            leaders = [seat for seat in leaders if self.games_won[seat] == most]
            fewest = min(self.games_lost[seat] for seat in leaders)
            leaders = [seat for seat in leaders if self.games_lost[seat] == fewest]
        return leaders

    def won(self):
        return self.leaders() if self.left() == 0 else None

    def shown(self):
        return [[None, self.bock.left()]] if self.bock.rounds else []

    def draw(self, random):
        seats = self.dealt()
        kind = random.random()
        deal = {}
        if kind < 0.2 and self.rules["all_pass"] == "ramsch":
            took = split(random, 12, 3)
            deal["ramsch"] = [None] * self.players
            for seat, tens in zip(seats, took, strict=True):
                deal["ramsch"][seat] = 10 * tens
            if 0 in took:
                deal["virgins"] = random.randint(0, took.count(0))
        elif kind < 0.2:
            return {"passed": True}
        else:
            deal = self.draw_declared(random, random.choice(seats))
        if self.rules["bock"] != "none" and random.random() < 0.3:
            deal["bock"] = random.random() < 0.8
        return deal

    def draw_declared(self, random, declarer):
        """A deal that somebody declared."""
        game = random.choice([*BASE, "null"])
        deal = {"declarer": declarer, "game": game}
        if random.random() < 0.4:
            deal["hand"] = random.random() < 0.8
        if game == "null":
            deal["took"] = random.choice(["none", "some"])
            deal["ouvert"] = random.random() < 0.4
            if random.random() < 0.4:
                deal["bid"] = random.randint(18, self.value(deal))
        else:
            deal["matadors"] = random.choice([1, 1, 2, 3, 4] + [11, 5] * (game != "grand"))
            deal["took"] = random.choice(TOOK)
            if deal.get("hand") and random.random() < 0.5:
                deal["announced"] = random.choice(["schneider", "schwarz"])
            if deal.get("hand") and deal.get("announced") != "schneider" and random.random() < 0.3:
                deal["ouvert"] = True
            if random.random() < 0.5:
                value = self.value(deal)
                deal["bid"] = random.randint(max(18, value - 5), min(264, value + 30))
        if self.rules["kontra"] != "none" and random.random() < 0.4:
            deal["said"] = random.choice(["kontra", "re"])
        return deal
