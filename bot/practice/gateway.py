"""Discord's gateway, version 10: sessions, what they have missed, and dropped sockets.

https://discord.com/developers/docs/events/gateway
"""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from bot.practice import permissions, wire
from bot.practice.rest.messages import without_contents
from bot.practice.rest.users import application
from bot.practice.state import DIRECT, EPHEMERAL, Event, World

Json = dict[str, Any]

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT = 0, 1, 2, 3, 6, 7
VOICE, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 4, 8, 9, 10, 11

GUILDS, MEMBERS, GUILD_MESSAGES, DIRECT_MESSAGES = 1, 1 << 1, 1 << 9, 1 << 12
CONTENTS = 1 << 15
PRIVILEGED = MEMBERS | 1 << 8 | CONTENTS
KNOWN = (1 << 17) - 1 | 0b11 << 20 | 0b11 << 24

MOST_MISSED = 1000
"""So many events are kept for a session that may come back."""


@dataclass(eq=False)
class Session:
    """A bot that has identified itself, also while its socket is gone."""

    id: str
    intents: int
    shard: tuple[int, int]
    seq: int = 0
    sent: deque[Json] = field(default_factory=lambda: deque(maxlen=MOST_MISSED))
    socket: Socket | None = None


class Socket:
    """One connection. Payloads go out in order, compressed in one stream if that was asked for."""

    def __init__(self, request: web.Request, ws: web.WebSocketResponse, compress: bool) -> None:
        self.request = request
        self.ws = ws
        self.session: Session | None = None
        self.beaten = asyncio.Event()
        self._compressor = zlib.compressobj() if compress else None
        self._queue: asyncio.Queue[Json] = asyncio.Queue()

    def send(self, payload: Json) -> None:
        """Sends it as soon as everything before it has gone."""
        self._queue.put_nowait(payload)

    async def pump(self) -> None:
        """Sends for as long as there is a connection."""
        while not self.ws.closed:
            payload = await self._queue.get()
            text = json.dumps(payload)
            try:
                if self._compressor is None:
                    await self.ws.send_str(text)
                else:
                    packed = self._compressor.compress(text.encode())
                    await self.ws.send_bytes(packed + self._compressor.flush(zlib.Z_SYNC_FLUSH))
            except ConnectionError:
                return

    def abort(self) -> None:
        """Loses the connection, as when somebody pulls the plug."""
        if self.request.transport is not None:
            self.request.transport.abort()


