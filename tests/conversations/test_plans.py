"""Answers left ahead by tapping: the panel, for each of the games, and its form.

What the rules make of an answer is tested with the games; that nobody else can tell that one was
left, in `test_plans_never_leak.py`.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.practice import Message, Outcome, Person
from games import shuffle
from games.cards import read_card
from tests.evening import Evening, labels, refused
from tests.games.baseball import boards

GAMES = ("pitch-and-catch", "ball-four-52", "ball-four-40", "baseball")
BASEBALL = ("x x Kc x x x x", "x x Ac x x x x", "x x Qc x x x x")
"""p1 deals, p2 opens with the ace, then p3 and p1 are asked."""


class Sat:
    """A game of three with its players by seat."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening

    async def begins(self, game: str, options: str = "") -> Sat:
        """A sign-up, three people, the first deal."""
        line = f"/game open game:{game} players:3{' options:true' if options else ''}"
        asked = await self.evening.host.types(self.evening.channel, line)
        if options:
            asked = await self.evening.host.fills(asked, {"options": options})
        self.thread = await self.evening.opened(asked)
        for person in self.evening.players:
            await person.types(self.thread, "/in")
        await self.evening.host.types(self.thread, "/game close")
        await self.evening.settle()
        return self

    async def seat(self, number: int) -> Person:
        """Who sits there, from 1."""
        return self.evening[(await self.evening.game()).names[number - 1]]

    async def others(self) -> list[Person]:
        """Everybody but the one at turn, in turn order from there."""
        at = await self.evening.game()
        assert at.turn is not None
        names = at.names[at.turn + 1 :] + at.names[: at.turn]
        return [self.evening[name] for name in names]

    async def left(self, who: Person) -> list[str]:
        """What somebody has left, as it is kept."""
        at = await self.evening.game()
        return [plan.text for plan in at.plans_of(at.names.index(who.name))]

    async def panel(self, who: Person) -> Message:
        """The panel, from the button below the newest post."""
        shown = await who.clicks(self.evening.newest("Answer ahead"), "Answer ahead")
        assert shown.ephemeral
        assert shown.message is not None, shown.text
        return shown.message


@pytest.fixture
def sat(evening: Evening) -> Sat:
    """Nobody sits down yet."""
    return Sat(evening)


def deal(monkeypatch: pytest.MonkeyPatch, *rows: str) -> None:
    """Lays out the deck of the next deals of Baseball."""
    laid_out = tuple(read_card(word) for word in boards.deck(list(rows)).split()[1:])
    monkeypatch.setattr(shuffle.Shoe, "deck", lambda *_: laid_out)


def panel_of(outcome: Outcome) -> Message:
    """The panel that an answer is."""
    assert outcome.message is not None, outcome.text
    return outcome.message


def menus(message: Message) -> list[str]:
    """What the menus of a message are for."""
    return [each["placeholder"] for each in message.selects]


def options(message: Message, menu: str) -> dict[str, str]:
    """The options of a menu: what they say, and what they leave."""
    (found,) = [each for each in message.selects if each["placeholder"] == menu]
    return {each["label"]: each["value"] for each in found["options"]}


# --- one panel for all four games ----------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
async def test_plan_and_the_button_below_a_post_open_the_same_panel(sat: Sat, game: str) -> None:
    """It says what is asked and of whom, shows the own hand, and is for its player alone."""
    await sat.begins(game)
    at = await sat.evening.game()
    assert at.turn is not None
    for who in await sat.others():
        by_tap = await sat.panel(who)
        by_word = await who.types(sat.thread, "/plan")
        assert by_word.ephemeral
        assert by_word.text == by_tap.text
        assert by_word.modal is None
        assert f"To act: {at.names[at.turn]}" in by_tap.text
        seat = at.names.index(who.name)
        hand = (await who.types(sat.thread, "/hand")).text.splitlines()
        assert any(line in by_tap.text for line in hand)
        assert "Nobody else learns of an answer before it is played." in by_tap.text
        assert by_tap.selects
        assert "Write…" in labels(by_tap)
        assert at.plans_of(seat) == ()


