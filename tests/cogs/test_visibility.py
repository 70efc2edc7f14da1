"""Who sees what: answers are private, choices are made from one's own hand alone."""

from __future__ import annotations

import re
from typing import Any

import simcord

from games.cards import card_sign, read_card, write_card
from tests.cogs.conftest import Scene


async def hands(scene: Scene, thread: simcord.ChannelHandle) -> dict[str, list[str]]:
    """What each holds, as the store has it."""
    (row,) = await scene.bot.store.games_in(scene.guild.id, thread.id)
    stored = await scene.bot.store.game(row.id)
    assert stored is not None
    at = stored.table
    return {
        name: [card_sign(card) for card in hand]
        for name, hand in zip(at.names, at.game.hands(at.state), strict=True)
    }


async def pitcher(scene: Scene, thread: simcord.ChannelHandle) -> simcord.MemberActor:
    """Who is to pitch."""
    people = (scene.ana, scene.ben, scene.cho)
    shown = [await each.autocomplete(thread, "pitch", "card", "") for each in people]
    (only,) = [each for each, cards in zip(people, shown, strict=True) if cards]
    return only


async def test_every_answer_is_for_the_caller_alone(scene: Scene) -> None:
    """In a thread, nobody but the caller reads what a command says."""
    thread = await scene.game()
    seen = [message.id for message in thread.history(viewer=scene.ben)]
    for name in ("hand", "table", "waiting", "my show", "record", "pass", "out"):
        result = await scene.ana.slash(thread, name)
        assert result.ephemeral, name
        assert result.followups == [], name
    assert [message.id for message in thread.history(viewer=scene.ben)] == seen


async def test_a_hand_is_shown_to_its_player_only(scene: Scene) -> None:
    """Everybody's `/hand` and `/table` hold the own cards and nobody else's."""
    thread = await scene.game()
    held = await hands(scene, thread)
    for person in (scene.ana, scene.ben, scene.cho, scene.host):
        for name in ("hand", "table"):
            result = await person.slash(thread, name)
            assert result.response is not None
            shown = result.response.content
            for owner, cards in held.items():
                visible = [card for card in cards if card in shown]
                assert visible == (cards if owner == person.name else []), (name, person.name)


async def test_cards_are_offered_from_the_own_legal_ones(scene: Scene) -> None:
    """With signs as labels and the notation as values, narrowed by what is typed, in any way."""
    thread = await scene.game()
    held = await hands(scene, thread)
    first = await pitcher(scene, thread)
    offered = await first.autocomplete(thread, "pitch", "card", "")
    assert [each["name"] for each in offered] == held[first.name]
    assert [card_sign(read_card(each["value"])) for each in offered] == held[first.name]
    card = offered[-1]
    for typed in (card["value"], card["value"].upper(), card["name"], card["value"][0].lower()):
        assert card in await first.autocomplete(thread, "pitch", "card", typed), typed
    assert await first.autocomplete(thread, "pitch", "card", "x") == []
    assert await first.autocomplete(thread, "swing", "card", "") == []


async def test_cards_for_an_answer_ahead(scene: Scene) -> None:
    """In the window before one's turn: those that may still swing, as far as one can tell."""
    thread = await scene.game()
    first = await pitcher(scene, thread)
    ball = (await first.autocomplete(thread, "pitch", "card", ""))[0]
    await first.slash(thread, "pitch", card=ball["value"])
    held = await hands(scene, thread)
    for person in (scene.ana, scene.ben, scene.cho):
        offered = await person.autocomplete(thread, "swing", "card", "")
        assert {each["name"] for each in offered} <= set(held[person.name])
        if person is first:
            assert offered == []


async def test_nobody_is_offered_cards_of_a_game_that_is_not_theirs(scene: Scene) -> None:
    """Neither by being there, nor by naming it."""
    thread = await scene.game()
    (row,) = await scene.bot.store.games_in(scene.guild.id, thread.id)
    assert await scene.host.autocomplete(thread, "pitch", "card", "") == []
    assert await scene.host.autocomplete(scene.channel, "pitch", "card", "", game=row.id) == []
    assert await scene.host.autocomplete(scene.channel, "hand", "game", "") == []


