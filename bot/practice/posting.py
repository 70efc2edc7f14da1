"""From the body of a request to a message: limits, mentions, files, nonces.

https://discord.com/developers/docs/resources/message#create-message
"""

from __future__ import annotations

import mimetypes
import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from bot.practice import components, permissions
from bot.practice.errors import Form, bad_form, refusal
from bot.practice.state import (
    COMPONENTS_V2,
    EPHEMERAL,
    SILENT,
    Attachment,
    Channel,
    Interaction,
    Message,
    User,
    World,
)
from bot.practice.wire import FILE_LIMIT, Json

MOST_CONTENT = 2000
MOST_FILES = 10
NONCE_LIFE = 5 * 60
"""Seconds, by the field's own steady clock, in which a nonce finds the first message again."""

OLD_AFTER = 60 * 60
OLD_EDITS = 5
"""So many edits of messages older than an hour does a channel take in an hour: a guess.

Discord does not say how many: https://github.com/discord/discord-api-docs/issues/4413.
"""

EDITABLE_FLAGS = 1 << 2
EMBED_LIMITS = {"title": 256, "description": 4096}


@dataclass
class File:
    """A file that came with a request."""

    name: str
    content: bytes
    kind: str | None = None


@dataclass
class Body:
    """The body of a request that may bring files along."""

    json: Json
    files: dict[int, File] = field(default_factory=dict)


@dataclass
class Draft:
    """What a message is to be, read and found in order."""

    content: str | None
    embeds: list[Json] | None
    components: list[Json] | None
    attachments: list[Attachment] | None
    flags: int | None
    allowed: Json | None
    nonce: str | int | None
    enforce: bool
    reference: Json | None


def read(world: World, channel_id: int, body: Body, old: Message | None = None) -> Draft:
    """Reads a new message, or with `old` a change of that one; refuses what is out of order."""
    said = body.json
    form = Form()
    content = said.get("content")
    form.text(("content",), content, MOST_CONTENT)
    flags = said.get("flags")
    flags = flags if isinstance(flags, int) else None
    layout = bool(((flags or 0) | (0 if old is None else old.flags)) & COMPONENTS_V2)
    embeds = form.count(("embeds",), said.get("embeds"), 10)
    _check_embeds(form, embeds)
    if layout:
        for key in ("content", "embeds", "poll", "sticker_ids"):
            before: Json = {} if old is None else {"content": old.content, "embeds": old.embeds}
            if said.get(key, before.get(key)):
                text = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
                form.wrong((key,), code, text)
    components.Sheet(form).message(said.get("components"), layout)
    _check_mentions(form, said.get("allowed_mentions"))
    nonce = said.get("nonce")
    if isinstance(nonce, str):
        form.text(("nonce",), nonce, 25)
    kept = [] if old is None else list(old.attachments)
    if len(body.files) > MOST_FILES or len(said.get("attachments") or ()) > MOST_FILES:
        text = f"Must be {MOST_FILES} or fewer in length."
        form.wrong(("attachments",), "BASE_TYPE_MAX_LENGTH", text)
    form.close()
    if any(len(file.content) > FILE_LIMIT for file in body.files.values()):
        raise refusal(40005)
    attachments = _attachments(world, channel_id, body, kept)
    media = {
        f"attachment://{each.name}": {
            "id": str(each.id),
            "url": each.url,
            "proxy_url": each.url,
            "size": len(each.content),
        }
        for each in attachments or kept
    }
    for embed in embeds:
        for key in ("image", "thumbnail"):
            if isinstance(embed.get(key), dict):
                file = media.get(embed[key].get("url"))
                embed[key]["url"] = file["url"] if file else embed[key].get("url")
    made = said.get("components")
    return Draft(
        content=None if "content" not in said else (content or "").strip(),
        embeds=None
        if "embeds" not in said
        else [{"type": "rich", **embed} for embed in said["embeds"] or []],
        components=None if "components" not in said else components.kept(made or [], media),
        attachments=attachments,
        flags=flags,
        allowed=said.get("allowed_mentions"),
        nonce=nonce,
        enforce=bool(said.get("enforce_nonce")),
        reference=said.get("message_reference"),
    )


