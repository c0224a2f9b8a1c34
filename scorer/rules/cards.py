"""Ranks, packs and the way people write cards.

Cards are written A 2 … 10 J Q K; `9` is a black nine, `9r` a red one, and `x` a card whose
rank was not noted (only where ranks do not matter).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

RED_NINE = "9r"
BLACK_NINE = "9"
UNKNOWN = "x"
# Suits are ink: those that are red on the card are in outline.
SUITS = {"C": "♣", "D": "♢", "H": "♡", "S": "♠"}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
LONGEST_SIGN = 2
CARDS = ("A", "2", "3", "4", "5", "6", "7", "8", BLACK_NINE, RED_NINE, "10", "J", "Q", "K")


def rank_of(card: str) -> str:
    """The rank of a card: both nines are of rank 9."""
    return BLACK_NINE if card == RED_NINE else card


def write_card(card: str) -> str:
    """A card, or a suit, as people write it: "Q♠" for QS, "♢" for D, "joker" for JOKER."""
    rank, suit = card[:-1], card[-1:]
    if suit in SUITS and (not rank or rank in RANKS):
        return f"{rank}{SUITS[suit]}"
    return card.lower() if card.isalpha() and len(card) > LONGEST_SIGN else card


def say_hand(cards: Iterable[str]) -> str:
    """A hand in words: "K red 9 4"."""
    return " ".join("red 9" if card == RED_NINE else card for card in cards)


@dataclass(frozen=True)
class Pack:
    """The pack in play, which makes it the referee of what can have happened.

    `copies` gives for each card (red and black nines apart) how many there are; `hand` is
    the number of cards dealt to each player and `table` those laid aside face down.
    """

    copies: Mapping[str, int]
    hand: int
    table: int = 0

    @property
    def size(self) -> int:
        """The number of cards in the pack."""
        return sum(self.copies.values())

    @property
    def red_nines(self) -> int:
        """How many red nines there are."""
        return self.copies[RED_NINE]

    @property
    def black_nines(self) -> int:
        """How many black nines there are."""
        return self.copies[BLACK_NINE]

    def copies_of_rank(self, rank: str) -> int:
        """How many cards of a rank there are, red and black together."""
        cards = (BLACK_NINE, RED_NINE) if rank == BLACK_NINE else (rank,)
        return sum(self.copies.get(card, 0) for card in cards)


def pack_of_suits(red: int, black: int, *, hand: int) -> Pack:
    """A pack of whole suits, all of it dealt out."""
    suits = red + black
    copies = dict.fromkeys(CARDS, suits)
    copies[RED_NINE] = red
    copies[BLACK_NINE] = black
    return Pack(copies=copies, hand=hand)


def standard_pack(players: int, *, without: Iterable[str], hand: int) -> Pack:
    """Four suits less the ranks taken out; `hand` cards each and the rest on the table."""
    copies = {card: 4 for card in CARDS if rank_of(card) not in set(without)}
    copies[RED_NINE] = copies[BLACK_NINE] = 2
    return Pack(copies=copies, hand=hand, table=sum(copies.values()) - players * hand)
