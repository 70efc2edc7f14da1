"""The sentences of Baseball: refusals, the public story, hands in words, where a deal stands.

Everything said in public is made of public facts (X-5). A post may have to hold a whole deal, for
house players and answers left ahead need no time: so bets of a round share a line, as cards up do,
and where it is still too much, the older of such lines are left out. Names come escaped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby

from games.baseball.ranking import Kind, MadeHand, Ranking, ranks_of
from games.baseball.rules import Baseball
from games.baseball.terms import (
    LAST_ROUND,
    AlreadyBet,
    BetMade,
    CallCostsMore,
    Called,
    CannotPayWalk,
    CannotWalk,
    CardUp,
    Checked,
    DealBegins,
    DealEnds,
    DealInProgress,
    ExcessReturned,
    ExtraDown,
    Folded,
    FourShown,
    GameEnds,
    HandShown,
    HoleCards,
    MatchDue,
    Matched,
    MustCall,
    NobodyToBetAgainst,
    NoDealYet,
    NoHiddenFours,
    NoMatchDue,
    NoMoreRaises,
    NothingLeftToRaise,
    NothingToCall,
    NothingToRaise,
    NotInTheHole,
    NoWalkOffered,
    OnlyInBettingRound,
    PotShared,
    PotWon,
    RainFalls,
    Raised,
    RoundBegins,
    SeventhDown,
    ShownBefore,
    StruckOut,
    TooFewChips,
    TooHigh,
    TooLow,
    View,
    WalkBought,
    WalkDeclined,
)
from games.cards import Card, card_sign, rank_sign
from games.core import DEALER, Event, Fact, Seat, actor_name
from games.text import cards_in_words, common_refusal, counted, either, listed

_RANKS = (
    *("two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "jack", "queen", "king", "ace"),
)
_ENDINGS = {
    "deals": "by chips, after the last deal",
    "last-stack": "by chips, for one player has them all",
    "ended": "by chips, ended between two deals",
}

MOST_OF_STORY = 1100
"""So many characters of a post are for what has happened; of more, the older part is left out."""
MOST_OF_QUESTION = 800
"""So many are for where it stands, but that the names at the pots are left out before."""
MOST_OF_NAMES = 150
"""Only where all names together are longer than this, the long ones are cut."""

_LONGEST_NAME = 24
_LEFT_OUT = "(Earlier bets and cards are left out here; they are in the record.)"


# --- hands in words ------------------------------------------------------------------------------


def made_in_words(made: MadeHand) -> str:
    """A hand as it is called at the table: `four kings, jack kicker`, `a ten-high straight`."""
    ranks = ranks_of(made.strength)
    first, last = ranks[0], ranks[-1]
    match made.kind:
        case Kind.FIVE_OF_A_KIND:
            return f"five {_many(first)}"
        case Kind.STRAIGHT_FLUSH | Kind.FLUSH | Kind.STRAIGHT as kind:
            article = "an" if _RANKS[first] in ("ace", "eight") else "a"
            return f"{article} {_RANKS[first]}-high {kind.title}"
        case Kind.FOUR_OF_A_KIND:
            kicker = f", {_RANKS[last]} kicker" if len(ranks) == len("fours") else ""
            return f"four {_many(first)}{kicker}"
        case Kind.FULL_HOUSE:
            return f"a full house, {_many(first)} over {_many(last)}"
        case Kind.THREE_OF_A_KIND:
            return f"three {_many(first)}"
        case Kind.TWO_PAIR:
            return f"two pair, {_many(first)} and {_many(ranks[2])}"
        case Kind.ONE_PAIR:
            return f"a pair of {_many(first)}"
        case Kind.HIGH_CARD:
            return f"{_RANKS[first]} high"


def made_cards(made: MadeHand, name: Callable[[Card], str] = card_sign) -> str:
    """The cards of a hand, and what each wild among them stands for: `K♣ K♦ 9♥=K♥ J♦`.

    With another `name` for that, as `rank_sign`: `9♥=K`. A wild that stands for itself says so.
    """
    return " ".join(
        card_sign(one.card) if one.wild is None else f"{card_sign(one.wild)}={name(one.card)}"
        for one in made.cards
    )


NO_SHOWDOWN = "no showdown"
"""Where a deal was won without a hand."""

WINNING_HANDS = (*(kind.title for kind in reversed(Kind)), NO_SHOWDOWN)
"""All that a deal can be won with, from the best down."""


def winning_hands(events: Iterable[Event]) -> list[str]:
    """What the main pot of each deal that ends in these events was won with, if it held chips."""
    found: list[str] = []
    hands: dict[Seat, Kind] = {}
    won: list[str] = []
    for event in events:
        match event:
            case HandShown(seat):
                hands[seat] = event.made.kind
            case PotShared(number=1, shares=shares):
                won = [hands[shares[0].seat].title]
            case DealEnds():
                found += won if hands else [NO_SHOWDOWN]
                hands, won = {}, []
    return found


def _many(rank: int) -> str:
    word = _RANKS[rank]
    return f"{word}es" if word.endswith("x") else f"{word}s"


def _rank(rank: int) -> str:
    return rank_sign(4 * rank)


@cache
def _ranking(wild: tuple[int, ...]) -> Ranking:
    return Ranking(wild)


# --- refusals ------------------------------------------------------------------------------------


def refusal(fact: Fact) -> str:
    """Why a clause forbids an action, and what would be right."""
    match fact:
        case MustCall(0):
            return (
                "the bet of this round is this seat's own, so a check is no answer to what may "
                "come: call, raise or fold"
            )
        case MustCall(owed):
            return (
                f"there is no check once somebody has bet, and {_chips(owed)} {_are(owed)} to be "
                "called: call or fold, or raise while there are raises left"
            )
        case NothingToCall():
            return "nobody has bet in this round, so there is nothing to call: check, bet or fold"
        case AlreadyBet(high):
            return (
                f"somebody has bet already, and the bet stands at {high}: call or fold, or raise "
                "while there are raises left"
            )
        case NothingToRaise():
            return "nobody has bet in this round, so there is nothing to raise: check, bet or fold"
        case TooLow(verb, chips, least, most):
            return f"a {verb} is {_span(least, most)} here, and {chips} is too low"
        case TooHigh(verb, chips, least, most):
            return f"a {verb} is {_span(least, most)} here, and {chips} is too high"
        case TooFewChips(verb, chips, left):
            return f"this seat has {_chips(left)} for a {verb}, all-in, and {chips} is too much"
        case NothingLeftToRaise(owed, stack):
            return (
                f"the call takes {owed} and this seat has {_chips(stack)}, so nothing is left for "
                "a raise: call, all-in, or fold"
            )
        case NoMoreRaises(0):
            return "at this table nobody raises: call or fold"
        case NoMoreRaises(most):
            return f"a betting round has {counted(most, 'raise')} at most: call or fold"
        case NobodyToBetAgainst(0):
            return "no other player still in has chips to bet against: check or fold"
        case NobodyToBetAgainst():
            return "no other player still in has chips to bet against: call or fold"
        case MatchDue(card, price):
            return (
                f"{card_sign(card)} lies face up and must be paid for first: match the pot for "
                f"{_chips(price)}, or fold and strike out"
            )
        case NoMatchDue():
            return "a match pays for a face-up 3, and nobody has one to pay for now"
        case NoWalkOffered(0):
            return "at this table a walk is free: there is nothing to buy, and nothing to decline"
        case NoWalkOffered(price):
            return (
                f"an extra card for {_chips(price)} is offered when a card that walks is dealt "
                "face up, and none is offered now"
            )
        case NoHiddenFours():
            return "no card is shown from the hole: this table plays without `hidden_fours`"
        case CannotWalk(card, walks):
            return f"only a {_rank(walks)} from the hole takes a walk, not {card_sign(card)}"
        case NotInTheHole(card):
            return f"{card_sign(card)} lies face up already: only a card from the hole can be shown"
        case ShownBefore(card):
            return f"{card_sign(card)} has been shown already, and a card takes one walk"
        case CannotPayWalk(price, stack):
            return (
                f"a walk costs {_chips(price)}, and this seat has {stack}: no card can be shown "
                "without the price in hand"
            )
        case OnlyInBettingRound():
            return "a card is shown from the hole at the own turn in a betting round, not now"
        case DealInProgress():
            return "a deal is going on: the game can be ended when it is over"
        case NoDealYet():
            return "no deal has been played: the game can be ended after the first"
        case CallCostsMore(limit, owed):
            return f"a call costs {_chips(owed)} by now, more than the {limit} of this answer"
    return common_refusal(fact)


# --- the story -----------------------------------------------------------------------------------

_Bets = Checked | BetMade | Called | Raised | Folded
_Cards = CardUp | ExtraDown
_PASSING = frozenset({"bets", "cards", "round"})
"""What is left out first where there is too much to tell."""


def story(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """The public story of some events, fit for one post.

    Bets in a row share a line, and so do cards dealt in a row.
    """
    short = shown_names(names)
    lines: list[str] = []
    passing: list[bool] = []
    for kind, run in groupby((event for event in events if event.to is None), key=_kind):
        told = _run(kind, list(run), short)
        lines += told
        passing += [kind in _PASSING] * len(told)
    return _shortened(lines, passing)


def whisper(event: Event, names: Sequence[str]) -> str | None:
    """What the addressee of a private event is told."""
    if isinstance(event, HoleCards):
        return f"Dealt to you face down: {cards_in_words(event.cards)}."
    return None


def shown_names(names: Sequence[str]) -> list[str]:
    """The names as they are, or, where all of them are too long for a post, cut.

    A cut name that is another's, too, has its seat with it.
    """
    if sum(map(len, names)) <= MOST_OF_NAMES:
        return list(names)
    cut = [_cut(name) for name in names]
    return [
        f"{name} ({actor_name(seat)})" if cut.count(name) > 1 else name
        for seat, name in enumerate(cut)
    ]


def _cut(name: str) -> str:
    """A long name without its end; what escaped a sign that is gone goes, too."""
    if len(name) <= _LONGEST_NAME:
        return name
    kept = name[: _LONGEST_NAME - 1]
    escapes = len(kept) - len(kept.rstrip("\\"))
    return f"{kept[:-1] if escapes % 2 else kept}…"


def _kind(event: Event) -> str:
    """What shares a line with what."""
    match event:
        case Checked() | BetMade() | Called() | Raised() | Folded():
            return "bets"
        case CardUp() | ExtraDown():
            return "cards"
        case RoundBegins() | SeventhDown():
            return "round"
        case PotShared():
            return "pots"
    return "other"


def _run(kind: str, events: Sequence[Event], names: Sequence[str]) -> list[str]:
    match kind:
        case "bets":
            return [_bets(events, names)]
        case "cards":
            return list(_cards(events, names))
        case "pots":
            return list(_shared(events, names))
    return [line for event in events if (line := _told(event, names))]


def _shortened(lines: Sequence[str], passing: Sequence[bool]) -> list[str]:
    """As many of the lines as a post has room for.

    Bets and cards are left out first, the older before the newer; then whatever is older.
    """
    room = MOST_OF_STORY - sum(len(line) + 1 for line in lines)
    if room >= 0:
        return list(lines)
    room -= len(_LEFT_OUT) + 1
    kept = [True] * len(lines)
    for which in (True, False):
        for at, line in enumerate(lines[:-1]):
            if room < 0 and passing[at] == which:
                kept[at] = False
                room += len(line) + 1
    return [_LEFT_OUT, *(line for line, keep in zip(lines, kept, strict=True) if keep)]


def _bets(events: Iterable[Event], names: Sequence[str]) -> str:
    """What was done with chips in a row: `Ben and Cho check; Dee bets 2.`"""
    said = []
    for (verb, rest), run in groupby(events, key=_bet):
        who = [names[event.seat] for event in run if isinstance(event, _Bets)]
        said.append(f"{listed(who)} {verb}{'s' if len(who) == 1 else ''}{rest}")
    return f"{'; '.join(said)}."


def _bet(event: Event) -> tuple[str, str]:
    """What is done, and with how much."""
    match event:
        case Checked():
            return "check", ""
        case BetMade(_, chips, all_in):
            return "bet", f" {chips}{_all_in(all_in)}"
        case Called(_, chips, all_in):
            return "call", f" {chips}{_all_in(all_in)}"
        case Raised(_, chips, high, all_in):
            return "raise", f" by {chips} to {high}{_all_in(all_in)}"
        case Folded():
            return "fold", ""
    raise TypeError(f"no bet: {event!r}")


def _cards(events: Iterable[Event], names: Sequence[str]) -> Iterator[str]:
    """Cards dealt in a row, and what a card that walks has brought.

    An extra card for a 4 from the hole has a line of its own: its owner may be the first to be
    dealt the next card, and has not walked for that.
    """
    said: list[str] = []
    last: Seat | None = None
    for event in events:
        assert isinstance(event, _Cards)
        card = "a card face down"
        if isinstance(event, CardUp):
            card = card_sign(event.card)
        if event.seat == last and (isinstance(event, ExtraDown) or event.extra):
            said[-1] += f" and walks: {card}"
        else:
            if event.seat == last:
                yield f"Dealt: {', '.join(said)}."
                said = []
            said.append(f"{names[event.seat]} {card}")
        last = event.seat
    yield f"Dealt: {', '.join(said)}."


def _shared(events: Iterable[Event], names: Sequence[str]) -> Iterator[str]:
    """Who wins which pots: those in a row that are won by the same players share a line."""
    pots = [event for event in events if isinstance(event, PotShared)]
    for who, run in groupby(pots, key=lambda pot: tuple(share.seat for share in pot.shares)):
        won = list(run)
        named = listed(f"{_won_pot(pot)} of {_chips(pot.chips)}" for pot in won)
        if len(who) == 1:
            yield f"{names[who[0]]} wins {named}."
            continue
        shares = "; ".join(
            listed(f"{names[share.seat]} {share.chips}" for share in pot.shares) for pot in won
        )
        yield f"{listed(names[seat] for seat in who)} split {named}: {shares}."


def _told(event: Event, names: Sequence[str]) -> str:
    match event:
        case DealBegins():
            return _deal_begins(event, names)
        case SeventhDown():
            return "Everybody still in is dealt the last card face down."
        case Matched(seat, card, chips, all_in):
            return (
                f"{names[seat]} matches the pot for {card_sign(card)}: "
                f"{_chips(chips)}{_all_in(all_in)}."
            )
        case StruckOut(seat, card, True):
            return f"{names[seat]} strikes out on {card_sign(card)}."
        case StruckOut(seat, card):
            return f"{names[seat]} has too few chips for {card_sign(card)} and strikes out."
        case WalkBought(seat, price):
            return f"{names[seat]} pays {_chips(price)} for a walk."
        case WalkDeclined(seat):
            return f"{names[seat]} stays, and takes no walk."
        case FourShown(seat, card, price, asked):
            paid = f" and pays {_chips(price)}" if price else ""
            if asked:
                return f"{names[seat]} shows {card_sign(card)} from the hole{paid}."
            return f"{names[seat]}, without a turn, shows {card_sign(card)} from the hole{paid}."
        case RoundBegins(number, opener, _, level):
            why = f"with {made_in_words(event.made)} showing"
            if level:
                who = listed(names[seat] for seat in level)
                why += f", level with {who} but nearer to the dealer's left"
            return f"Betting round {number}: {names[opener]} opens {why}."
        case ExcessReturned(seat, chips):
            return f"{_chips(chips)} that nobody called {_go(chips)} back to {names[seat]}."
        case PotWon(seat, chips):
            return f"{names[seat]} wins {_chips(chips)}: nobody else is left to contest them."
        case HandShown(seat, cards):
            return f"{names[seat]} shows {_shown(cards, event.made)}."
        case RainFalls(seat, card, playing):
            who = listed(names[one] for one in playing)
            return (
                f"{card_sign(card)} falls face up to {names[seat]}: the deal is rained out. The "
                f"pots stay, and {who} are dealt in again."
            )
        case DealEnds(deal, _, out):
            over = f"Deal {deal} is over."
            if not out:
                return over
            who = listed(names[seat] for seat in out)
            return f"{over} {who} {_are(len(out))} out, without chips."
        case GameEnds(outcome):
            assert outcome.places is not None  # only an abandoned game has none
            first = [names[seat] for seat, place in enumerate(outcome.places) if place == 1]
            won = "share the win" if len(first) > 1 else "wins"
            ranked = sorted(zip(outcome.scores, names, strict=True), key=lambda one: -one[0])
            row = ", ".join(f"{name} {score}" for score, name in ranked)
            return f"The game is over: {listed(first)} {won}. Chips: {row}."
    raise TypeError(f"no sentence for {event!r}")


def _deal_begins(event: DealBegins, names: Sequence[str]) -> str:
    """Who deals, and what everybody has put in."""
    said = f"Deal {event.deal}{' again' if event.again else ''}: {names[event.dealer]} deals"
    full = max(event.antes)
    if not full:
        return f"{said}."
    less = [
        f"{names[seat]} {event.antes[seat]}" for seat in event.dealt_in if event.antes[seat] < full
    ]
    return f"{said}, the ante is {full}{f' ({listed(less)})' if less else ''}."


def _shown(cards: Sequence[Card], made: MadeHand) -> str:
    """All cards of a hand at the showdown, its best five first."""
    used = {one.card if one.wild is None else one.wild for one in made.cards}
    rest = [card for card in cards if card not in used]
    also = f" (and {cards_in_words(rest, most=len(rest))})" if rest else ""
    return f"{made_in_words(made)}: {made_cards(made)}{also}"


# --- where it stands -----------------------------------------------------------------------------


def standing(view: View, names: Sequence[str], asked: Sequence[Seat]) -> list[str]:
    """Where the game stands, with the own cards where the view holds some."""
    short = shown_names(names)
    if view.decision == "over":
        return ["The game is over.", *_seats(view, short)]
    lines = [f"Deal {view.deal} of {view.deals}, {short[view.dealer]} deals."]
    lines += _asked_and_table(view, short, asked)
    if view.hole:
        lines.append(hand(view))
    return lines


def question(view: View, names: Sequence[str], asked: Sequence[Seat]) -> str | None:
    """Who is to act and how, and below it everybody's cards up and chips, the pots, the wilds."""
    if not asked:
        return None
    short = shown_names(names)
    said = "\n".join(_asked_and_table(view, short, asked))
    if len(said) > MOST_OF_QUESTION:
        said = "\n".join(_asked_and_table(view, short, asked, contestants=False))
    return said


