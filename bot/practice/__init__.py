"""A stand-in for Discord on this machine, for practice and for tests.

It speaks Discord's REST interface and gateway, so that discord.py works unchanged; it remembers
what Discord would, refuses what Discord would, and fails on demand. It knows nothing of games.
Where it is simpler than Discord is listed in docs/operating.md.

    from bot.practice import PracticeField
    from bot.time import RealTime

    field = PracticeField(RealTime())
    ana = field.add_member("Ana")
    table = field.add_channel("table")
    forum = field.add_forum("games", tags=("sign-up", "playing"))

    async with field, field.plays(bot):       # bot: any discord.Client; logged in and ready
        outcome = await ana.types(table, "/swing card:5c")
        assert outcome.text == "You swing 5c."  # and .ephemeral .deferred .took .follow_ups
        hand = await ana.clicks(ana.last(table), "My hand")    # label, emoji or custom id
        await ana.chooses(ana.last(table), "Pick a card", "5c")
        asked = await ana.clicks(ana.last(table), "Write…")    # opens a modal
        await ana.fills(asked, {"Card": "5c"})
        await ana.completes(table, "/swing card:5")            # [(name, value), ...]
        ana.reads(table), ana.reads()         # messages in a channel; direct messages
        ana.commands(table)                   # slash commands that he is offered
        ana.notifications                     # whom, why and with which words a phone has buzzed

What the client would not let anybody do raises `ClientRefuses`. With `wait=False` a person does not
wait, and the `Outcome` goes on changing.

A bot in another process finds the field by `with led_to(field.server.root)`, around all it does.

What goes wrong, by route in the words of Discord's docs:

    send = "POST /channels/{channel_id}/messages"
    field.faults.answer(send, 500, times=2)            # before the effect
    field.faults.answer(send, 502, after=True)         # the message is there all the same
    field.faults.too_many(send, retry_after=1.5, everywhere=True)
    field.faults.drop(send, after=True)                # the connection is lost
    field.faults.delay(send, 4.0); held = field.faults.hold(send); held.release()
    field.faults.duplicate_interactions()
    field.gateway.drop(); field.gateway.reconnect(); field.gateway.invalidate(); ...
    ana.closes_direct_messages(50007); ana.leaves(field.guild)
    field.let(table, field.bot, send_messages=False)
    field.archive(thread, locked=True); field.delete(thread)

What the bot has sent is in `field.calls`; what it asked for in vain, in `field.server.unknown`;
how often it was told to slow down, in `field.limits.refused`.

Time. What people see, and the archiving of threads, goes by the wall clock of the `Time` that the
field is given; the 3 seconds, nonces, tokens, old edits and rate limits by the steady one. When
the clock is moved by hand, give `told=0.001`: discord.py itself waits in real time. A bot that
identifies again waits 5 real seconds in `before_identify_hook`, and 2 in `guild_ready_timeout`.
"""

from bot.practice.faults import Fault, Faults
from bot.practice.field import TOKEN, PracticeField, led_to
from bot.practice.people import Notification, Outcome, Person
from bot.practice.posting import File
from bot.practice.rest.call import Call
from bot.practice.slash import ClientRefuses
from bot.practice.state import Channel, Message, Role

__all__ = [
    "TOKEN",
    "Call",
    "Channel",
    "ClientRefuses",
    "Fault",
    "Faults",
    "File",
    "Message",
    "Notification",
    "Outcome",
    "Person",
    "PracticeField",
    "Role",
    "led_to",
]
