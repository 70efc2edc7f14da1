"""What is posted about a sign-up, from its opening to the draw, and the list that is edited.

What a game says once it has begun is in `beats.py`; who is drawn is `games.sign_up`'s business.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.beats import Body, pace_in_words, shown_name
from games import registry
from games.sign_up import Drawn, Entrant, SignUp
from games.text import counted, listed


def list_note(sign_up_id: str) -> str:
    """The note that holds the message with the list of a sign-up."""
    return f"list {sign_up_id}"


def list_number_note(sign_up_id: str) -> str:
    """The note that holds the number of that post."""
    return f"list number {sign_up_id}"


def opened(sign_up: SignUp, commitment: str) -> Body:
    """A sign-up opens."""
    return Body("sign-up", "\n".join(_sign_up_lines(sign_up, commitment)))


def listing(sign_up: SignUp, commitment: str) -> str:
    """The post of a sign-up with those who are in by now; names in the order in which they came."""
    lines = _sign_up_lines(sign_up, commitment)
    names = [shown_name(entrant.name) for entrant in sign_up.entrants]
    if names:
        lines.append(f"In ({len(names)} of at least {sign_up.wanted}): {listed(names)}")
    else:
        lines.append("Nobody is in yet.")
    return "\n".join(lines)


def _sign_up_lines(sign_up: SignUp, commitment: str) -> list[str]:
    """What a sign-up is for, how to get in while that can be done, and what binds its chance."""
    title = registry.kit(sign_up.game.split(" ")[0]).game.title
    invitation = f"this sign-up is {sign_up.status}."
    if sign_up.is_open:
        house_players = f" and {counted(sign_up.house, 'house player')}" if sign_up.house else ""
        invitation = (
            f"sign up with /in. {counted(sign_up.wanted, 'player')}{house_players}. The draw is "
            f"<t:{sign_up.closes}:R> (<t:{sign_up.closes}:f>), from all who are in then."
        )
    return [
        f"**{title}**: {invitation}",
        f"Options: {sign_up.game}",
        pace_in_words(sign_up.pace),
        f"Fair shuffle, commitment `{commitment}`",
    ]


def moved_sign_up(sign_up: SignUp, commitment: str) -> Body:
    """A sign-up has another place."""
    return Body("sign-up", f"The sign-up goes on here.\n{listing(sign_up, commitment)}")


def cancelled() -> Body:
    """A sign-up is called off."""
    return Body("cancelled", "The sign-up is cancelled.")


def waits(sign_up: SignUp) -> Body:
    """The time of a sign-up is over, but there are too few (PC-2)."""
    missing = sign_up.wanted - len(sign_up.entrants)
    return Body(
        "waits",
        f"The sign-up stays open: {counted(missing, 'player')} missing. "
        "The game starts the moment the last one joins.",
    )


def not_drawn(sign_up: SignUp, gone: Sequence[Entrant]) -> Body:
    """A draw could not be held, for too few of those who are in are still on the server."""
    if sign_up.status == "waiting":
        return Body("waits", f"{off_the_list(gone)} {waits(sign_up).text}")
    return Body("waits", f"{off_the_list(gone)} The sign-up stays open.")


def off_the_list(gone: Sequence[Entrant]) -> str:
    """Who is not in any more, having left the server."""
    have, are = ("has", "is") if len(gone) == 1 else ("have", "are")
    names = listed(shown_name(one.name) for one in gone)
    return f"{names} {have} left this server and {are} off the list."


def drawn(draw: Drawn, entrants: str, gone: Sequence[Entrant] = ()) -> Body:
    """A sign-up has closed: who plays, who waits, who sits where, and who was not drawn."""
    seats = ", ".join(
        f"p{number} {shown_name(player.name)}" for number, player in enumerate(draw.seated, 1)
    )
    lines = [f"The sign-up is closed. Seats: {seats}."]
    if gone:
        lines.insert(0, off_the_list(gone))
    if draw.substitutes:
        substitutes = listed(shown_name(one.name) for one in draw.substitutes)
        lines.append(f"Substitutes, in this order: {substitutes}.")
    lines.append(f"Entrants, for the check of the draw: `{entrants}`")
    return Body("draw", "\n".join(lines))