class Hub:
    """All sessions and sockets, and what can be done to them."""

    def __init__(self, world: World, token: str) -> None:
        self._world = world
        self._token = token
        world.listeners.append(self.tell)
        self.sessions: dict[str, Session] = {}
        self._sockets: set[Socket] = set()
        self.heartbeat = 41.25
        """Seconds between heartbeats that a bot is asked for."""
        self.privileged = 0
        """Intents that the application was granted."""
        self.answers_heartbeats = True
        self.refuses = 0
        """So many of the next connections are turned away."""
        self.heartbeats = 0
        self.identified = 0
        self.resumed = 0
        self.closed: list[int] = []
        """The codes with which the hub has closed sockets."""
        self.changed = asyncio.Event()

    @property
    def connected(self) -> bool:
        """Whether a session has its socket now."""
        return any(each.socket is not None for each in self.sessions.values())

    # -- on demand --

    def ask_heartbeat(self) -> None:
        """Asks every bot for a heartbeat now."""
        for socket in self._live():
            socket.send({"op": HEARTBEAT, "d": None, "s": None, "t": None})

    def reconnect(self) -> None:
        """Asks every bot to connect again and resume."""
        for socket in self._live():
            socket.send({"op": RECONNECT, "d": None, "s": None, "t": None})

    def invalidate(self, resumable: bool = False) -> None:
        """Tells every bot that its session is invalid, which may or may not be resumed."""
        for socket in self._live():
            socket.send({"op": INVALID_SESSION, "d": resumable, "s": None, "t": None})
            if not resumable and socket.session is not None:
                self._forget(socket.session)

    def drop(self) -> None:
        """Pulls the plug on every socket. What happens meanwhile is told when it resumes."""
        for socket in self._live():
            self._let_go(socket)
            socket.abort()

    async def close(self, code: int = 1001) -> None:
        """Closes every socket with a code."""
        for socket in list(self._sockets):
            self._let_go(socket)
            await self._close(socket, code)

    def forget(self) -> None:
        """Forgets every session: whoever wants to resume has to identify instead."""
        for session in list(self.sessions.values()):
            self._forget(session)

    async def caught_up(self) -> None:
        """Returns once every connected bot has read all that it was sent.

        Whoever answers a request for a heartbeat has read what came before it.
        """
        sockets = self._live()
        for socket in sockets:
            socket.beaten.clear()
            socket.send({"op": HEARTBEAT, "d": None, "s": None, "t": None})
        for socket in sockets:
            await socket.beaten.wait()

    def _live(self) -> list[Socket]:
        return [each.socket for each in self.sessions.values() if each.socket is not None]

    def _forget(self, session: Session) -> None:
        self.sessions.pop(session.id, None)

    # -- events --

    def tell(self, event: Event) -> None:
        """Tells an event to every session that is to hear of it."""
        for session in self.sessions.values():
            data = self._heard(session, event)
            if data is not None:
                self._dispatch(session, event.name, data)

    def _dispatch(self, session: Session, name: str, data: Json) -> None:
        session.seq += 1
        payload = {"op": DISPATCH, "t": name, "s": session.seq, "d": data}
        session.sent.append(payload)
        if session.socket is not None:
            session.socket.send(payload)

    def _heard(self, session: Session, event: Event) -> Json | None:
        """What a session is told, by its shard, its intents and the bot's permissions."""
        shard, shards = session.shard
        if shard != (0 if event.guild_id is None else (event.guild_id >> 22) % shards):
            return None
        if event.name == "INTERACTION_CREATE":
            return event.data
        mine = event.name == "GUILD_MEMBER_UPDATE" and self._is_me(event.data)
        if not session.intents & _intent(event) and not mine:
            return None
        if event.channel_id is not None and not self._sees(event.channel_id):
            return None
        if event.name == "THREAD_MEMBERS_UPDATE" and not session.intents & MEMBERS:
            return self._about_me(event.data)
        if event.data.get("flags", 0) & EPHEMERAL and event.name.startswith("MESSAGE_"):
            return None  # the bot knows it from its own answer
        if "content" in event.data and not session.intents & CONTENTS:
            return without_contents(self._world, event.data)
        return event.data

    def _about_me(self, data: Json) -> Json | None:
        """Without that intent, only the bot's own coming and going in threads is told."""
        me = str(self._world.bot.id)
        added = [each for each in data.get("added_members", []) if each["user_id"] == me]
        removed = [each for each in data.get("removed_member_ids", []) if each == me]
        if not added and not removed:
            return None
        return {**data, "added_members": added, "removed_member_ids": removed}

    def _is_me(self, data: Json) -> bool:
        return bool(data["user"]["id"] == str(self._world.bot.id))

    def _sees(self, channel: int) -> bool:
        here = self._world.channels.get(channel)
        if here is None:
            return True
        if here.type == DIRECT:
            return self._world.bot.id in here.recipients
        allowed = permissions.in_channel(self._world, here, self._world.bot.id)
        return bool(allowed & permissions.VIEW_CHANNEL)

    # -- sockets --

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """A connection, until it is closed."""
        if self.refuses > 0:
            self.refuses -= 1
            return web.Response(status=503)
        ws = web.WebSocketResponse(max_msg_size=1 << 22, timeout=1.0)
        await ws.prepare(request)
        # zstd is not in every Python: who asks for it gets plain text, which discord.py takes too
        socket = Socket(request, ws, request.query.get("compress") == "zlib-stream")
        self._sockets.add(socket)
        pump = asyncio.create_task(socket.pump(), name="practice gateway")
        try:
            hello = {"heartbeat_interval": int(self.heartbeat * 1000)}
            socket.send({"op": HELLO, "d": hello, "s": None, "t": None})
            async for message in ws:
                if message.type is not WSMsgType.TEXT:
                    await self._close(socket, 4002)
                    break
                code = self._receive(socket, message.data)
                if code is not None:
                    await self._close(socket, code)
                    break
        finally:
            pump.cancel()
            self._sockets.discard(socket)
            self._let_go(socket)
        return ws

    async def _close(self, socket: Socket, code: int) -> None:
        self.closed.append(code)
        await socket.ws.close(code=code)

    def _let_go(self, socket: Socket) -> None:
        if socket.session is not None and socket.session.socket is socket:
            socket.session.socket = None
        socket.beaten.set()
        self.changed.set()

    def _receive(self, socket: Socket, text: str) -> int | None:
        """Reads what a bot says; gives the code to close with where it is out of order.

        https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway
        """
        try:
            said = json.loads(text)
            op, data = said["op"], said.get("d")
        except (ValueError, KeyError, TypeError):
            return 4002
        if op == HEARTBEAT:
            self.heartbeats += 1
            socket.beaten.set()
            if self.answers_heartbeats:
                socket.send({"op": HEARTBEAT_ACK, "d": None, "s": None, "t": None})
            return None
        if op == IDENTIFY:
            return 4005 if socket.session is not None else self._identify(socket, data)
        if op == RESUME:
            return self._resume(socket, data)
        if op not in (PRESENCE, VOICE, REQUEST_MEMBERS):
            return 4001
        if socket.session is None:
            return 4003
        if op == REQUEST_MEMBERS:
            self._members(socket.session, data)
        return None

    def _identify(self, socket: Socket, data: Json) -> int | None:
        if data.get("token") != self._token:
            return 4004
        intents = data.get("intents")
        if not isinstance(intents, int) or intents & ~KNOWN:
            return 4013
        if intents & PRIVILEGED & ~self.privileged:
            return 4014
        shard, shards = data.get("shard") or (0, 1)
        if not 0 <= shard < shards:
            return 4010
        session = Session(secrets.token_hex(16), intents, (shard, shards), socket=socket)
        self.sessions[session.id] = session
        socket.session = session
        self.identified += 1
        here = [
            each
            for each in self._world.guilds.values()
            if self._world.bot.id in each.members and (each.id >> 22) % shards == shard
        ]
        ready = {
            "v": 10,
            "user": {**wire.user(self._world.bot), "verified": True, "mfa_enabled": False},
            "guilds": [{"id": str(each.id), "unavailable": True} for each in here],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self._world.root.replace("http://", "ws://") + "/resume/",
            "shard": [shard, shards],
            "application": {"id": application(self._world)["id"], "flags": 0},
            "private_channels": [],
            "presences": [],
            "relationships": [],
            "_trace": [],
        }
        self._dispatch(session, "READY", ready)
        if intents & GUILDS:
            for guild in here:
                self._dispatch(session, "GUILD_CREATE", wire.whole_guild(self._world, guild))
        self.changed.set()
        return None

    def _resume(self, socket: Socket, data: Json) -> int | None:
        """Takes a session up again, and tells what it has missed.

        https://discord.com/developers/docs/events/gateway#resuming
        """
        if data.get("token") != self._token:
            return 4004
        session = self.sessions.get(str(data.get("session_id")))
        seen = data.get("seq")
        if session is None:
            socket.send({"op": INVALID_SESSION, "d": False, "s": None, "t": None})
            return None
        if not isinstance(seen, int) or seen > session.seq:
            return 4007
        missed = [each for each in session.sent if each["s"] > seen]
        if len(missed) < session.seq - seen:
            self._forget(session)
            socket.send({"op": INVALID_SESSION, "d": False, "s": None, "t": None})
            return None
        session.socket = socket
        socket.session = session
        self.resumed += 1
        for payload in missed:
            socket.send(payload)
        self._dispatch(session, "RESUMED", {"_trace": []})
        self.changed.set()
        return None

    def _members(self, session: Session, data: Json) -> None:
        """Tells members that were asked for: anybody by id, all of them only with that intent.

        https://discord.com/developers/docs/events/gateway-events#request-guild-members
        """
        guild = self._world.guilds.get(int(data["guild_id"]))
        if guild is None:
            return
        ids, query = data.get("user_ids"), data.get("query")
        if ids is not None:
            wanted = {str(each) for each in (ids if isinstance(ids, list) else [ids])}
            found = [each for each in guild.members.values() if str(each.id) in wanted]
        elif query or session.intents & MEMBERS:
            start = str(query or "").lower()
            found = [each for each in guild.members.values() if each.user.name.startswith(start)]
            found = found[: data.get("limit") or None]
        else:
            return
        said = {
            "guild_id": str(guild.id),
            "members": [wire.member(each) for each in found],
            "chunk_index": 0,
            "chunk_count": 1,
        }
        if ids is not None:
            here = {str(each.id) for each in found}
            said["not_found"] = sorted(wanted - here)
        if data.get("nonce") is not None:
            said["nonce"] = data["nonce"]
        self._dispatch(session, "GUILD_MEMBERS_CHUNK", said)


def _intent(event: Event) -> int:
    """The intent that an event needs.

    https://discord.com/developers/docs/events/gateway#list-of-intents
    """
    if event.name.startswith("MESSAGE_"):
        return DIRECT_MESSAGES if event.guild_id is None else GUILD_MESSAGES
    if event.name.startswith("GUILD_MEMBER_"):
        return MEMBERS
    return GUILDS
