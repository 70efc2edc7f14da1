"""The round on Discord itself, with a second practice field in the place of Discord."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from bot import live
from bot.__main__ import main
from bot.config import Config
from bot.doctor import Finding
from bot.invitation import NEEDS
from bot.practice import Channel, Message, Person, PracticeField, led_to, posting
from bot.practice.rates import Verdict
from bot.practice.rest.call import Call
from bot.practice.state import Event, World
from bot.time import RealTime

SEND = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
THREAD = "POST /channels/{channel_id}/messages/{message_id}/threads"
CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"
COMMANDS = "/applications/{application_id}/commands"


class There:
    """What takes the place of Discord: a field with a test channel and somebody who taps."""

    def __init__(self, field: PracticeField) -> None:
        self.field = field
        self.table: Channel = field.add_channel("test")
        self.somebody: Person = field.add_member("Somebody")
        self.taps = True
        self.asked: list[str] = []
        self.at_the_tap: Callable[[], object] = lambda: None
        self._tapping: set[asyncio.Task[object]] = set()

    def say(self, text: str) -> None:
        """Somebody is asked to tap."""
        self.asked.append(text)
        self.at_the_tap()
        if self.taps:
            tap = self.somebody.clicks(self.somebody.last(self.table), live.LABEL, wait=False)
            self._tapping.add(asyncio.create_task(tap))

    async def findings(
        self, channel: int | None = None, token: str | None = "practice"
    ) -> list[Finding]:
        """All that is found in a channel."""
        where = self.table.id if channel is None else channel
        return [each async for each in live.findings(Config(token=token), where, self.say)]

    async def unwell(self, channel: int | None = None, token: str | None = "practice") -> list[str]:
        """What is not well."""
        return [each.sentence for each in await self.findings(channel, token) if not each.ok]

    def left(self) -> list[str]:
        """What is left in the channel for all to see."""
        said = [
            message.text for message in self.somebody.reads(self.table) if not message.ephemeral
        ]
        return said + [thread.name for thread in self.field.threads(self.table)]


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for more servers."""
    monkeypatch.setattr(live, "GUILD_SECONDS", 0.01)


@pytest.fixture
async def there() -> AsyncIterator[There]:
    """The bot is led there when it looks for Discord."""
    async with PracticeField(RealTime(), scale=0.01) as field:
        with field.led_here():
            yield There(field)
        assert field.server.unknown == []


async def test_where_discord_is_as_expected_all_is_well(there: There) -> None:
    """Every step is told with what was answered, and nothing of the round is left."""
    findings = await there.findings()
    assert all(finding.ok for finding in findings), findings
    told = [finding.sentence for finding in findings]
    assert told[0] == "The bot has all permissions that it needs in #test."
    assert "The same nonce again: the first message, as on the practice field." in told
    assert "An empty message: refused with 400, code 50006, as on the practice field." in told
    assert all(one.endswith("as on the practice field.") for one in told[1:])
    (tap,) = (one for one in told if one.startswith("A tap:"))
    assert "private yes, changed yes, answered twice refused with 400, code 40060" in tap
    assert there.asked == ["Please tap “Tap here” in #test within 60 seconds."]
    assert there.left() == []
    assert there.field.commands


@pytest.mark.parametrize(
    ("route", "status", "code", "name"),
    [
        (f"PUT {COMMANDS}", 400, 50035, "The commands, told and read back"),
        (f"GET {COMMANDS}", 403, 50001, "The commands, told and read back"),
        (EDIT, 403, 50005, "An edit that takes the buttons away"),
        ("GET /channels/{channel_id}/messages", 403, 50001, "The messages after a moment"),
        ("GET /guilds/{guild_id}/members/{user_id}", 404, 10007, "A member whom nobody knows"),
        ("PATCH /channels/{channel_id}", 403, 50013, "A message in the archived thread"),
        (CALLBACK, 404, 10062, "A tap"),
        ("DELETE /channels/{channel_id}/messages/{message_id}", 403, 50013, "A deleted message"),
    ],
)
async def test_what_discord_answers_otherwise_is_told(
    there: There, route: str, status: int, code: int, name: str
) -> None:
    """What it says, and what the practice field says; the rest of the round goes on."""
    there.field.faults.answer(route, status, code=code)
    (said,) = await there.unwell()
    assert said.startswith(name)
    assert f": on Discord refused with {status}, code {code}; on the practice field " in said


