"""Which game a command is about, from lists of what there is."""

import pytest

from bot.finder import Candidate, Purpose, Spot, Unclear, choices, label, pick

THREAD = Spot(1, 10, thread=True)
CHANNEL = Spot(1, 11)
DIRECT = Spot(None, 12)


def one(
    id_: str,
    status: str = "playing",
    channel: int = 10,
    guild: int = 1,
    **more: object,
) -> Candidate:
    """A game with this id."""
    return Candidate(id_, status, "pitch-and-catch (hand_size=5)", guild, channel, **more)  # type: ignore[arg-type]


def test_a_thread_is_one_games() -> None:
    """Also where other games wait for the caller, and where the caller does not play."""
    here, other = one("a"), one("b", channel=20, seat=0, waits=True)
    assert pick([other, here], THREAD, Purpose.PLAY) == here


def test_in_the_thread_of_a_finished_game_no_other_is_meant() -> None:
    """A card typed there must not be played elsewhere."""
    over, other = one("a", "finished"), one("b", channel=20, seat=0, waits=True)
    with pytest.raises(Unclear, match=r"^The game is over\.$"):
        pick([other, over], THREAD, Purpose.PLAY)
    assert pick([other, over], THREAD, Purpose.LOOK) == over


def test_a_finished_game_in_a_plain_channel_is_in_nobodys_way() -> None:
    """There games come and go; only who has no other game means the one that is over."""
    over, other = one("a", "finished", channel=11), one("b", channel=20, seat=0, waits=True)
    assert pick([over, other], CHANNEL, Purpose.PLAY) == other
    assert pick([over, other], CHANNEL, Purpose.LOOK) == other
    assert pick([over], CHANNEL, Purpose.LOOK) == over


def test_elsewhere_the_only_one_that_waits() -> None:
    """Of several of one's own games."""
    waits, idle = one("a", seat=1, waits=True), one("b", seat=1)
    assert pick([idle, waits], CHANNEL, Purpose.PLAY) == waits
    assert pick([idle, waits], DIRECT, Purpose.PLAY) == waits


def test_else_the_caller_is_asked() -> None:
    """Where two wait, or none of several does."""
    for games in ([one("a", seat=0), one("b", seat=0)], [one("a", seat=0, waits=True)] * 2):
        with pytest.raises(Unclear, match="Several games can be meant here"):
            pick(games, DIRECT, Purpose.PLAY)


def test_the_only_own_game_need_not_wait() -> None:
    """So that `/hand` works at any time."""
    mine = one("a", seat=0)
    assert pick([mine, one("b")], CHANNEL, Purpose.PLAY) == mine


def test_several_games_in_one_channel() -> None:
    """The one that waits for the caller, else the one the caller plays in, else it is asked."""
    mine = one("a", channel=11, seat=0)
    others = [one("b", channel=11), one("c", channel=11)]
    assert pick([*others, mine], CHANNEL, Purpose.PLAY) == mine
    with pytest.raises(Unclear, match="`b`, `c`"):
        pick(others, CHANNEL, Purpose.LOOK)


def test_games_of_other_servers_are_never_meant() -> None:
    """Not even the caller's own; in a direct message all of these are."""
    far = one("a", guild=2, channel=20, seat=0, waits=True)
    with pytest.raises(Unclear, match="on this server"):
        pick([far], CHANNEL, Purpose.PLAY)
    with pytest.raises(Unclear, match="another server"):
        pick([far], CHANNEL, Purpose.PLAY, named="a")
    assert pick([far], DIRECT, Purpose.PLAY) == far


@pytest.mark.parametrize("purpose", list(Purpose))
def test_whoever_names_a_game_gets_it_or_hears_why_not(purpose: Purpose) -> None:
    """Whatever its status is, and however the id is written."""
    for game in (one("a", "sign-up", entered=True), one("a", seat=0), one("a", "finished", seat=0)):
        if purpose.fits(game):
            assert pick([game], DIRECT, purpose, named=" A ") == game
        else:
            with pytest.raises(Unclear):
                pick([game], DIRECT, purpose, named="a")
    with pytest.raises(Unclear, match="There is no game"):
        pick([], DIRECT, purpose, named="`nothing`\n")


def test_sign_ups() -> None:
    """Joining takes the one that one is not in, leaving the one that one is in."""
    entered, fresh = one("a", "sign-up", entered=True), one("b", "sign-up", channel=20)
    assert pick([entered, fresh], CHANNEL, Purpose.JOIN) == fresh
    assert pick([entered, fresh], CHANNEL, Purpose.LEAVE) == entered
    assert pick([entered], CHANNEL, Purpose.JOIN) == entered  # and is told so
    assert pick([entered], CHANNEL, Purpose.HOST) == entered
    with pytest.raises(Unclear, match="sign-up is closed"):
        pick([one("a")], THREAD, Purpose.JOIN)
    with pytest.raises(Unclear, match="has not begun"):
        pick([one("a", "sign-up")], THREAD, Purpose.PLAY)


def test_moderators_name_a_game_or_go_there() -> None:
    """The only game of the server is not good enough."""
    with pytest.raises(Unclear, match="No game is played right here"):
        pick([one("a")], CHANNEL, Purpose.MODERATE)
    assert pick([one("a")], THREAD, Purpose.MODERATE).id == "a"


def test_whatever_has_a_place_can_be_moved() -> None:
    """Games, running or over, and open sign-ups; of this server alone."""
    for status in ("sign-up", "playing", "finished"):
        assert pick([one("a", status, 20)], CHANNEL, Purpose.REHOME, "a").status == status
    with pytest.raises(Unclear, match="another server"):
        pick([one("a", guild=2)], CHANNEL, Purpose.REHOME, "a")
    games = [one("a", channel=20), one("b", "sign-up", 21), one("c", guild=2)]
    assert choices(games, CHANNEL, Purpose.REHOME) == games[:2]


def test_choices_begin_with_what_is_likely() -> None:
    """A player is offered the own games alone, a moderator all of the server."""
    idle, waits = one("a", channel=20, seat=0), one("b", channel=21, seat=0, waits=True)
    other, far = one("c", channel=22), one("d", guild=2)
    games = [idle, waits, other, far]
    assert choices(games, CHANNEL, Purpose.PLAY) == [waits, idle]
    assert choices(games, CHANNEL, Purpose.MODERATE) == [idle, waits, other]


def test_labels_say_what_a_game_wants() -> None:
    """Of the caller."""
    assert label(one("a", seat=0, waits=True, at_turn=True)) == "Pitch & Catch a: it is your turn"
    assert label(one("a", seat=0, waits=True)) == "Pitch & Catch a: you are asked"
    assert label(one("a")) == "Pitch & Catch a: running"
    assert label(one("a", "sign-up", entered=True)) == "Pitch & Catch a: sign-up, you are in"
    assert label(one("a", "finished")) == "Pitch & Catch a: finished"
