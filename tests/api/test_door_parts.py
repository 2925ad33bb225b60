"""The small parts of the door: what each counts, bounds and lets pass."""

import json
import math

import pytest

from optimize.api.attempts import MOST, WINDOW_SECONDS, Attempts
from optimize.api.caller import Credential
from optimize.api.chat.pace import PER_SECOND, Pace
from optimize.api.json_body import DEEPEST, MOST_KEYS, require_plain_json
from optimize.api.open_sockets import OpenSockets
from optimize.api.paging import page_of
from optimize.domain.errors import Conflict, Invalid
from tests.fakes.clock import FakeClock


def test_failed_sign_ins_are_counted_per_address_for_a_minute() -> None:
    clock = FakeClock()
    attempts = Attempts(clock.monotonic)
    for _ in range(MOST):
        assert attempts.wait("a") == 0
        attempts.count("a")
    assert attempts.wait("a") == WINDOW_SECONDS + 1
    assert attempts.wait("b") == 0
    clock.advance(WINDOW_SECONDS)
    assert attempts.wait("a") == 0


def test_a_socket_may_send_so_much_in_any_second() -> None:
    clock = FakeClock()
    pace = Pace(clock.monotonic)
    assert [pace.allows() for _ in range(PER_SECOND + 2)] == [True] * PER_SECOND + [False] * 2
    clock.advance(0.5)
    assert not pace.allows()
    clock.advance(0.5)
    assert pace.allows()


def test_a_session_has_five_places() -> None:
    sockets, cookie = OpenSockets(), Credential("cookie", "s")
    places = [sockets.place(cookie) for _ in range(6)]
    for place in places[:5]:
        place.__enter__()
    with pytest.raises(Conflict, match="5 conversations"):
        places[5].__enter__()
    with sockets.place(Credential("cookie", "of somebody else")):
        pass
    places[0].__exit__(None, None, None)
    with sockets.place(cookie):
        pass


def test_a_credential_does_not_show_its_secret() -> None:
    assert "hidden" not in repr(Credential("bearer", "hidden"))


@pytest.mark.parametrize("value", [{"a": [1, 2.5, None, True, "é", "👍"]}, "x", 2**53, [{}] * 2000])
def test_plain_json_passes(value: object) -> None:
    assert require_plain_json(json.dumps(value)) == value


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "NaN",
        "-Infinity",
        "[1e999]",
        str(2**53 + 1),
        "9" * 5_000,
        "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1),
        "[" * 100_000,
        json.dumps({str(n): n for n in range(MOST_KEYS + 1)}),
        json.dumps({"a": "\ud800"}),
        json.dumps({"\udfff": 1}),
        json.dumps("\0"),
    ],
)
def test_other_json_is_refused(text: str) -> None:
    with pytest.raises(Invalid) as refused:
        require_plain_json(text)
    assert refused.value.code == "bad_json"
    assert len(refused.value.detail) < 200


def test_depth_is_counted_and_not_guessed() -> None:
    require_plain_json("[" * DEEPEST + "]" * DEEPEST)


@pytest.mark.parametrize("limit", [1, 2, 3, 10])
def test_pages_hold_every_item_once(limit: int) -> None:
    items = [str(n) for n in range(7)]
    seen: list[str] = []
    cursor: str | None = None
    for _ in range(math.ceil(len(items) / limit)):
        page = page_of(items, lambda item: item, cursor=cursor, limit=limit)
        seen += page.items
        cursor = page.next
    assert (seen, cursor) == (items, None)