async def test_seats_are_offered_with_their_names(scene: Scene) -> None:
    """For moderators; the value is the seat."""
    thread = await scene.game()
    offered = await scene.host.autocomplete(thread, "mod remove", "seat", "")
    assert [each["value"] for each in offered] == ["p1", "p2", "p3"]
    assert sorted(each["name"].split(" ")[1] for each in offered) == ["Ana", "Ben", "Cho"]
    assert await scene.host.autocomplete(scene.channel, "mod remove", "seat", "") == []


async def test_a_moderator_who_plays_sees_no_hidden_card(scene: Scene) -> None:
    """The log and the record of a running game hide every deck."""
    await scene.host.slash(scene.channel, "settings host-role", role=scene.guild.default_role)
    thread = await scene.game()
    for name in ("mod log", "record"):
        result = await scene.ana.slash(thread, name)
        assert result.response is not None
        text = result.response.content
        for file in result.response.attachments:
            text += (await file.read()).decode()
        assert "dealer deal ?? ??" in text
        assert "seed" not in text
    result = await scene.ana.slash(thread, "mod rewind", moves=1)
    assert result.response is not None
    assert not any(sign in result.response.content for sign in "♣♦♥♠")


async def read(result: simcord.InteractionResult) -> str:
    """All that an answer shows: its words, its files, its buttons, and a form but its examples."""
    shown = [re.sub("'placeholder': '[^']*'", "", str(result.modal or ""))]
    for answer in [result.response, *result.followups]:
        if answer is not None:
            shown += [answer.content, str(answer.components)]
            shown += [(await file.read()).decode() for file in answer.attachments]
    return "\n".join(shown)


def cards_in(shown: str, cards: list[str]) -> list[str]:
    """Which of some cards are shown, with signs or as the notation writes them."""
    words = set(re.findall(r"\w+[♣♦♥♠]|\b[2-9TJQKA][cdhs]\b", shown))
    return [card for card in cards if words & {card, write_card(read_card(card))}]


LOOKS: dict[str, dict[str, Any]] = {
    "hand": {},
    "table": {},
    "plan": {},
    "record": {},
    "waiting": {},
    "my show": {},
    "pass": {},
    "out": {},
    "game list": {},
    "resign": {},
    "mod log": {},
    "mod nudge": {},
    "mod rewind": {"moves": 1},
    "mod replace": {"seat": "p1"},
    "mod end": {},
    "mod abandon": {},
    "mod extend": {"hours": 1},
    "mod pause": {},
    "mod resume": {},
}


async def test_no_answer_shows_a_hidden_card_of_somebody_else(scene: Scene) -> None:
    """Whatever is asked, by a player, by one who looks on, by the host, by a host who plays."""
    await scene.host.slash(scene.channel, "settings host-role", role=scene.guild.default_role)
    thread = await scene.game()
    first = await pitcher(scene, thread)
    ball = (await first.autocomplete(thread, "pitch", "card", ""))[-1]
    await first.slash(thread, "pitch", card=ball["value"])
    held = await hands(scene, thread)
    shown_own = 0
    for name, options in LOOKS.items():
        for person in (scene.ana, scene.ben, scene.cho, scene.dee, scene.host):
            if name == "pass" and person is not first:
                continue  # it would be a move
            shown = await read(await person.slash(thread, name, **options))
            for owner, cards in held.items():
                if owner == person.name:
                    shown_own += bool(cards_in(shown, cards))
                else:
                    assert cards_in(shown, cards) == [], (name, person.name, owner)
    assert shown_own  # own cards are found, so others' would be


async def test_what_others_hear_of_a_play_is_nothing_before_it_is_posted(scene: Scene) -> None:
    """The answer is the player's alone: it shows the hand that is left."""
    thread = await scene.game()
    first = await pitcher(scene, thread)
    before = {
        person.name: [one.id for one in thread.history(viewer=person)]
        for person in (scene.ana, scene.ben, scene.cho, scene.dee)
    }
    card = (await first.autocomplete(thread, "pitch", "card", ""))[0]
    result = await first.slash(thread, "pitch", card=card["value"])
    assert result.ephemeral
    assert "Your hand" in await read(result)
    for person in (scene.ana, scene.ben, scene.cho, scene.dee):
        if person is not first:
            assert [one.id for one in thread.history(viewer=person)] == before[person.name]