@pytest.mark.parametrize("game", GAMES)
async def test_everything_on_the_panel_can_be_left(sat: Sat, game: str) -> None:
    """Each button and each option is taken, in one tap; what is left says the same."""
    await sat.begins(game)
    who = (await sat.others())[0]
    panel = await sat.panel(who)
    for button in panel.buttons:
        if "?" not in button["custom_id"]:
            text = button["custom_id"].split(":", 3)[3]
            panel = panel_of(await who.clicks(panel, button["custom_id"]))
            assert panel.text.startswith("Left for later: ")
            assert text in await sat.left(who)
    for menu in menus(panel):
        if menu == "Pick cards of your hand":
            continue
        for label, text in options(panel, menu).items():
            if text in await sat.left(who):
                continue  # it is chosen already, and Discord tells nobody
            panel = panel_of(await who.chooses(panel, menu, label))
            assert text in await sat.left(who), panel.text
    decisions = len(await sat.left(who))
    for number in range(decisions, 0, -1):
        back = next(label for label in labels(panel) if label.startswith("Take back: "))
        panel = panel_of(await who.clicks(panel, back))
        assert panel.text.startswith("Taken back.")
        assert len(await sat.left(who)) == number - 1
    assert not any(label.startswith("Take back") for label in labels(panel))


@pytest.mark.parametrize("game", GAMES)
async def test_the_panel_in_a_pause(sat: Sat, game: str) -> None:
    """Also for the player at turn: what is left waits for the end of the pause, and then acts."""
    await sat.begins(game)
    who = await sat.evening.at_turn()
    await sat.evening.host.types(sat.thread, "/mod pause")
    await sat.evening.settle()
    shown = await who.types(sat.thread, "/plan")
    assert shown.text.startswith("The game is paused until <t:")
    panel = panel_of(shown)
    label, text = next(iter(options(panel, menus(panel)[0]).items()))
    await who.chooses(panel, menus(panel)[0], label)
    assert text in await sat.left(who)
    version = (await sat.evening.game()).version
    await sat.evening.host.types(sat.thread, "/mod resume")
    await sat.evening.settle()
    assert text not in await sat.left(who)
    assert (await sat.evening.game()).version > version


@pytest.mark.parametrize("game", GAMES)
async def test_the_panel_at_the_own_turn(sat: Sat, game: str) -> None:
    """The turn itself is for Act; what may come after it can be answered."""
    await sat.begins(game)
    who = await sat.evening.at_turn()
    shown = await who.types(sat.thread, "/plan")
    assert shown.text.startswith("It is your turn: for that there is the button Act.")
    assert "Write…" in labels(panel_of(shown))


@pytest.mark.parametrize("game", GAMES)
async def test_a_panel_that_is_out_of_date_says_so_and_is_renewed(sat: Sat, game: str) -> None:
    """Another decision is open by now: nothing is left by the old button, and the new one works."""
    await sat.begins(game)
    who = (await sat.others())[-1]
    old = await sat.panel(who)
    key = await window(sat)
    while (await window(sat)) == key:
        await acts(sat)
    button = next(one["custom_id"] for one in old.buttons if "?" not in one["custom_id"])
    outcome = await who.clicks(old, button)
    assert outcome.text.startswith("That decision is no longer open."), outcome.text
    assert await sat.left(who) == []


async def window(sat: Sat) -> str | None:
    """The decision that is open."""
    found = (await sat.evening.game()).window
    return found and found.key


async def acts(sat: Sat) -> None:
    """Whoever is at turn does something, a bet rather than a check."""
    at = await sat.evening.game()
    assert at.turn is not None
    texts = [at.game.write(action) for action in at.game.legal(at.state, at.turn)]
    text = next((text for text in texts if text.startswith("bet")), texts[0])
    who = await sat.evening.at_turn()
    assert (await sat.evening.bot.host.play(sat.evening.id, who.id, text)).done
    await sat.evening.settle()