def ending(reason: str) -> str:
    """How a game ended, said of its final places."""
    return _ENDINGS[reason]


def hand(view: View) -> str:
    """The own cards, the best that they make now, and what a face-up 3 would cost."""
    if not view.hole or view.seat is None:
        return "In the hole: no cards."
    said = [f"In the hole: {cards_in_words(view.hole, most=len(view.hole))}."]
    if view.seat not in view.still_in:
        return f"{said[0]} You have folded."
    made = _ranking(view.wild).made_hand(view.hole + view.up[view.seat])
    # by ranks alone: no card is named in private that is not there, somebody else may hold it
    best = made_cards(made, rank_sign)
    said.append(f"Best hand now: {made_in_words(made)} ({best}).")
    paying = view.decision == "match" and view.turn == view.seat  # for one that is there
    if view.three_costs is not None and not paying:
        said.append(_three(view.three_costs, view.stacks[view.seat]))
    return " ".join(said)


def chapter(view: View) -> str:
    """In which deal the game is."""
    return f"deal {view.deal}"


def called(game: Baseball, before: View | None, after: View) -> tuple[Seat, ...]:
    """The seat that the turn has reached, or that is asked something new."""
    if after.turn is None or after.turn == DEALER:
        return ()
    new = before is None or _asked_of(before) != _asked_of(after)
    return (after.turn,) if new else ()