def _check_embeds(form: Form, embeds: list[Any]) -> None:
    letters = 0
    for index, embed in enumerate(embeds):
        here: tuple[str | int, ...] = ("embeds", index)
        if not isinstance(embed, dict):
            form.wrong(here, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            continue
        parts = [(key, embed.get(key), most) for key, most in EMBED_LIMITS.items()]
        for key, inner, most in (("footer", "text", 2048), ("author", "name", 256)):
            if isinstance(embed.get(key), dict):
                parts.append((f"{key}/{inner}", embed[key].get(inner), most))
        for number, entry in enumerate(form.count((*here, "fields"), embed.get("fields"), 25)):
            parts.append((f"fields/{number}/name", entry.get("name"), 256))
            parts.append((f"fields/{number}/value", entry.get("value"), 1024))
        for name, text, most in parts:
            needed = name.startswith("fields/")
            path = (*here, *name.split("/"))
            form.text(path, text, most, 1 if needed else 0, required=needed)
            letters += len(str(text or ""))
    if letters > 6000:
        text = "Embed size exceeds maximum size of 6000"
        form.wrong(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", text)


def _check_mentions(form: Form, allowed: object) -> None:
    if not isinstance(allowed, dict):
        return
    here = "allowed_mentions"
    parse = form.count((here, "parse"), allowed.get("parse"), 3)
    for key in ("users", "roles"):
        if form.count((here, key), allowed.get(key), 100) and key in parse:
            text = f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.'
            form.wrong((here,), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text)


def _attachments(
    world: World, channel_id: int, body: Body, kept: list[Attachment]
) -> list[Attachment] | None:
    """The files that a message has from now on; None where nothing was said about them."""
    listed = body.json.get("attachments")
    if listed is None and not body.files:
        return None
    described = {str(each.get("id")): each for each in listed or [] if isinstance(each, dict)}
    stay = kept if listed is None else [each for each in kept if str(each.id) in described]
    new = []
    for index, file in sorted(body.files.items()):
        about = described.get(str(index), {})
        name = str(about.get("filename") or file.name).replace(" ", "_")
        id = world.new_id()
        url = f"{world.root}/attachments/{channel_id}/{id}/{quote(name)}"
        kind = mimetypes.guess_type(name)[0] or file.kind
        new.append(Attachment(id, name, file.content, kind, about.get("description"), url))
    return stay + new


def empty(draft: Draft, old: Message | None = None) -> bool:
    """Whether there would be nothing to see."""

    def seen(new: Any, before: Any) -> Any:
        return before if new is None else new

    return not any(
        (
            seen(draft.content, old.content if old else ""),
            seen(draft.embeds, old.embeds if old else []),
            seen(draft.components, old.components if old else []),
            seen(draft.attachments, old.attachments if old else []),
        )
    )


def post(
    world: World,
    channel: Channel,
    draft: Draft,
    author: User,
    *,
    interaction: Interaction | None = None,
    type: int = 0,
    id: int | None = None,
) -> Message:
    """Says something in a channel; whoever may not, was refused before."""
    if empty(draft):
        raise refusal(50006)
    flags = (draft.flags or 0) & (EDITABLE_FLAGS | SILENT | COMPONENTS_V2)
    message = Message(
        id or world.new_id(),
        channel.id,
        author,
        world.time.now(),
        world.time.steady(),
        draft.content or "",
        type,
        flags,
        draft.embeds or [],
        draft.components or [],
        draft.attachments or [],
        nonce=draft.nonce,
        interaction=interaction,
    )
    if interaction is not None and (draft.flags or 0) & EPHEMERAL:
        message.flags |= EPHEMERAL
        message.only_for = interaction.user.id
    if draft.reference is not None:
        _refer(world, channel, message, draft.reference)
    mention(world, message, draft.allowed)
    return world.add_message(message)


def change(world: World, message: Message, draft: Draft) -> None:
    """Changes a message to what the draft says, and leaves the rest."""
    if empty(draft, message):
        raise refusal(50006)
    if draft.content is not None:
        message.content = draft.content
    if draft.embeds is not None:
        message.embeds = draft.embeds
    if draft.components is not None:
        message.components = draft.components
    if draft.attachments is not None:
        message.attachments = draft.attachments
    if draft.flags is not None:
        message.flags = message.flags & ~EDITABLE_FLAGS | draft.flags & (
            EDITABLE_FLAGS | COMPONENTS_V2
        )
    mention(world, message, draft.allowed)
    message.edited = world.time.now()
    world.message_changed(message)


def same_nonce(world: World, channel: Channel, draft: Draft, author: User) -> Message | None:
    """The message that was sent with this nonce before, within a few minutes."""
    if draft.nonce is None or not draft.enforce:
        return None
    now = world.time.steady()
    for message in reversed(world.messages[channel.id].values()):
        if now - message.born > NONCE_LIFE:
            return None
        if message.author is author and str(message.nonce) == str(draft.nonce):
            return message
    return None


def _refer(world: World, channel: Channel, message: Message, reference: Json) -> None:
    """Makes a message an answer to another."""
    there = world.messages[channel.id].get(int(reference["message_id"]))
    if there is None:
        if reference.get("fail_if_not_exists", True):
            code = "MESSAGE_REFERENCE_UNKNOWN_MESSAGE"
            raise bad_form(("message_reference",), code, "Unknown message")
        return
    message.type = 19
    message.reference = {"type": 0, "message_id": str(there.id), "channel_id": str(channel.id)}
    if channel.guild_id is not None:
        message.reference["guild_id"] = str(channel.guild_id)


# --- mentions ------------------------------------------------------------------------------------


def mention(world: World, message: Message, allowed: Json | None) -> None:
    """Works out whom a message notifies by name.

    Nobody is mentioned who is not in the text, whatever is allowed. Where nothing is said, all
    mentions count in a message, and those of users in the answer to an interaction.

    https://discord.com/developers/docs/resources/message#allowed-mentions-object
    """
    channel = world.channels[message.channel_id]
    if allowed is None:
        parse = {"users"} if message.interaction is not None else {"users", "roles", "everyone"}
        allowed = {"parse": parse, "replied_user": True}
    parse = set(allowed.get("parse") or ())
    text = "\n".join(
        [message.content, *(one["content"] for one in message.parts() if one.get("type") == 10)]
    )
    users = _named(r"<@!?(\d+)>", text)
    message.mentions = [
        id
        for id in users
        if id in world.users
        and ("users" in parse or str(id) in [str(each) for each in allowed.get("users") or ()])
    ]
    if message.reference is not None and allowed.get("replied_user"):
        replied = world.messages[channel.id].get(int(message.reference["message_id"]))
        if replied is not None and replied.author.id not in message.mentions:
            message.mentions.append(replied.author.id)
    message.mention_roles = []
    message.mention_everyone = False
    guild = world.guilds.get(channel.guild_id or 0)
    if guild is None:
        return
    may = permissions.in_channel(world, channel, message.author.id) & permissions.MENTION_EVERYONE
    message.mention_roles = [
        id
        for id in _named(r"<@&(\d+)>", text)
        if id in guild.roles
        and ("roles" in parse or str(id) in [str(each) for each in allowed.get("roles") or ()])
        and (may or guild.roles[id].mentionable)
    ]
    everyone = re.search(r"@(everyone|here)\b", text) is not None
    message.mention_everyone = bool(everyone and "everyone" in parse and may)


def _named(pattern: str, text: str) -> list[int]:
    return list(dict.fromkeys(int(found) for found in re.findall(pattern, text)))
