"""Doppelkopf, by its reference."""

from tests.rules.second_scorer import Bock, SecondScorer, Silent, need

SOLOS = "queens", "jacks", "clubs", "spades", "hearts", "diamonds", "meatless", "silent"
SAID = {
    "re": [None, "re", "no90", "no60", "no30", "schwarz"],
    "kontra": [None, "kontra", "no90", "no60", "no30", "schwarz"],
}
# What who refused needs, and what is enough against it, up to all tricks and one.
REFUSED = {"no90": 151, "no60": 181, "no30": 211}
AGAINST = {"no90": 90, "no60": 60, "no30": 30}
# What counts one more against a refusal, each including those before it.
CAUGHT = {"no90": 120, "no60": 90, "no30": 60, "schwarz": 30}
SPECIALS = "foxes", "doubles", "karlchen", "karlchen_caught"


class Doppelkopf(SecondScorer):
    """Points that come to nothing: what Re won of Kontra."""

    key = "doppelkopf"
    people = range(4, 7)
    misfits = ((4, {"deals": 0}), (4, {"deals": 1_001}))
    shows = (("bock", "deals"), ("all_owe", "who"), ("owe", "who"), ("due", "who"))

    def begin(self):
        self.bock = Bock(self.rules["bock"], self.players)
        if self.rules["length"] == "deals":
            self.deals = self.rules["deals"]
        self.owing = {*range(self.players)} if self.rules["compulsory_solos"] else set()
        self.solo_again = False

    @staticmethod
    def house_rules(players):
        return {
            "counting": ["association", "doubling"],
            "at_120": ["association", "kontra"],
            "karlchen": ["last_trick", "and_caught", "none"],
            "compulsory_solos": [True, False],
            "solo_deals": ["compulsory", "always", "never"],
            "length": ["deals", "open"],
            "deals": [24, 1, 6],
            "bock": ["none", "queue", "stack"],
            "against_schwarz": [30, 0],
        }

    def dealt(self):
        dealer = self.next_dealer()
        resting = {4: [], 5: [dealer], 6: [dealer, (dealer + 3) % 6]}[self.players]
        return [seat for seat in range(self.players) if seat not in resting]

    def check(self, deal):
        specials = {"last_trick": SPECIALS[:3], "and_caught": SPECIALS, "none": SPECIALS[:2]}
        keys = ["re", "partner", "solo", "re_points", "re_said", "kontra_said", "swept"]
        keys += ["bock"] * (self.rules["bock"] != "none")
        self.only(deal, *keys, *specials[self.rules["karlchen"]])
        re, points = self.seat(deal, "re"), deal.get("re_points", -1)
        need(points in (0, 240) or 2 <= points <= 238)
        need("swept" not in deal or (deal["swept"], points) in (("re", 240), ("kontra", 0)))
        need(all(deal.get(f"{side}_said") in SAID[side] for side in SAID))
        if "solo" in deal:
            need(deal["solo"] in SOLOS)
            need("partner" not in deal)
            need(not [seat for key in SPECIALS for seat in self.of_four(deal, key)])
            if deal.keys() & {*SPECIALS}:
                raise Silent  # that there was none of what there is none of in a solo
            return
        need(self.seat(deal, "partner") != re)
        for key, most in (("foxes", 2), ("doubles", 4)):
            if key in deal:
                if len(deal[key]) == self.players and any(
                    (number is None) == (at in self.dealt()) and not number
                    for at, number in enumerate(deal[key])
                ):
                    raise Silent  # a 0 of who rests, or nothing of who was dealt to
                given = self.numbers(deal, key, 0, most)
                need(sum(number or 0 for number in given) <= most)
        for key in ("karlchen", "karlchen_caught"):
            need(key not in deal or deal[key] in self.dealt())
        need(not ("karlchen" in deal and "karlchen_caught" in deal))

    def of_four(self, deal, key):
        """Who did this, a seat for each time."""
        given = deal.get(key, [])
        if isinstance(given, int):
            return [given]
        return [seat for seat, number in enumerate(given) for _ in range(number or 0)]

    def score(self, deal):
        re = {deal["re"], deal.get("partner", deal["re"])}
        value = self.value(deal, re) * self.bock.factor
        times = 3 if "solo" in deal else 1
        self.bock.after(deal.get("bock", False))
        self.note_solo(deal)
        return [
            (value * times if seat in re else -value) if seat in self.dealt() else 0
            for seat in range(self.players)
        ]

    def note_solo(self, deal):
        """Note whether who plays alone owed that, and whether the same dealer deals again."""
        owed = deal.get("solo", "silent") != "silent" and deal["re"] in self.owing
        self.owing -= {deal["re"]} if owed else set()
        always = "solo" in deal and self.rules["solo_deals"] == "always"
        self.solo_again = always or (owed and self.rules["solo_deals"] == "compulsory")

    def keeps_dealer(self, deal):
        return self.solo_again

    def value(self, deal, re):
        """What a deal is worth to each of Re."""
        points = {"re": deal["re_points"], "kontra": 240 - deal["re_points"]}
        said = {side: SAID[side].index(deal.get(f"{side}_said")) for side in SAID}
        # All that each side refused: no 90 first.
        refused = {side: SAID[side][2 : said[side] + 1] for side in SAID}
        other = {"re": "kontra", "kontra": "re"}
        value = {"re": 0, "kontra": 0}
        winner = next((it for it in SAID if self.has_won(it, deal, points, said, refused)), None)
        adds = self.rules["counting"] == "association"
        if winner is not None:
            value[winner] += 1 + (deal.get("swept") == winner)
            value[winner] += 2 * adds * ((said["re"] > 0) + (said["kontra"] > 0))
            value[winner] += len(refused["re"]) + len(refused["kontra"])
        for side in SAID:
            if winner in (side, None):
                value[side] += sum(points[other[side]] < border for border in (90, 60, 30))
            for refusal in refused[other[side]]:
                enough = points[side] >= CAUGHT[refusal]
                if refusal == "schwarz" and self.rules["against_schwarz"] == 0:
                    enough = deal.get("swept") != other[side]
                value[side] += enough
        if "solo" not in deal:
            value["kontra"] += winner == "kontra"
            for key in SPECIALS:
                for seat in self.of_four(deal, key):
                    value["re" if seat in re else "kontra"] += 1
        doubled = 1 if adds else 2 ** ((said["re"] > 0) + (said["kontra"] > 0))
        return (value["re"] - value["kontra"]) * doubled

    def has_won(self, side, deal, points, said, refused):
        """Whether a side has won."""
        other = "kontra" if side == "re" else "re"
        if refused[side]:
            last = refused[side][-1]
            return deal.get("swept") == side if last == "schwarz" else points[side] >= REFUSED[last]
        if refused[other]:
            last = refused[other][-1]
            return (
                deal.get("swept") != other if last == "schwarz" else points[side] >= AGAINST[last]
            )
        only_kontra = said["kontra"] and not said["re"] and self.rules["at_120"] == "association"
        return points[side] >= (120 if (side == "re") == bool(only_kontra) else 121)

    def won(self):
        return self.leaders() if self.left() == 0 else None

    def shown(self):
        return [[None, it] for it in (self.bock.left(), sorted(self.owing)) if it]

    def draw(self, random):
        re, partner = random.sample(self.dealt(), 2)
        deal = {"re": re, "re_points": random.choice([*range(2, 239), *BORDERS * 6])}
        for side, calls in SAID.items():
            if random.random() < 0.5:
                deal[f"{side}_said"] = random.choice([calls[1], *calls[1:]])
        if deal["re_points"] in (0, 240) and random.random() < 0.5:
            deal["swept"] = "re" if deal["re_points"] else "kontra"
        if self.rules["bock"] != "none" and random.random() < 0.3:
            deal["bock"] = random.random() < 0.8
        if random.random() < 0.3:
            return deal | {"solo": random.choice(SOLOS)}
        deal["partner"] = partner
        for key, most in (("foxes", 2), ("doubles", 4)):
            if random.random() < 0.4:
                deal[key] = [0 if seat in self.dealt() else None for seat in range(self.players)]
                for _ in range(random.randint(0, most)):
                    deal[key][random.choice(self.dealt())] += 1
        if self.rules["karlchen"] != "none" and random.random() < 0.3:
            may = ["karlchen", "karlchen_caught"][: 1 + (self.rules["karlchen"] == "and_caught")]
            deal[random.choice(may)] = random.choice(self.dealt())
        return deal


BORDERS = [0, 240, *(border + by for border in range(30, 240, 30) for by in (-1, 0, 1))]