def offers(view: View) -> Sequence[str]:
    """What everybody can see to be legal; amounts are not among it, nor a fold that costs nothing.

    Where nothing is to be called a fold is a slip more often than a wish (BB-36).
    """
    match view.decision:
        case "bet":
            return ("call", "fold") if view.owed else ("check",)
        case "match":
            return ("match", "fold")
        case "walk":
            return ("walk", "stay")
    return ()


def label(view: View, text: str) -> str | None:
    """What a button says of an action that costs chips, or that is more than its word says."""
    match text.split():
        case ["call"]:
            return f"Call {view.owed}{_for_all(view, view.owed)}"
        case ["bet", chips]:
            return f"Bet {chips}{_for_all(view, int(chips))}"
        case ["raise", chips]:
            all_in = ", all-in" if _for_all(view, view.owed + int(chips)) else ""
            return f"Raise {chips} (to {view.high + int(chips)}{all_in})"
        case ["match"]:
            return f"Match the pot: {view.price}{_for_all(view, view.price)}"
        case ["fold"] if view.decision == "match":
            return "Strike out"
        case ["walk"]:
            return f"Walk: {view.price}{_for_all(view, view.price)}"
    return None


def sums(view: View) -> tuple[str, range]:
    """All that may be bet now, or raised by."""
    least, most = view.limits or (0, -1)
    return ("raise" if view.high else "bet"), range(least, most + 1)