async def test_a_nonce_that_is_forgotten_is_told(
    there: There, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The very thing that keeps a post from standing there twice."""
    known = posting.same_nonce

    def forgets(world: World, *more: Any) -> Message | None:
        return None if world is there.field.world else known(world, *more)

    monkeypatch.setattr(posting, "same_nonce", forgets)
    assert await there.unwell() == [
        "The same nonce again: on Discord a second message; on the practice field the first "
        "message.",
        "The messages after a moment, read back: on Discord ours 3, in order yes, all yes; on the "
        "practice field ours 2, in order yes, all yes.",
    ]
    assert there.left() == []


async def test_what_the_gateway_does_not_tell_is_told(
    there: There, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that hears of no threads would not know where it plays."""
    monkeypatch.setattr(live, "HEARD_SECONDS", 0.05)
    listeners = there.field.world.listeners
    told = list(listeners)

    def tells(event: Event) -> None:
        if event.name != "THREAD_CREATE":
            for tell in told:
                tell(event)

    listeners[:] = [tells]
    assert await there.unwell() == [
        "What the gateway tells of: on Discord threads no, messages no; on the practice field "
        "threads yes, messages no."
    ]


async def test_other_limits_are_told(there: There, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the many numbers that Discord does not publish, the one that paces the story."""
    charge = there.field.limits.charge

    def charges(call: Call) -> Verdict:
        verdict = charge(call)
        if "X-RateLimit-Limit" in verdict.headers:
            verdict.headers["X-RateLimit-Limit"] = "7"
        return verdict

    monkeypatch.setattr(there.field.limits, "charge", charges)
    assert await there.unwell() == [
        "How many messages a channel takes at a time: on Discord 7; on the practice field 5."
    ]


async def test_a_lost_connection_is_told(there: There) -> None:
    """The step has no answer; the next have theirs."""
    there.field.faults.drop("PATCH /channels/{channel_id}")
    (said,) = await there.unwell()
    assert said.startswith("A message in the archived thread: on Discord no answer: ")


async def test_steps_that_hang_on_one_that_failed_are_not_tried(there: There) -> None:
    """They are neither well nor unwell."""
    there.field.faults.answer(THREAD, 403, times=2, code=50013)
    findings = await there.findings()
    told = {each.sentence.partition(":")[0]: each for each in findings}
    assert not told["A thread from a message"].ok
    assert told["A message in the thread"] == Finding(
        True, "A message in the thread: not tried, for there is no thread."
    )
    assert there.left() == []


async def test_nobody_has_to_tap(there: There, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then it is said that this was not tried, and all may still be well."""
    monkeypatch.setattr(live, "TAP_SECONDS", 1)
    there.taps = False
    findings = await there.findings()
    assert all(finding.ok for finding in findings)
    sentence = "A tap: not tried, for nobody tapped it within 1 seconds."
    assert Finding(True, sentence) in findings
    assert there.left() == []


async def test_a_round_that_is_cut_off_leaves_nothing(there: There) -> None:
    """Whoever has it stopped need not tidy up."""
    there.taps = False
    visiting = asyncio.create_task(there.findings())
    there.at_the_tap = visiting.cancel
    with contextlib.suppress(asyncio.CancelledError):
        await visiting
    assert visiting.cancelled()
    assert there.asked
    assert there.left() == []


# --- before the round ----------------------------------------------------------------------------

SPEAK = {"view_channel", "send_messages"}
"""Without these Discord takes others away, too."""


@pytest.mark.parametrize("name", sorted({*NEEDS} - SPEAK))
async def test_a_missing_permission_is_named(there: There, name: str) -> None:
    """With what it is for; what Discord refuses for it is as expected, and so no second fault."""
    there.field.let(there.table, there.field.bot, **{name: False})
    (said,) = await there.unwell()
    need = NEEDS[name]
    assert said == f"The bot has not the permission {need.shown} in #test, {need.purpose}."


async def test_a_thread_that_may_not_be_deleted_is_mentioned(there: There) -> None:
    """So that somebody else deletes it."""
    there.field.let(there.table, there.field.bot, manage_threads=False)
    findings = await there.findings()
    assert findings[-1] == Finding(True, "The thread Check stays in #test: please delete it.")
    assert there.left() == ["Check"]


@pytest.mark.parametrize("name", sorted(SPEAK))
async def test_where_it_may_say_nothing_no_round_is_played(there: There, name: str) -> None:
    """Nothing else could be found out."""
    there.field.let(there.table, there.field.bot, **{name: False})
    findings = await there.findings()
    assert not any(finding.ok for finding in findings)
    assert there.field.calls_to(SEND) == []


async def test_channels_that_will_not_do(there: There) -> None:
    """None there, one of another server, one of another kind: each has its own sentence."""
    elsewhere = there.field.world.add_guild("Elsewhere", there.somebody.user)
    far = there.field.world.add_channel(elsewhere, "far")
    forum = there.field.add_forum("games")
    assert await there.unwell(123456789012345678) == [
        "There is no channel 123456789012345678: copy the id again."
    ]
    (said,) = await there.unwell(far.id)
    assert said.startswith(f"The bot is not on the server of the channel {far.id}: invite it")
    assert "https://discord.com/oauth2/authorize?client_id=" in said
    assert await there.unwell(forum.id) == [f"The channel {forum.id} is no text channel: name one."]
    assert there.field.calls_to(SEND) == []


async def test_a_wrong_token_and_none(there: There) -> None:
    """One sentence, in which the token does not stand."""
    assert await there.unwell(token="wrong") == [
        "Discord does not know the token: copy it again from the developer portal."
    ]
    assert await there.unwell(token=None) == [
        "Discord cannot be tried without a DISCORD_TOKEN: write it into .env."
    ]


async def test_without_a_network(there: There) -> None:
    """One sentence."""
    await there.field.stop()
    with led_to(there.field.server.root):
        (said,) = await there.unwell()
    assert said.startswith("Discord cannot be reached: ")


async def test_a_bot_that_is_not_let_in(there: There, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not waited for endlessly."""
    monkeypatch.setattr(live, "READY_SECONDS", 0.2)
    held = there.field.faults.hold("GET /users/@me")
    assert await there.unwell() == ["Discord has not let the bot in within 0.2 seconds."]
    held.release()


# --- commands ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "found", "places"),
    [
        ({"name": "a", "nsfw": False}, {"name": "a", "id": "1"}, []),
        ({"default_member_permissions": 32}, {"default_member_permissions": "32"}, []),
        ({"contexts": [0, 1], "dm_permission": True}, {"contexts": [0, 1]}, []),
        (
            {"options": [{"max_value": 9}]},
            {"options": [{"max_value": 25}]},
            ["x/options/0/max_value"],
        ),
        ({"options": [{}, {}]}, {"options": [{}]}, ["x/options"]),
        ({"description": "new"}, {}, ["x/description"]),
    ],
)
def test_where_a_command_is_not_as_it_was_told(
    told: object, found: object, places: list[str]
) -> None:
    """What is off need not be said, and a number may come back as text."""
    assert live._differing(told, found, "x") == places


# --- from the command line -----------------------------------------------------------------------


def test_the_command_tells_each_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """After what `doctor` finds here; the exit status says whether all is well."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "UMPIRE_DATABASE", "UMPIRE_LOG_LEVEL"):
        monkeypatch.delenv(name, raising=False)
    well = [True]

    async def findings(
        settings: Config, channel: int, say: Callable[[str], None]
    ) -> AsyncGenerator[Finding, None]:
        say(f"Please tap in {channel}.")
        yield Finding(well[0], "A step.")

    monkeypatch.setattr(live, "findings", findings)
    line = ["doctor", "--live", "--channel", "123456789012345678"]
    assert main(line) == 0
    *_, asked, told = capsys.readouterr().out.splitlines()
    assert (asked, told) == ("Please tap in 123456789012345678.", "ok: A step.")
    well[0] = False
    assert main(line) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "NOT OK: A step."


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--live"], "--live needs --channel ID, a text channel to try Discord in"),
        (["--channel", "123456789012345678"], "--channel is for --live only"),
        (["--live", "--channel", "#test"], "expected the id of a channel, like 123"),
        (["--live", "--channel", "https://discord.com/invite/123456789012345678"], "or a link to"),
        (["--live", "--channel", ""], "found nothing"),
    ],
)
def test_arguments_that_make_no_sense(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, status 2."""
    assert main(["doctor", *arguments]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line
