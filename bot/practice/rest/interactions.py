"""The answers to interactions, and what follows on them.

https://discord.com/developers/docs/interactions/receiving-and-responding
"""

from __future__ import annotations

from bot.practice import commands, components, posting, wire
from bot.practice.errors import Form, bad_form, refusal
from bot.practice.posting import Body, Draft
from bot.practice.rest.call import NOTHING, Answer, Call, route
from bot.practice.state import (
    ANSWER_WITHIN,
    EPHEMERAL,
    LOADING,
    TOKEN_LIFE,
    Interaction,
    Message,
    World,
)
from bot.practice.wire import Json

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, SHOW_MODAL = 4, 5, 6, 7, 8, 9

ORIGINAL = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
FOLLOW_UP = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"


@route("POST", "/interactions/{interaction_id}/{interaction_token}/callback", needs_token=False)
def callback(world: World, call: Call) -> Answer:
    """The first answer, which has to come within 3 seconds, and only once."""
    found = world.interactions.get(call.ids["interaction_token"])
    if found is None or found.id != call.id("interaction_id"):
        raise refusal(10062)
    if found.answer is not None:
        raise refusal(40060)
    if world.time.steady() - found.born > ANSWER_WITHIN:
        raise refusal(10062)
    type = call.body.get("type")
    if type not in _accepted(found):
        text = f"Value must be one of {_accepted(found)}."
        raise bad_form(("type",), "BASE_TYPE_CHOICES", text)
    data = call.body.get("data") or {}
    shown = _answer(world, found, int(type), Body(data, call.files))
    if call.query.get("with_response") not in ("1", "true"):
        return NOTHING
    return 200, _response(world, found, shown)


def _accepted(found: Interaction) -> tuple[int, ...]:
    if found.type == AUTOCOMPLETE:
        return (CHOICES,)
    on_message = (DEFERRED_UPDATE, UPDATE) if found.message is not None else ()
    modal = () if found.type == MODAL else (SHOW_MODAL,)
    return (MESSAGE, DEFERRED, *on_message, *modal)


def _answer(world: World, found: Interaction, type: int, body: Body) -> Message | None:
    """Does what the answer says; gives the message that it made or changed."""
    channel = world.channel(found.channel_id)
    shown: Message | None = None
    if type == MESSAGE:
        shown = _say(world, found, posting.read(world, channel.id, body))
        what = "message"
    elif type == DEFERRED:
        shown = _think(world, found, bool((body.json.get("flags") or 0) & EPHEMERAL))
        found.loading = True
        what = "deferred"
    elif type == UPDATE:
        shown = _source(found)
        posting.change(world, shown, posting.read(world, channel.id, body, shown))
        what = "update"
    elif type == DEFERRED_UPDATE:
        shown = _source(found)
        what = "deferred update"
    elif type == CHOICES:
        form = Form()
        path = ("data", "choices")
        choices = form.count(path, body.json.get("choices"), 25)
        commands.check_choices(form, path, choices)
        form.close()
        found.choices = choices
        what = "choices"
    else:
        form = Form()
        components.Sheet(form).modal(body.json)
        form.close()
        found.modal = {**body.json, "components": components.kept(body.json["components"], {})}
        what = "modal"
    found.answer = type
    found.original = shown
    world.step(found, what, shown)
    return shown


def _source(found: Interaction) -> Message:
    """The message whose button or menu was used."""
    if found.message is None or found.message.deleted:
        raise refusal(10008)
    return found.message


def _say(world: World, found: Interaction, draft: Draft) -> Message:
    channel = world.channel(found.channel_id)
    type = 20 if found.type == COMMAND else 0
    return posting.post(world, channel, draft, world.bot, interaction=found, type=type)


def _think(world: World, found: Interaction, ephemeral: bool) -> Message:
    """The line that says that the bot is thinking."""
    message = Message(
        world.new_id(),
        found.channel_id,
        world.bot,
        world.time.now(),
        world.time.steady(),
        type=20 if found.type == COMMAND else 0,
        flags=LOADING | (EPHEMERAL if ephemeral else 0),
        interaction=found,
        only_for=found.user.id if ephemeral else None,
    )
    return world.add_message(message)