def limits(view: View) -> str:
    """From how many chips to how many a bet or a raise is now, and whether the most is all-in."""
    assert view.limits is not None  # somebody may bet
    least, most = view.limits
    return f"{least} to {most}{_for_all(view, view.owed + most)}"


def doubt(view: View, text: str) -> str | None:
    """Asks back before a fold with nothing to call (BB-36)."""
    if text != "fold" or view.decision != "bet" or view.seat not in view.still_in:
        return None
    if view.high > view.bets[view.seat]:
        return None
    if view.turn == view.seat:
        said = "There is nothing to call, and a check keeps you in. Fold all the same?"
    else:
        said = (
            "There is nothing for you to call as yet. Fold at your turn all the same, even where a "
            "check would do? The answer `check else fold` folds only if somebody has bet."
        )
    return f"{said} Nothing has been done yet."


def idle(view: View) -> str | None:
    """Why a seat has no turns: it has folded, is all-in, or is out of the game."""
    if view.seat is None or not view.up:
        return None
    if view.seat in view.still_in:
        return None if view.stacks[view.seat] else "You are all-in: without chips nothing is asked."
    if not view.stacks[view.seat]:
        return "You have no chips left, and are out of the game."
    return "You have folded, and are asked again in the next deal."


def _for_all(view: View, chips: int) -> str:
    """What is said of so many chips where they are all that the seat at turn has."""
    return " (all-in)" if view.turn is not None and chips == view.stacks[view.turn] else ""


