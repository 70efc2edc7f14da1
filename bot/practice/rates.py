"""Rate limits as Discord counts them, with its headers.

https://discord.com/developers/docs/topics/rate-limits. Discord publishes few of its numbers: those
here are what bots have met.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from dataclasses import dataclass

from bot.practice.rest.call import Call
from bot.time import Time

VIA = {"Via": "1.1 google"}
"""Discord's own answers have it. discord.py takes a 429 without it for a ban by Cloudflare."""

DEFAULT = (50, 1.0)
EVERYWHERE = (50, 1.0)
BUCKETS: dict[str, tuple[int, float]] = {
    "POST /channels/{channel_id}/messages": (5, 5.0),
    "PATCH /channels/{channel_id}/messages/{message_id}": (5, 5.0),
    "DELETE /channels/{channel_id}/messages/{message_id}": (5, 1.0),
    "PATCH /channels/{channel_id}": (5, 15.0),
    "POST /channels/{channel_id}/threads": (10, 10.0),
    "POST /channels/{channel_id}/messages/{message_id}/threads": (10, 10.0),
    "POST /users/@me/channels": (5, 5.0),
    "POST /webhooks/{webhook_id}/{webhook_token}": (5, 2.0),
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original": (5, 2.0),
}
RENAMES = (2, 600.0)
"""A channel or thread may be given another name or topic only so often."""


@dataclass
class Window:
    """How many requests a bucket takes until it is emptied."""

    limit: int
    per: float
    ends: float
    used: int = 0


@dataclass(frozen=True)
class Verdict:
    """What a request is told about its limits; with `retry_after` it is refused (429)."""

    headers: dict[str, str]
    retry_after: float | None = None
    everywhere: bool = False


class Limits:
    """Counts requests by the field's steady clock.

    `scale` makes every window so many times as long; `told` does the same to the numbers that the
    bot is told and nothing else, for tests whose clock stands still: discord.py waits in real time.
    """

    def __init__(
        self, time: Time, enabled: bool = True, scale: float = 1.0, told: float = 1.0
    ) -> None:
        self.enabled = enabled
        self.scale = scale
        self.told = told
        self.refused: Counter[str] = Counter()
        """How often each route was answered with 429, whether by these limits or by a fault."""
        self._time = time
        self._windows: dict[str, Window] = {}

    def charge(self, call: Call) -> Verdict:
        """Counts a request."""
        if not self.enabled:
            return Verdict({})
        limit = BUCKETS.get(call.route, DEFAULT)
        major = "+".join(
            call.ids.get(key, "") for key in ("channel_id", "guild_id", "webhook_token")
        )
        bucket = hashlib.sha256(call.route.encode()).hexdigest()[:24]
        own = self._window(f"{bucket}:{major}", limit)
        charged = [own]
        everywhere = None
        if not call.route.startswith("POST /interactions/") and "webhook_token" not in call.ids:
            everywhere = self._window("everywhere", EVERYWHERE)
            charged.append(everywhere)
        renames = call.route == "PATCH /channels/{channel_id}" and isinstance(call.json, dict)
        if renames and {"name", "topic"} & set(call.json):
            charged.append(self._window(f"renames:{major}", RENAMES))
        full = [window for window in charged if window.used >= window.limit]
        if full:
            longest = max(full, key=lambda window: window.ends)
            self.refused[call.route] += 1
            headers = self._headers(bucket, own)
            return Verdict(headers, self._left(longest), longest is everywhere)
        for window in charged:
            window.used += 1
        return Verdict(self._headers(bucket, own))

    def _window(self, key: str, limit: tuple[int, float]) -> Window:
        now = self._time.steady()
        window = self._windows.get(key)
        if window is None or window.ends <= now:
            window = Window(limit[0], limit[1] * self.scale, now + limit[1] * self.scale)
            self._windows[key] = window
        return window

    def _left(self, window: Window) -> float:
        """Seconds until a window is emptied, as the bot is told."""
        return max(0.0, window.ends - self._time.steady()) * self.told

    def _headers(self, bucket: str, window: Window) -> dict[str, str]:
        left = self._left(window)
        return {
            "X-RateLimit-Limit": str(window.limit),
            "X-RateLimit-Remaining": str(max(0, window.limit - window.used)),
            "X-RateLimit-Reset": f"{self._time.now() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": bucket,
        }


def too_many(verdict: Verdict) -> tuple[dict[str, object], dict[str, str]]:
    """The body and the headers of a 429."""
    waits = verdict.retry_after or 0.0
    body: dict[str, object] = {
        "message": "You are being rate limited.",
        "retry_after": round(waits, 3),
        "global": verdict.everywhere,
    }
    headers = {**verdict.headers, "Retry-After": str(math.ceil(waits)), **VIA}
    headers["X-RateLimit-Scope"] = "global" if verdict.everywhere else "user"
    if verdict.everywhere:
        headers["X-RateLimit-Global"] = "true"
    return body, headers
