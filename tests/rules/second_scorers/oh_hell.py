"""Oh Hell, by its reference."""

from tests.rules.second_scorer import SecondScorer, Silent, need, split

SPADES_FIRST = ("spades", "hearts", "clubs", "diamonds", "none")
HEARTS_FIRST = ("hearts", "diamonds", "clubs", "spades", "none")
NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "none": "none"}


class OhHell(SecondScorer):
    """Points: hands go up and down, and who takes as many as he bid gets more."""

    key = "oh-hell"
    people = range(3, 8)
    shows = (("cards", "cards"),)
    misfits = ((4, {"largest": 14}), (7, {"largest": 8}), (3, {"largest": 0}))

    def begin(self):
        largest = self.rules["largest"] or {6: 8, 7: 7}.get(self.players, 10)
        up = list(range(1, largest + 1))
        down = up[::-1]
        self.course = {
            "up_down": up + down[1:],
            "down_up": down + up[1:],
            "up": up,
            "down": down,
        }[self.rules["course"]]
        self.deals = len(self.course)

    @staticmethod
    def house_rules(players):
        return {
            "course": ["up_down", "down_up", "up", "down"],
            "largest": [None, 1, 2, 3, 52 // players],
            "trump": ["turn_up", "spades_first", "hearts_first", "spades"],
            "made": ["ten_plus", "five_plus", "ten_plus_square"],
            "missed": ["tricks", "nothing", "minus_off", "minus_square"],
            "even_bids": ["forbidden", "allowed", "forbidden_from_four"],
            "bids": ["in_turn", "together"],
            "ties": ["shared", "play_on"],
        }

    def hand(self):
        """How many cards this deal has; further ones are as large as the largest."""
        return self.course[self.played] if self.left() > 0 else max(self.course)

    def all_dealt(self):
        """Whether no card is left to turn up."""
        return self.hand() * self.players == 52

    def trump_of(self, deal):
        if "void" in deal:
            return None
        turns = {"spades": ["spades"], "spades_first": SPADES_FIRST, "hearts_first": HEARTS_FIRST}
        if self.rules["trump"] == "turn_up":
            return "none" if self.all_dealt() else NAMES.get(deal.get("trump"))
        turn = turns[self.rules["trump"]]
        return turn[self.played % len(turn)]

    def check(self, deal):
        hand = self.hand()
        self.numbers(deal, "bids", 0, hand)
        need(sum(self.numbers(deal, "tricks", 0, hand)) == hand)
        self.only(deal, "bids", "tricks", *["trump"] * (self.rules["trump"] == "turn_up"))
        need(deal.get("trump", "none") in NAMES)
        if "trump" in deal and self.all_dealt():
            raise Silent  # whether that can be noted

    def score(self, deal):
        made = {
            "ten_plus": lambda tricks: 10 + tricks,
            "five_plus": lambda tricks: 5 + tricks,
            "ten_plus_square": lambda tricks: 10 + tricks * tricks,
        }[self.rules["made"]]
        missed = {
            "tricks": lambda tricks, off: tricks,
            "nothing": lambda tricks, off: 0,
            "minus_off": lambda tricks, off: -abs(off),
            "minus_square": lambda tricks, off: -off * off,
        }[self.rules["missed"]]
        return [
            made(tricks) if tricks == bid else missed(tricks, tricks - bid)
            for bid, tricks in zip(deal["bids"], deal["tricks"], strict=True)
        ]

    def won(self):
        if self.left() > 0:
            return None
        return self.leaders_unless_level(self.rules["ties"] == "play_on")

    def unlikely(self, deal):
        hooked = {"forbidden": 1, "allowed": 99, "forbidden_from_four": 4}
        has_last = (
            self.rules["bids"] == "in_turn" and self.hand() >= hooked[self.rules["even_bids"]]
        )
        return has_last and sum(deal["bids"]) == self.hand()

    def shown(self):
        return [[None, self.hand()]]

    def draw(self, random):
        hand = self.hand()
        tricks = split(random, hand, self.players)
        guesses = [random.choice([took, took, random.randint(0, hand)]) for took in tricks]
        deal = {"bids": guesses, "tricks": tricks}
        if self.rules["trump"] == "turn_up" and not self.all_dealt() and random.random() < 0.5:
            deal["trump"] = random.choice(list(NAMES))
        return deal