@pytest.mark.parametrize("game", GAMES)
async def test_whoever_does_not_play_has_no_panel(sat: Sat, game: str) -> None:
    """Nor a form, nor does a button of somebody else's panel work."""
    await sat.begins(game)
    who, dee = (await sat.others())[0], sat.evening["Dee"]
    await sat.evening.refuses(
        dee.clicks(sat.evening.newest("Answer ahead"), "Answer ahead"),
        "You do not play in this game.",
    )
    await sat.evening.refuses(dee.types(sat.thread, "/plan"), "You do not play in this game.")
    assert (await sat.panel(who)).ephemeral


async def test_the_button_stands_below_every_post_that_asks(sat: Sat) -> None:
    """And below no other."""
    await sat.begins("pitch-and-catch")
    for post in sat.evening.posts():
        assert ("Answer ahead" in labels(post)) == ("Act" in labels(post))
    (letter,) = [one for one in (await sat.evening.at_turn()).reads() if "Act" in labels(one)]
    assert "Answer ahead" in labels(letter)


async def test_in_a_direct_message_the_letter_stays(sat: Sat) -> None:
    """The panel is a message of its own there, and it is what changes."""
    await sat.begins("pitch-and-catch")
    who = (await sat.others())[0]
    panel = panel_of(await who.types(who.direct, "/plan"))
    before = [one.text for one in who.reads()]
    changed = panel_of(await who.clicks(panel, "Pass"))
    assert changed.id == panel.id
    assert [one.text for one in who.reads()][: len(before) - 1] == before[: len(before) - 1]
    assert await sat.left(who) == ["swing pass"]


# --- Pitch & Catch -------------------------------------------------------------------------------


async def test_swing_catch_and_next_pitch_in_one_visit(sat: Sat) -> None:
    """PC-24: three taps, and the sheet plays through a trick by itself."""
    await sat.begins("pitch-and-catch")
    _, second = await sat.others()
    panel = await sat.panel(second)
    assert menus(panel) == ["Swing", "Catch", "Next pitch"]
    assert {"Pass", "Swing lowest, else pass"} <= set(labels(panel))
    panel = panel_of(await second.chooses(panel, "Swing", "Swing lowest, else pass"))
    panel = panel_of(await second.chooses(panel, "Catch", "Field highest, else pass"))
    panel = panel_of(await second.chooses(panel, "Next pitch", "Pitch highest"))
    assert "**Swing**: Swing lowest, else pass" in panel.text
    assert "**Catch**: Field highest, else pass" in panel.text
    assert "**Next pitch**: Pitch highest" in panel.text
    assert {"Take back: Swing", "Take back: Catch", "Take back: Next pitch"} <= set(labels(panel))
    assert [one["default"] for one in panel.selects[0]["options"]].count(True) == 1


async def test_the_pitcher_leaves_a_catch_and_the_next_pitch(sat: Sat) -> None:
    """No swing at the own ball (PC-9); both can be left while the others swing."""
    await sat.begins("pitch-and-catch")
    pitcher = await sat.evening.at_turn()
    await sat.evening.acts(pitcher)
    panel = await sat.panel(pitcher)
    assert menus(panel) == ["Catch", "Next pitch"]
    assert panel.text.startswith("Nothing is asked of you now. You may leave an answer")


async def test_what_the_ball_rules_out_is_not_offered(sat: Sat) -> None:
    """A swing above the ball, a catch below it; and each card that would do is there."""
    await sat.begins("pitch-and-catch")
    pitcher = await sat.evening.at_turn()
    await sat.evening.acts(pitcher)
    at = await sat.evening.game()
    _, second = await sat.evening.asked()
    panel = await sat.panel(second)
    hand = await sat.evening.hand(sat.thread, second)
    faces = {rank: n for n, rank in enumerate("A23456789TJQK", 1)}
    gloves = {**faces, "2": 14, "A": 15}
    ball = faces["23456789TJQKA"[at.view(None).ball >> 2]]
    offered = options(panel, "Swing").values()
    for card in hand:
        assert (f"swing {card}" in offered) == (faces[card[0]] <= ball), (card, ball)
    offered = options(panel, "Catch").values()
    for card in hand:
        assert (f"field {card}" in offered) == (gloves[card[0]] >= ball), (card, ball)


