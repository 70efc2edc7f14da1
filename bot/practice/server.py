"""The server: takes a request, lets faults and limits have their way, asks the handler, answers.

It listens on this machine alone.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from bot.practice.errors import NOT_FOUND, UNAUTHORIZED, ApiError, bad_form, refusal
from bot.practice.faults import Fault, Faults
from bot.practice.gateway import Hub
from bot.practice.posting import File
from bot.practice.rates import VIA, Limits, Verdict, too_many
from bot.practice.rest import OPEN, ROUTES
from bot.practice.rest.call import Answer, Call, Handler
from bot.practice.state import World

API = "/api/v10"
MOST_BYTES = 64 * 1024 * 1024

log = logging.getLogger(__name__)


class Server:
    """The practice field on a port."""

    def __init__(
        self, world: World, hub: Hub, faults: Faults, limits: Limits, token: str, host: str
    ) -> None:
        if not ipaddress.ip_address(host).is_loopback:
            raise ValueError(f"the practice field is for this machine alone, not {host}")
        self._world = world
        self._hub = hub
        self._faults = faults
        self.limits = limits
        self._token = token
        self._host = host
        self._runner: web.AppRunner | None = None
        self.calls: list[Call] = []
        """Everything that the bot has asked for, in order."""
        self.unknown: list[str] = []
        """What the bot has asked for that is not there."""
        self.busy = 0
        """Requests that have not been answered yet."""
        self.port = 0

    @property
    def root(self) -> str:
        """The address, without the interface's path."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{host}:{self.port}"

    async def start(self, port: int = 0) -> None:
        """Listens; port 0 is any that is free."""
        app = web.Application(client_max_size=MOST_BYTES)
        for (method, path), handler in ROUTES.items():
            app.router.add_route(method, API + path, self._serve(method, path, handler))
        app.router.add_get("/gateway/", self._hub.serve)
        app.router.add_get("/resume/", self._hub.serve)
        app.router.add_get("/attachments/{channel_id}/{id}/{name}", self._file)
        app.router.add_route("*", "/{path:.*}", self._nowhere)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, port)
        await site.start()
        listening = self._runner.addresses
        self.port = int(listening[0][1])
        self._world.root = self.root

    async def stop(self) -> None:
        """Listens no more."""
        self._faults.clear()
        await self._hub.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    # -- a request --

    def _serve(
        self, method: str, path: str, handler: Handler
    ) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def serve(request: web.Request) -> web.StreamResponse:
            self.busy += 1
            try:
                return await self._answer(request, f"{method} {path}", handler, (method, path))
            finally:
                self.busy -= 1

        return serve

    async def _answer(
        self, request: web.Request, route: str, handler: Handler, key: tuple[str, str]
    ) -> web.StreamResponse:
        call = Call(
            request.method,
            route,
            request.path.removeprefix(API),
            dict(request.match_info),
            dict(request.query),
            authorization=request.headers.get("Authorization"),
            reason=request.headers.get("X-Audit-Log-Reason"),
        )
        try:
            await _read(request, call)
        except ApiError as error:
            return self._reply(call, (error.status, error.body()), {})
        self.calls.append(call)
        if key not in OPEN and call.authorization != f"Bot {self._token}":
            return self._reply(call, UNAUTHORIZED, {})
        fault = self._faults.strike(call)
        if fault is not None and not fault.after:
            failed = await self._fail(request, call, fault)
            if failed is not None:
                return failed
        verdict = self.limits.charge(call)
        if verdict.retry_after is not None:
            body, headers = too_many(verdict)
            return self._reply(call, (429, body), headers)
        answer, headers = self._handle(call, handler, verdict)
        if fault is not None and fault.after:
            failed = await self._fail(request, call, fault)
            if failed is not None:
                return failed
        return self._reply(call, answer, headers)

    def _handle(
        self, call: Call, handler: Handler, verdict: Verdict
    ) -> tuple[Answer, dict[str, str]]:
        try:
            return handler(self._world, call), verdict.headers
        except ApiError as error:
            headers = verdict.headers
            if error.status == 429:
                self.limits.refused[call.route] += 1
                error.more["retry_after"] = error.more.get("retry_after", 0.0) * self.limits.told
                headers = {**headers, **VIA, "X-RateLimit-Scope": "shared"}
            return (error.status, error.body()), headers
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            # a form that no check foresaw: Discord would have a word for it
            log.warning("a form out of order: %s", call.route, exc_info=error)
            odd = bad_form(("form",), "DICT_TYPE_CONVERT", f"Out of order: {error!r}")
            return (odd.status, odd.body()), verdict.headers

    def _reply(self, call: Call, answer: Answer, headers: dict[str, str]) -> web.Response:
        status, body = answer
        call.status, call.answer = status, body
        if body is None:
            return web.Response(status=status, headers=headers)
        # discord.py reads as JSON only what says exactly this, without a charset
        headers = {**headers, "Content-Type": "application/json"}
        return web.Response(status=status, body=json.dumps(body).encode(), headers=headers)

    async def _fail(
        self, request: web.Request, call: Call, fault: Fault
    ) -> web.StreamResponse | None:
        """Does what the fault says; None where the request goes on."""
        if fault.kind == "delay":
            # in a task of its own: the one here belongs to the connection, and outlives the wait
            until = self._world.time.steady() + fault.seconds
            nap = self._world.time.rest(until, asyncio.Event())
            await self._world.time.start(nap, "a slow answer")
            return None
        if fault.kind == "hold":
            await fault.released.wait()
            return None
        if fault.kind == "drop":
            if request.transport is not None:
                request.transport.abort()
            return web.Response()
        if fault.status == 429:
            self.limits.refused[call.route] += 1
            verdict = Verdict({}, fault.retry_after, fault.everywhere)
            body, headers = too_many(verdict)
            if not fault.via:
                del headers["Via"]
            return self._reply(call, (429, body), headers)
        said = {"message": fault.message or f"{fault.status}: on demand", "code": fault.code}
        return self._reply(call, (fault.status, said), {})

    async def _file(self, request: web.Request) -> web.StreamResponse:
        """A file that was sent along with a message."""
        id = request.match_info["id"]
        found = self._world.files.get(int(id) if id.isdecimal() else 0)
        if found is None:
            return web.Response(status=404)
        kind = found.kind or "application/octet-stream"
        return web.Response(body=found.content, content_type=kind)

    async def _nowhere(self, request: web.Request) -> web.StreamResponse:
        """Says that there is no such thing, here or at Discord."""
        what = f"{request.method} {request.path.removeprefix(API)}"
        log.warning("the practice field has no %s", what)
        self.unknown.append(what)
        status, body = NOT_FOUND
        return web.json_response(body, status=status)


async def _read(request: web.Request, call: Call) -> None:
    """Reads the body: JSON, or a form with JSON and files.

    https://discord.com/developers/docs/reference#uploading-files
    """
    if request.content_type.startswith("multipart/"):
        async for part in await request.multipart():
            await _read_part(part, call)
    elif request.can_read_body:
        call.json = _json(await request.read())


async def _read_part(part: Any, call: Call) -> None:
    name = part.name or ""
    if name == "payload_json":
        call.json = _json(await part.read())
    elif (found := re.fullmatch(r"files\[(\d+)\]", name)) is not None:
        content = bytes(await part.read())
        kind = part.headers.get("Content-Type")
        call.files[int(found[1])] = File(part.filename or "unknown", content, kind)


def _json(text: bytes) -> Any:
    if not text:
        return None
    try:
        return json.loads(text)
    except ValueError:
        raise refusal(50109) from None
