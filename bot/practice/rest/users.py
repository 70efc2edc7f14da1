"""Users, the application, and where the gateway is.

https://discord.com/developers/docs/resources/user and application
"""

from __future__ import annotations

from bot.practice import wire
from bot.practice.errors import refusal
from bot.practice.rest.call import Answer, Call, route
from bot.practice.state import World
from bot.practice.wire import Json


@route("GET", "/users/@me")
def me(world: World, call: Call) -> Answer:
    """The bot."""
    more = {"verified": True, "mfa_enabled": False, "email": None, "locale": "en-US"}
    return 200, {**wire.user(world.bot), **more}


@route("GET", "/users/{user_id}")
def user(world: World, call: Call) -> Answer:
    """Anybody with an account."""
    found = world.users.get(call.id("user_id"))
    if found is None:
        raise refusal(10013)
    return 200, wire.user(found)


@route("POST", "/users/@me/channels")
def open_direct(world: World, call: Call) -> Answer:
    """Opens direct messages, which also works where none may be sent.

    Where the bot opens too many (40003) or is quarantined (20026), old channels still open.
    """
    recipient = world.users.get(int(call.body.get("recipient_id") or 0))
    if recipient is None or recipient is world.bot:
        raise refusal(50033)
    if recipient.no_direct in (40003, 20026) and not world.has_direct_channel(recipient):
        raise refusal(recipient.no_direct)
    return 200, wire.channel(world, world.direct_channel(recipient))


@route("GET", "/users/@me/guilds")
def guilds(world: World, call: Call) -> Answer:
    """The guilds that the bot is in."""
    mine = [each for each in world.guilds.values() if world.bot.id in each.members]
    keys = ("id", "name", "icon", "banner", "features")
    said = [{key: wire.guild(world, each)[key] for key in keys} for each in mine]
    return 200, [{**each, "owner": False, "permissions": "0"} for each in said]


def application(world: World) -> Json:
    """The application, whose owner is whoever owns the first guild."""
    owner = world.users[next((each.owner_id for each in world.guilds.values()), world.bot.id)]
    return {
        "id": str(world.application_id),
        "name": world.bot.display,
        "description": "",
        "icon": None,
        "type": None,
        "bot": wire.user(world.bot),
        "owner": wire.user(owner),
        "team": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "role_connections_verification_url": None,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "hook": True,
        "integration_types_config": {"0": {}},
        "interactions_endpoint_url": None,
        "approximate_guild_count": len(world.guilds),
    }


@route("GET", "/oauth2/applications/@me")
def my_application(world: World, call: Call) -> Answer:
    """The bot's application."""
    return 200, application(world)


@route("GET", "/applications/@me")
def my_application_too(world: World, call: Call) -> Answer:
    """The same by its newer name."""
    return 200, application(world)


@route("GET", "/gateway")
def gateway(world: World, call: Call) -> Answer:
    """Where the gateway is."""
    return 200, {"url": gateway_url(world)}


@route("GET", "/gateway/bot")
def gateway_bot(world: World, call: Call) -> Answer:
    """Where it is, and how often a bot may begin there."""
    limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    return 200, {"url": gateway_url(world), "shards": 1, "session_start_limit": limit}


def gateway_url(world: World) -> str:
    """The gateway's address."""
    return world.root.replace("http://", "ws://") + "/gateway/"