async def test_where_only_the_player_at_turn_may_answer(sat: Sat) -> None:
    """`tempo=strict`: the panel says so, and has nothing to tap."""
    await sat.begins("pitch-and-catch", "tempo=strict")
    other = (await sat.others())[0]
    shown = await other.types(sat.thread, "/plan")
    assert "at this table only the player at turn may answer (PC-24)." in shown.text
    assert panel_of(shown).selects == panel_of(shown).buttons == []


async def test_a_panel_that_the_turn_has_reached_acts_at_once(sat: Sat) -> None:
    """The same window, whose turn has moved on: it says what was done, and what is left."""
    await sat.begins("pitch-and-catch")
    await sat.evening.acts(await sat.evening.at_turn())
    first, second = await sat.evening.asked()
    panel = await sat.panel(second)
    assert panel.text.startswith("Your turn is still to come.")
    await first.types(sat.thread, "/pass")
    await sat.evening.settle()
    done = await second.clicks(panel, "Pass")
    assert done.text.startswith("Done: `pass`.")
    assert "Write…" in labels(panel_of(done))
    await sat.evening.settle()
    assert f"{second.name} passes." in sat.evening.story()


async def test_a_tap_that_ends_the_game_says_what_was_done(sat: Sat) -> None:
    """There is no panel any more: nobody has swung at three pitches in a row."""
    evening = sat.evening
    await sat.begins("pitch-and-catch", "hand_size=3")
    while await evening.runs():
        await evening.acts(await evening.at_turn())
        first, second = await evening.asked()
        panel = await sat.panel(second)
        await first.types(sat.thread, "/pass")
        await evening.settle()
        done = await second.clicks(panel, "Pass")
        assert done.text.startswith("Done: `pass`.")
        await evening.settle()
    assert "Three strikes in a row!" in evening.story()
    assert panel_of(done).buttons == []


# --- Ball Four -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["ball-four-52", "ball-four-40"])
async def test_the_usual_answers_of_ball_four(sat: Sat, game: str) -> None:
    """A pass, a Ball Four, the lowest hand that beats, up to a rank."""
    await sat.begins(game)
    who = (await sat.others())[0]
    panel = await sat.panel(who)
    there = labels(panel)
    assert {"Pass", "Ball Four, else pass", "Lowest that beats, else pass"} <= set(there), there
    heading = "Your answer in this play" if game == "ball-four-52" else "Your answer in this at-bat"
    assert menus(panel) == [heading, "Pick cards of your hand"]
    top = "2" if game == "ball-four-52" else "A"
    panel = panel_of(await who.clicks(panel, "Lowest that beats, else pass"))
    assert await sat.left(who) == [f"lowest up to {top} else pass"]


@pytest.mark.parametrize("game", ["ball-four-52", "ball-four-40"])
async def test_picked_cards_are_left_as_what_they_can_be(sat: Sat, game: str) -> None:
    """Before the lead a single card can be a hand, the fourth of its rank, or with 40 a foul."""
    await sat.begins(game)
    who = (await sat.others())[0]
    card = (await sat.evening.hand(sat.thread, who))[0]
    panel = await sat.panel(who)
    panel = panel_of(await who.chooses(panel, "Pick cards of your hand", card))
    texts = [one["custom_id"].split(":", 3)[3] for one in panel.buttons]
    verbs = ["play", "ball-four"] + (["foul"] if game == "ball-four-40" else [])
    wanted = [f"{verb} {card}{ending}" for verb in verbs for ending in (" else pass", "")]
    assert texts[:5] == wanted[:5] if game == "ball-four-40" else texts[:4] == wanted
    assert await sat.left(who) == []
    fourth = next(one for one in panel.buttons if one["custom_id"].endswith(f":ball-four {card}"))
    await who.clicks(panel, fourth["custom_id"])
    assert await sat.left(who) == [f"ball-four {card}"]


# --- Baseball ------------------------------------------------------------------------------------