def _asked_of(view: View) -> tuple[object, ...]:
    """The decision that is open, and whose turn it is; a 4 shown from the hole changes neither."""
    return view.deal, view.round, view.decision, view.card, view.up, view.high, view.turn


def _asked_and_table(
    view: View, names: Sequence[str], asked: Sequence[Seat], contestants: bool = True
) -> list[str]:
    """The question, if there is one, and what everybody should have before the eyes."""
    lines = []
    if asked:
        first, *later = (names[seat] for seat in asked)
        then = f" Then {listed(later)}." if later else ""
        lines.append(f"To act: {first}, {_ways(view)}.{then}")
    lines += _seats(view, names)
    if view.pots:
        lines.append(_pots(view, names, contestants))
    lines.append(f"{_round(view, names)}Wild: {listed(f'{_rank(rank)}s' for rank in view.wild)}.")
    return lines


def _ways(view: View) -> str:
    """What the seat at turn may do."""
    assert view.turn is not None  # somebody is asked
    stack = view.stacks[view.turn]
    match view.decision:
        case "match":
            assert view.card is not None
            all_in = " (all-in)" if view.price == stack else ""
            return (
                f"match the pot for {card_sign(view.card)} with {_chips(view.price)}{all_in}, or "
                "fold and strike out"
            )
        case "walk":
            assert view.card is not None
            return f"walk on {card_sign(view.card)} for {_chips(view.price)}, or stay"
    amounts = _span(*view.limits, unit=False) if view.limits else None
    if not view.high:
        return either(["check", f"bet {amounts}"]) if amounts else "check"
    call = f"call {view.owed}{' (all-in)' if view.owed == stack else ''}"
    return either([call, *([f"raise by {amounts}"] if amounts else []), "fold"])