def _response(world: World, found: Interaction, shown: Message | None) -> Json:
    """What `with_response` asks for.

    https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-callback-interaction-callback-response-object
    """
    about: Json = {"id": str(found.id), "type": found.type}
    if shown is not None and found.answer in (MESSAGE, DEFERRED):
        about |= {
            "response_message_id": str(shown.id),
            "response_message_loading": found.loading,
            "response_message_ephemeral": shown.ephemeral,
        }
    if shown is None or found.answer not in (MESSAGE, UPDATE):
        return {"interaction": about}
    resource = {"type": found.answer, "message": wire.message(world, shown)}
    return {"interaction": about, "resource": resource}


# --- what follows --------------------------------------------------------------------------------


def _followed(world: World, call: Call) -> Interaction:
    """The interaction of a token, which has to have been answered and be younger than a while."""
    found = world.interactions.get(call.ids["webhook_token"])
    unanswered = found is None or found.answer is None
    if found is None or unanswered or call.id("webhook_id") != world.application_id:
        raise refusal(10015)
    if world.time.steady() - found.born > TOKEN_LIFE:
        raise refusal(50027)
    return found


def _original(found: Interaction) -> Message:
    if found.original is None or found.original.deleted:
        raise refusal(10008)
    return found.original


@route("POST", "/webhooks/{webhook_id}/{webhook_token}", needs_token=False)
def follow_up(world: World, call: Call) -> Answer:
    """Another message. The first one after "is thinking" takes the place of that line."""
    found = _followed(world, call)
    if found.loading:
        return 200, wire.message(world, _fill(world, found, call))
    channel = world.channel(found.channel_id)
    draft = posting.read(world, channel.id, call.form)
    message = posting.post(world, channel, draft, world.bot, interaction=found)
    world.step(found, "follow-up", message)
    return 200, wire.message(world, message)


def _fill(world: World, found: Interaction, call: Call) -> Message:
    """Puts an answer where "is thinking" stood; who sees it was settled then."""
    original = _original(found)
    draft = posting.read(world, original.channel_id, call.form, original)
    if posting.empty(draft, original):
        raise refusal(50006)
    original.flags &= ~LOADING
    found.loading = False
    posting.change(world, original, draft)
    world.step(found, "edited", original)
    return original


@route("GET", ORIGINAL, needs_token=False)
def original(world: World, call: Call) -> Answer:
    """The first answer, or the message whose button was used."""
    return 200, wire.message(world, _original(_followed(world, call)))


@route("PATCH", ORIGINAL, needs_token=False)
def edit_original(world: World, call: Call) -> Answer:
    """Changes it."""
    found = _followed(world, call)
    return 200, wire.message(world, _fill(world, found, call))


@route("DELETE", ORIGINAL, needs_token=False)
def delete_original(world: World, call: Call) -> Answer:
    """Removes it."""
    found = _followed(world, call)
    world.remove_message(_original(found))
    found.loading = False
    world.step(found, "deleted")
    return NOTHING


def _one(world: World, call: Call) -> tuple[Interaction, Message]:
    found = _followed(world, call)
    message = world.messages[found.channel_id].get(call.id("message_id"))
    if message is None or message.interaction is not found:
        raise refusal(10008)
    return found, message


@route("GET", FOLLOW_UP, needs_token=False)
def one_follow_up(world: World, call: Call) -> Answer:
    """One of the messages that followed."""
    return 200, wire.message(world, _one(world, call)[1])


@route("PATCH", FOLLOW_UP, needs_token=False)
def edit_follow_up(world: World, call: Call) -> Answer:
    """Changes it."""
    found, message = _one(world, call)
    posting.change(world, message, posting.read(world, message.channel_id, call.form, message))
    world.step(found, "edited", message)
    return 200, wire.message(world, message)


@route("DELETE", FOLLOW_UP, needs_token=False)
def delete_follow_up(world: World, call: Call) -> Answer:
    """Removes it."""
    found, message = _one(world, call)
    world.remove_message(message)
    world.step(found, "deleted", message)
    return NOTHING