async def test_the_usual_answers_of_poker_players(
    sat: Sat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has bet yet: check/fold, check, call any, a call up to something, a bet, a fold."""
    deal(monkeypatch, *BASEBALL)
    await sat.begins("baseball")
    who = await sat.seat(3)
    panel = await sat.panel(who)
    assert menus(panel) == ["Your bets in this betting round", "A 3 face up in this deal"]
    texts = {
        "Check/Fold": "check else fold",
        "Check, else ask me": "check",
        "Call any": "call up to 99",
        "Fold, also where a check would do": "fold",
        "Bet 2 if nobody has, else ask me": "bet 2",
        "Call up to 3, else fold": "call up to 3 else fold",
    }
    offered = options(panel, "Your bets in this betting round")
    assert texts.items() <= offered.items(), offered
    assert {"Check/Fold", "Check, else ask me", "Call any"} <= set(labels(panel))
    any_price = panel_of(await who.clicks(panel, "Call any"))
    assert "**Your bets in this betting round**: Call any\n" in any_price.text
    panel = panel_of(await who.clicks(panel, "Check/Fold"))
    assert "Left for later: Check, else fold" in panel.text
    assert "a bet or a raise before your turn" in panel.text.lower()

    await (await sat.seat(2)).types(sat.thread, "/check")
    await sat.evening.settle()
    assert await sat.left(who) == []
    assert (await sat.evening.game()).turn == 0


async def test_a_bet_leaves_an_answer_in_force_and_another_is_asked_anew(
    sat: Sat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """p3 has left a check, which a bet rules out: told to p3 alone. p1's call stands."""
    deal(monkeypatch, *BASEBALL)
    await sat.begins("baseball")
    first, second, third = [await sat.seat(n) for n in (1, 2, 3)]
    await third.clicks(await sat.panel(third), "Check, else ask me")
    await first.clicks(await sat.panel(first), "Call any")
    await second.types(sat.thread, "/bet amount:2")
    await sat.evening.settle()
    at = await sat.evening.game()
    assert (at.turn, at.plans_of(2)) == (2, ())
    assert "Your answer “Check” in Baseball does not fit now" in third.last().text
    assert "does not fit" not in sat.evening.story()
    assert not any("does not fit" in one.text for who in (first, second) for one in who.reads())
    panel = await sat.panel(first)
    assert {"Call 2, else fold", "Call 2, else ask me", "Call any", "Fold"} <= set(labels(panel))
    await third.types(sat.thread, "/call")
    await sat.evening.settle()
    assert "call" in [one.action for one in await journal(sat) if one.note == "plan"]


async def test_a_fold_for_nothing_that_would_act_at_once_is_asked_back(
    sat: Sat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BB-36: at the own turn, by the form and by word. Left for later it is meant, and says so."""
    deal(monkeypatch, *BASEBALL)
    await sat.begins("baseball")
    second, third = await sat.seat(2), await sat.seat(3)
    bets, fold = "Your bets in this betting round", "Fold, also where a check would do"
    panel = panel_of(await third.chooses(await sat.panel(third), bets, fold))
    assert await sat.left(third) == ["fold"]
    assert fold not in labels(panel)

    form = await sat.evening.form(second)
    for outcome in (
        await second.fills(form, {bets: "fold", "A 3 face up in this deal": "up to 5"}),
        await second.types(sat.thread, "/plan answer:fold; match up to 5"),
    ):
        assert "There is nothing to call, and a check keeps you in." in outcome.text
        assert (await sat.evening.game()).turn == 1
        assert await sat.left(second) == []
    asked = panel_of(outcome)
    assert labels(asked) == ["Fold; match up to 5 all the same", "Answer ahead"]
    assert "Write…" in labels(panel_of(await second.clicks(asked, "Answer ahead")))
    asked = panel_of(await second.types(sat.thread, "/plan answer:fold"))
    done = await second.clicks(asked, "Fold all the same")
    assert done.text.startswith("Done: `fold`.")
    await sat.evening.settle()
    assert f"{second.name} and {third.name} fold" in sat.evening.story()


async def journal(sat: Sat) -> Any:
    """The lines of the game."""
    return await sat.evening.bot.store.journal(sat.evening.id)


async def test_what_is_answered_to_a_bare_call(sat: Sat, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a bet it means what it costs now; without one it says what would be a plan."""
    deal(monkeypatch, *BASEBALL)
    await sat.begins("baseball")
    first, second = await sat.seat(1), await sat.seat(2)
    await sat.evening.refuses(
        first.types(sat.thread, "/plan answer:call"),
        "Expected the most that a call may cost, like call up to 5",
    )
    await second.types(sat.thread, "/bet amount:3")
    await sat.evening.settle()
    said = await first.types(sat.thread, "/plan answer:call")
    assert said.text.startswith("Left for later: Call up to 3")


async def test_whoever_has_folded_is_told_why_nothing_can_be_left(
    sat: Sat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No bet and no 3 will be asked about in this deal."""
    deal(monkeypatch, *BASEBALL)
    await sat.begins("baseball")
    second = await sat.seat(2)
    await second.types(sat.thread, "/bet amount:1")
    await (await sat.seat(3)).types(sat.thread, "/fold")
    await sat.evening.settle()
    shown = await (await sat.seat(3)).types(sat.thread, "/plan")
    refused(shown, "No answer can be left ahead")
    assert panel_of(shown).selects == panel_of(shown).buttons == []


async def test_the_form_of_an_old_panel_says_why_there_is_none(
    sat: Sat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has folded meanwhile has no line to write."""
    deal(monkeypatch, *BASEBALL)
    await sat.begins("baseball")
    second, third = await sat.seat(2), await sat.seat(3)
    panel = await sat.panel(third)
    await second.types(sat.thread, "/bet amount:1")
    await third.types(sat.thread, "/fold")
    await sat.evening.settle()
    await sat.evening.refuses(third.clicks(panel, "Write…"), "No answer can be left ahead")


async def test_the_answer_to_a_three_is_left_beside_the_bets(
    sat: Sat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lives until the deal is over; p2 gets a 3 in the second round and matches the pot of 3."""
    deal(monkeypatch, "x x Kc 7c", "x x Ac 3c", "x x Qc 8d")
    await sat.begins("baseball")
    first, second, third = [await sat.seat(n) for n in (1, 2, 3)]
    panel = await sat.panel(third)
    assert "Match, whatever it costs" in options(panel, "A 3 face up in this deal")
    shown = panel_of(await second.types(sat.thread, "/plan"))  # it is the own turn
    assert menus(shown) == ["A 3 face up in this deal"]
    await second.chooses(shown, "A 3 face up in this deal", "Match up to 10, else strike out")
    assert await sat.left(second) == ["match up to 10 else fold"]
    for who in (second, third, first):
        await who.types(sat.thread, "/check")
    await sat.evening.settle()
    assert "match" in [one.action for one in await journal(sat) if one.note == "plan"]


# --- the form ------------------------------------------------------------------------------------


async def test_the_form_opens_from_the_panel_and_keeps_what_is_out_of_date(sat: Sat) -> None:
    """A line that stands, and could not be left again by now, stops no other."""
    await sat.begins("pitch-and-catch")
    _, second = await sat.others()
    pitcher = await sat.evening.at_turn()
    faces = "A23456789TJQK"
    high = max(await sat.evening.hand(sat.thread, second), key=lambda card: faces.index(card[0]))
    low = min(await sat.evening.hand(sat.thread, pitcher), key=lambda card: faces.index(card[0]))
    assert faces.index(high[0]) > faces.index(low[0])
    await second.types(sat.thread, f"/plan answer:swing {high}")
    await pitcher.types(sat.thread, f"/pitch card:{low}")
    await sat.evening.settle()
    form = await second.clicks(await sat.panel(second), "Write…")
    kept = await second.fills(form, {"Next pitch": "highest"})
    assert "Pitch highest" in kept.text
    assert await sat.left(second) == [f"swing {high}", "pitch highest"]
    form = await second.clicks(await sat.panel(second), "Write…")
    wrong = await second.fills(form, {"Next pitch": "the blue one", "Catch": "pass"})
    refused(wrong, "Expected")
    assert await sat.left(second) == [f"swing {high}", "pitch highest"]
