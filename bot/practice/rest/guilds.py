"""Guilds, members and roles. https://discord.com/developers/docs/resources/guild"""

from __future__ import annotations

from bot.practice import permissions, wire
from bot.practice.errors import Form, refusal
from bot.practice.rest.call import NOTHING, Answer, Call, route
from bot.practice.state import CATEGORY, FORUM, TEXT, Channel, Guild, Member, Overwrite, Tag, World
from bot.practice.wire import Json


def guild_of(world: World, call: Call, needed: int = 0) -> Guild:
    """The guild in the path, if the bot is in it and has these permissions there."""
    found = world.guilds.get(call.id("guild_id"))
    if found is None:
        raise refusal(10004)
    mine = found.members.get(world.bot.id)
    if mine is None:
        raise refusal(50001)
    if permissions.in_guild(found, mine) & needed != needed:
        raise refusal(50013)
    return found


def member_of(world: World, call: Call, guild: Guild) -> Member:
    """The member in the path: unknown if there is no such user, or he is not in the guild."""
    user = call.id("user_id")
    if user not in world.users:
        raise refusal(10013)
    found = guild.members.get(user)
    if found is None:
        raise refusal(10007)
    return found


@route("GET", "/guilds/{guild_id}")
def guild(world: World, call: Call) -> Answer:
    """A guild."""
    here = guild_of(world, call)
    said = wire.guild(world, here)
    if call.query.get("with_counts") in ("1", "true"):
        count = len(here.members)
        said |= {"approximate_member_count": count, "approximate_presence_count": count}
    return 200, said


@route("GET", "/guilds/{guild_id}/members/{user_id}")
def member(world: World, call: Call) -> Answer:
    """A member, if he is one."""
    return 200, wire.member(member_of(world, call, guild_of(world, call)))


@route("GET", "/guilds/{guild_id}/roles")
def roles(world: World, call: Call) -> Answer:
    """All roles."""
    return 200, [wire.role(each) for each in guild_of(world, call).roles.values()]


@route("POST", "/guilds/{guild_id}/roles")
def create_role(world: World, call: Call) -> Answer:
    """A new role."""
    here = guild_of(world, call, permissions.MANAGE_ROLES)
    name = str(call.body.get("name") or "new role")
    allowed = int(call.body.get("permissions") or 0)
    mentionable = bool(call.body.get("mentionable"))
    return 200, wire.role(world.add_role(here, name, allowed, mentionable=mentionable))


@route("PUT", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}")
def give_role(world: World, call: Call) -> Answer:
    """Gives a role to a member."""
    return _set_role(world, call, True)


@route("DELETE", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}")
def take_role(world: World, call: Call) -> Answer:
    """Takes a role from a member."""
    return _set_role(world, call, False)


def _set_role(world: World, call: Call, given: bool) -> Answer:
    here = guild_of(world, call, permissions.MANAGE_ROLES)
    whose = member_of(world, call, here)
    role = call.id("role_id")
    if role not in here.roles:
        raise refusal(10011)
    whose.roles = [each for each in whose.roles if each != role] + [role] * given
    world.member_changed(here, whose)
    return NOTHING


@route("GET", "/guilds/{guild_id}/channels")
def channels(world: World, call: Call) -> Answer:
    """All channels, without threads."""
    here = guild_of(world, call)
    mine = [each for each in world.channels.values() if each.guild_id == here.id]
    return 200, [wire.channel(world, each) for each in mine if each.thread is None]


@route("GET", "/guilds/{guild_id}/threads/active")
def active_threads(world: World, call: Call) -> Answer:
    """All threads that are not archived and that the bot sees, the youngest first."""
    here = guild_of(world, call)
    threads = [
        each
        for each in world.channels.values()
        if each.guild_id == here.id
        and each.thread is not None
        and not each.thread.archived
        and permissions.in_channel(world, each, world.bot.id)
    ]
    return 200, thread_list(world, sorted(threads, key=lambda each: -each.id))


def thread_list(world: World, threads: list[Channel]) -> Json:
    """Threads, and the bot's membership in them."""
    me = world.bot.id
    mine = [each for each in threads if each.thread is not None and me in each.thread.members]
    return {
        "threads": [wire.channel(world, each) for each in threads],
        "members": [wire.thread_member(each, me) for each in mine],
        "has_more": False,
    }


@route("POST", "/guilds/{guild_id}/channels")
def create_channel(world: World, call: Call) -> Answer:
    """A new channel: for text, a forum, or a category."""
    here = guild_of(world, call, permissions.MANAGE_CHANNELS)
    said = call.body
    form = Form()
    form.text(("name",), said.get("name"), 100, 1, required=True)
    form.text(("topic",), said.get("topic"), 1024)
    if said.get("type", TEXT) not in (TEXT, FORUM, CATEGORY):
        form.wrong(("type",), "BASE_TYPE_CHOICES", "The practice field has no such channels.")
    form.close()
    made = world.add_channel(
        here,
        said["name"],
        said.get("type", TEXT),
        topic=said.get("topic"),
        parent_id=int(said["parent_id"]) if said.get("parent_id") else None,
        tags=tags_from(world, said.get("available_tags") or []),
        overwrites={
            int(each["id"]): overwrite_from(each)
            for each in said.get("permission_overwrites") or []
        },
    )
    return 201, wire.channel(world, made)


def tags_from(world: World, given: list[Json]) -> list[Tag]:
    """The tags of a forum from a request; new ones get an id."""
    return [
        Tag(
            int(each["id"]) if each.get("id") else world.new_id(),
            str(each["name"]),
            bool(each.get("moderated")),
        )
        for each in given
    ]


def overwrite_from(given: Json) -> Overwrite:
    """A permission overwrite from a request."""
    allow, deny = int(given.get("allow") or 0), int(given.get("deny") or 0)
    return Overwrite(int(given["id"]), int(given["type"]), allow, deny)