def _seats(view: View, names: Sequence[str]) -> list[str]:
    """A line for each seat: chips, what it has put in this round, its cards."""
    return [f"{name}: {', '.join(_of_seat(view, seat))}" for seat, name in enumerate(names)]


def _of_seat(view: View, seat: Seat) -> Iterator[str]:
    """What everybody may know of a seat."""
    inside = seat in view.still_in
    if not view.stacks[seat]:
        yield "all-in" if inside else "out"
    else:
        yield _chips(view.stacks[seat])
    if view.bets and view.bets[seat]:
        yield f"{view.bets[seat]} in"
    if not view.up:
        return
    if not inside:
        if view.stacks[seat]:
            yield "folded"
        return
    yield f"{view.counts[seat]} down"
    if view.shown[seat]:
        yield f"shown {cards_in_words(view.shown[seat])}"
    if up := view.up[seat]:
        yield cards_in_words(up, most=len(up))


def _won_pot(pot: PotShared) -> str:
    if pot.pots == 1:
        return "the pot"
    return f"{'the ' if pot.number == 1 else ''}{_pot_name(pot.number - 1)}"


def _pots(view: View, names: Sequence[str], contestants: bool) -> str:
    """The pots by name; of a side pot also who contests it."""
    said = []
    for number, pot in enumerate(view.pots):
        one = f"{_pot_name(number)}: {pot.chips}"
        if contestants and set(pot.contestants) != set(view.still_in):
            one += f" ({listed(names[seat] for seat in pot.contestants)})"
        said.append(one)
    row = ", ".join(said)
    return f"{row[0].upper()}{row[1:]}."


