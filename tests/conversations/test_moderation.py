"""What moderators order by command, and how the table hears of it."""

from tests.evening import Evening, texts


async def test_pause_and_resume(evening: Evening) -> None:
    """The clock stands; after so many hours the game goes on by itself."""
    thread = await evening.starts()
    assert (await evening.host.types(thread, "/mod pause hours:5")).text == "Done."
    await evening.settle()
    assert "The game is paused." in evening.host.last(thread).text
    await evening.time.advance(5 * 3600 + 1)
    await evening.settle()
    assert "The game goes on." in evening.story(thread)
    await evening.refuses(
        evening.host.types(thread, "/mod resume"), "The clock is running already."
    )


async def test_extend(evening: Evening) -> None:
    """So many hours more for the player at turn."""
    thread = await evening.starts()
    before = (await evening.game(thread)).clock.deadline
    assert before is not None
    await evening.host.types(thread, "/mod extend hours:6")
    assert (await evening.game(thread)).clock.deadline == before + 6 * 3600


async def test_a_seat_is_resigned_or_given_to_a_house_player(evening: Evening) -> None:
    """Named as it is offered, `p2`; a seat that does not exist is refused."""
    thread = await evening.starts()
    await evening.host.types(thread, "/mod resign seat:p2")
    await evening.host.types(thread, "/mod computer seat:P3")
    at = await evening.game(thread)
    assert [player.kind for player in at.players] == ["person", "resigned", "computer"]
    for seat in ("p9", "Ana", "p0"):
        await evening.refuses(
            evening.host.types(thread, f"/mod resign seat:{seat}"), "xpected a seat"
        )


async def test_a_seat_changes_hands(evening: Evening) -> None:
    """To somebody named, with hand and score; the hand comes by direct message to the new one."""
    thread = await evening.starts()
    at = await evening.game(thread)
    old, dee = evening[at.names[0]], evening["Dee"]
    said = await evening.host.types(thread, "/mod replace seat:p1 by:@Dee")
    assert said.text == "Done."
    await evening.settle()
    assert f"Dee takes over the seat of {old.name}." in evening.story(thread)
    assert "Your hand: " in texts(dee.reads())
    await evening.refuses(old.types(thread, "/hand"), "You do not play in this game.")
    other = (await evening.game(thread)).names[1]
    await evening.refuses(
        evening.host.types(thread, f"/mod replace seat:p1 by:@{other}"),
        "A seat is taken over by somebody who does not play here yet.",
    )


async def test_the_next_substitute_is_called(evening: Evening) -> None:
    """In drawn order, until none is left."""
    thread = await evening.starts(names="Ana Ben Cho Dee")
    (waiting,) = {"Ana", "Ben", "Cho", "Dee"} - set((await evening.game(thread)).names)
    await evening.host.types(thread, "/mod replace seat:p2")
    assert (await evening.game(thread)).names[1] == waiting
    await evening.refuses(
        evening.host.types(thread, "/mod replace seat:p1"), "No substitute is left in the list."
    )


async def test_rewind(evening: Evening) -> None:
    """The last play is taken back; more than there are cannot be."""
    thread = await evening.starts()
    player, lines = await evening.at_turn(thread), await evening.legal(thread)
    before = (await evening.game(thread)).state
    await player.types(thread, lines[0])
    await evening.refuses(evening.host.types(thread, "/mod rewind plays:5"), "ewind")
    assert (await evening.host.types(thread, "/mod rewind plays:1")).text == "Done."
    assert (await evening.game(thread)).state == before


async def test_a_game_whose_thread_is_gone_finds_another_home(evening: Evening) -> None:
    """Named by its id, to a new thread; from there it goes on."""
    thread = await evening.starts()
    game_id = (await evening.game(thread)).id
    evening.field.delete(thread)
    await evening.hears()
    offered = await evening.host.completes(evening.channel, "/mod rehome game:", "game")
    assert [value for _, value in offered] == [game_id]
    line = f"/mod rehome game:{game_id} where:#games"
    said = await evening.host.types(evening.channel, line)
    (home,) = evening.field.threads(evening.channel)
    assert f"<#{home.id}>" in said.text
    player, lines = await evening.at_turn(home), await evening.legal(home)
    await player.types(home, lines[0])
    await evening.settle()
    assert f"{player.name} pitches" in evening.story(home)


async def test_a_game_moves_to_where_the_command_is_given(evening: Evening) -> None:
    """Without a place that is named."""
    thread = await evening.starts()
    game_id = (await evening.game(thread)).id
    await evening.host.types(evening.channel, f"/mod rehome game:{game_id}")
    assert (await evening.game(evening.channel)).id == game_id


async def test_a_moderator_names_the_game_or_goes_there(evening: Evening) -> None:
    """Elsewhere not even the only game is taken for the one that is meant."""
    await evening.starts()
    await evening.refuses(
        evening.host.types(evening.channel, "/mod abandon"), "No game is played right here"
    )


async def test_the_log(evening: Evening) -> None:
    """The last lines, and what Discord refused in public; nothing of direct messages."""
    thread = await evening.starts()
    player, lines = await evening.at_turn(thread), await evening.legal(thread)
    player.closes_direct_messages()
    evening.field.let(evening.channel, evening.field.bot, send_messages_in_threads=False)
    await player.types(thread, lines[0])
    await evening.settle()
    log = (await evening.host.types(thread, "/mod log")).text
    seat = (await evening.game(thread)).names.index(player.name) + 1
    assert f"p{seat} {lines[0][1:].replace(' card:', ' ')}" in log
    assert "Not posted: I lack Send Messages in Threads in <#" in log
    assert "direct" not in log
