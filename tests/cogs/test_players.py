"""`/my` as Discord shows it: what is offered while it is typed, private answers to the caller."""

from __future__ import annotations

import pytest

from storage.store import Person
from tests.cogs.conftest import Scene


async def said(scene: Scene, command: str, **options: object) -> str:
    """What Ana is told in the channel, for her alone."""
    result = await scene.ana.slash(scene.channel, f"my {command}", **options)
    assert result.ephemeral
    assert result.response is not None
    return str(result.response.content)


async def kept(scene: Scene) -> Person:
    """What is known of Ana."""
    return await scene.bot.store.person(scene.ana.id)


async def test_a_time_zone_is_offered_by_city_with_the_time_there(scene: Scene) -> None:
    """And can be typed freely, without choosing."""
    offered = await scene.ana.autocomplete(scene.channel, "my timezone", "zone", "kathm")
    assert offered == [{"name": "Asia/Kathmandu, Fri 13:45 there", "value": "Asia/Kathmandu"}]
    everything = await scene.ana.autocomplete(scene.channel, "my timezone", "zone", "")
    assert len(everything) == 25
    told = await said(scene, "timezone", zone="kathmandu")
    assert "Asia/Kathmandu, where it is Fri 15 Jan, 13:45 now." in told
    assert (await kept(scene)).zone == "Asia/Kathmandu"
    assert "perhaps" not in (again := await said(scene, "timezone", zone="Kathmandoo"))
    assert "Asia/Kathmandu" in again


async def test_hours_are_offered_and_others_can_be_typed(scene: Scene) -> None:
    """Full hours for the night; for the digest also `off`."""
    begins = await scene.ana.autocomplete(scene.channel, "my quiet", "from", "22")
    assert begins == [{"name": "22:00", "value": "22:00"}]
    hours = await scene.ana.autocomplete(scene.channel, "my digest", "hour", "")
    assert [each["value"] for each in hours[:2]] == ["off", "0"]
    assert len(hours) == 25
    assert "22:30 to 07:00" in await said(scene, "quiet", **{"from": "22:30", "to": "7"})
    assert (await kept(scene)).quiet == (22 * 60 + 30, 7 * 60)
    assert "no quiet hours" in await said(scene, "quiet", **{"from": "off"})
    assert (await kept(scene)).quiet is None


async def test_leave_is_named_listed_and_taken_back(scene: Scene) -> None:
    """By its first and last day; without any it is listed."""
    told = await said(scene, "leave", **{"from": "2027-02-01", "to": "2027-02-03"})
    assert "Mon 1 Feb 2027 to Wed 3 Feb 2027 (3 days)" in told
    assert "3 days" in await said(scene, "leave")
    told = await said(scene, "leave", **{"from": "2027-02-02", "cancel": True})
    assert "Mon 1 Feb 2027 and Wed 3 Feb 2027 (2 days)" in told
    assert (
        await said(scene, "leave", cancel=True) == "You have no leave ahead. This counts at once."
    )
    assert (await kept(scene)).leave == ()
    told = await said(scene, "leave", to="2027-02-03")
    assert told == "Name the first day, too, with the option from."


@pytest.mark.parametrize("which", ["all", "last", "none"])
async def test_reminders_are_chosen_from_three(scene: Scene, which: str) -> None:
    """Discord offers these alone."""
    commands = {one.name: one.to_dict(scene.bot.tree) for one in scene.bot.tree.get_commands()}
    (remind,) = [one for one in commands["my"]["options"] if one["name"] == "remind"]
    assert [one["value"] for one in remind["options"][0]["choices"]] == ["all", "last", "none"]
    assert "reminder" in await said(scene, "remind", which=which)
    assert (await kept(scene)).remind == which


async def test_a_digest_is_wanted_and_no_longer_wanted(scene: Scene) -> None:
    """At an hour of the own day."""
    assert "every day at 20:00 (UTC)" in await said(scene, "digest", hour="20")
    assert (await kept(scene)).digest == 20
    assert "no digest" in await said(scene, "digest", hour="off")
    person = await kept(scene)
    assert (person.digest, person.digest_due) == (None, None)


async def test_what_is_settled_is_shown_to_the_caller_alone(scene: Scene) -> None:
    """Nobody else finds anything of it with the same commands."""
    await said(scene, "timezone", zone="kathmandu")
    await said(scene, "weekends", free=True)
    shown = await said(scene, "show")
    assert "Asia/Kathmandu" in shown
    assert "free in games that allow it" in shown
    result = await scene.ben.slash(scene.channel, "my show")
    assert result.response is not None
    assert "Asia/Kathmandu" not in str(result.response.content)
    assert "UTC" in str(result.response.content)