def _pot_name(number: int) -> str:
    """The oldest pot is the main pot, the others are side pots."""
    return f"side pot {number}" if number else "main pot"


def _round(view: View, names: Sequence[str]) -> str:
    """Which betting round it is, who has opened it, and why."""
    if view.opener is None or not view.up:
        return ""
    why = ""
    if up := view.up[view.opener]:
        why = f" with {made_in_words(_ranking(view.wild).made_hand(up))}"
    return f"Round {view.round} of {LAST_ROUND}, opened by {names[view.opener]}{why}. "


def _three(price: int, stack: int) -> str:
    """What a face-up 3 would mean as of now (BB-18, BB-22)."""
    if not price or not stack:
        return "A face-up 3 would be free for you now."
    if price > stack:
        return f"A face-up 3 would cost {_chips(price)} now, and you have {stack}."
    return f"A face-up 3 would cost you {_chips(price)} now."


# --- small words ---------------------------------------------------------------------------------


def _chips(number: int) -> str:
    return counted(number, "chip")


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _go(number: int) -> str:
    return "goes" if number == 1 else "go"


def _all_in(all_in: bool) -> str:
    return ", all-in" if all_in else ""


def _span(least: int, most: int, unit: bool = True) -> str:
    row = str(most) if least == most else f"{least} to {most}"
    if not unit:
        return row
    return _chips(most) if least == most else f"{row} chips"
