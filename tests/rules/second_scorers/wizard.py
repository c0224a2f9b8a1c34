"""Wizard, by its reference."""

from tests.rules.second_scorer import SecondScorer, need, split


class Wizard(SecondScorer):
    """Points: twenty and ten a trick for who is right, ten less for each trick off."""

    key = "wizard"
    people = range(3, 7)
    shows = (("cards", "cards"),)

    def begin(self):
        self.deals = 60 // self.players

    @staticmethod
    def house_rules(players):
        return {
            "even_bids": ["allowed", "forbidden", "forbidden_for_leader"],
            "bids": ["in_turn", "together"],
            "bomb": [False, True],
        }

    def check(self, deal):
        hand = self.played + 1
        self.only(deal, "bids", "tricks", *["bomb"] * self.rules["bomb"])
        self.numbers(deal, "bids", 0, hand)
        need(sum(self.numbers(deal, "tricks", 0, hand)) == hand - deal.get("bomb", False))

    def score(self, deal):
        return [
            20 + 10 * tricks if tricks == bid else -10 * abs(tricks - bid)
            for bid, tricks in zip(deal["bids"], deal["tricks"], strict=True)
        ]

    def won(self):
        return self.leaders() if self.left() == 0 else None

    def unlikely(self, deal):
        rule, bid = self.rules["even_bids"], deal["bids"][self.dealer]
        barred = rule == "forbidden"
        if rule == "forbidden_for_leader":
            barred = self.leaders() == [self.dealer] and bid > 0
        even = sum(deal["bids"]) == self.played + 1
        return barred and even and self.rules["bids"] == "in_turn"

    def shown(self):
        return [[None, self.played + 1]]

    def draw(self, random):
        hand = self.played + 1
        bomb = self.rules["bomb"] and random.random() < 0.3
        tricks = split(random, hand - bomb, self.players)
        guesses = [random.choice([took, took, random.randint(0, hand)]) for took in tricks]
        deal = {"bids": guesses, "tricks": tricks}
        if bomb or (self.rules["bomb"] and random.random() < 0.3):
            deal["bomb"] = bomb
        return deal
