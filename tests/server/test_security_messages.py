"""Nobody plays, talks or sits for another: tried with every message there is, from the union."""

from typing import Any

import pytest
from msgspec import inspect

from cornerwise.server.protocol import ClientMessage
from server.attack import ATTACKERS, Scene
from server.table import Page

MESSAGES: list[Any] = list(ClientMessage.__args__)
OF_GAMES = [m for m in MESSAGES if "game" in m.__struct_fields__]
ACTIONS = [m for m in OF_GAMES if m.__struct_config__.tag not in ("join", "leave")]


def name_of(message: Any) -> str:
    return str(message.__struct_config__.tag)


def example(scene: Scene, message: Any, **fields: Any) -> dict[str, Any]:
    """A message that can be read, and would do something if the right one sent it."""
    made: dict[str, Any] = scene.example(inspect.type_info(message))
    known = {"id": f"try-{message.__name__}", "seq": 4, "player": 1, "color": 1}
    return made | {name: value for name, value in known.items() if name in made} | fields


def answer_of(page: Page, sent: dict[str, Any]) -> dict[str, Any]:
    """What came of a message, if it was refused; a ping says when all is said."""
    page.session.send_json(sent)
    page.send("ping", id="all said")
    refusal: dict[str, Any] = {}
    while (message := page.receive()).get("id") != "all said":
        if message["type"] == "error":
            refusal = message
    return refusal


@pytest.mark.parametrize("who", ATTACKERS)
@pytest.mark.parametrize("message", MESSAGES, ids=name_of)
def test_nobody_acts_for_another(scene: Scene, message: Any, who: str) -> None:
    """In a public game that everybody may watch."""
    attacker, before = scene.attacker(who), scene.holdings()
    with attacker.page() as page:
        assert page.join(scene.game["game"])["seats"] == []
        refusal = answer_of(page, example(scene, message))
        assert refusal.get("code") != "unreadable", refusal
        assert refusal.get("code") != "busy", refusal
    assert before <= scene.holdings(), "something of the victim's has changed"


@pytest.mark.parametrize("who", ATTACKERS)
@pytest.mark.parametrize("message", OF_GAMES, ids=name_of)
def test_nobody_gets_into_a_private_game(scene: Scene, message: Any, who: str) -> None:
    attacker, before = scene.attacker(who), scene.holdings()
    game = scene.private["game"]
    with attacker.page() as page:
        for key in ("", "A" * 24, scene.game["key"]):
            assert page.join(game, key=key)["type"] == "error"
        refusal = answer_of(page, example(scene, message, game=game))
        if message in ACTIONS:
            assert refusal["code"] == "not_joined"
    assert before <= scene.holdings()


@pytest.mark.parametrize("message", ACTIONS, ids=name_of)
def test_who_follows_no_game_can_do_nothing_in_it(scene: Scene, message: Any) -> None:
    """Not even its own players: an action comes from somebody who has seen the game."""
    with scene.victim.page() as page:
        refusal = answer_of(page, example(scene, message))
        assert refusal["code"] in ("not_joined", "unknown_game")


def test_the_holder_can(scene: Scene) -> None:
    """So the tests above try something that would work."""
    with scene.friend.page() as page:
        joined = page.join(scene.game["game"])
        assert joined["seats"] == [1]
        done = page.act("play", scene.game["game"], joined["seq"], move="j5")
        assert done["type"] == "done"
