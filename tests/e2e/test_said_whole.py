"""Bug 03: whatever the line cuts a streamed answer into, it is one message, letter by letter what was said."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import answered, composer, send
from tests.e2e.cable import Cable, cable
from tests.e2e.server import TOKEN, Server
from tests.e2e.told import texts_of

pytestmark = pytest.mark.e2e

ANSWER = """Voilà – l’agent compare d’abord, après il écrit: « été », 漢字かな交じり文, Ελληνικά, 👩‍🔧.


| clause | Bedeutung |
|---|---|
| später | 支払い条件 |
| früher | crème brûlée |

```python
def größe(wert):

    # zwei Leerzeilen folgen


    return wert or "漢"
```

- première chose

  encore la première
- deuxième chose


Fin. data: [DONE]

data: {"choices": []}
"""
ODD = 7
"""Bytes: coprime to the two, three and four bytes of a letter, so that all of them are cut somewhere."""


@pytest.fixture
def upstream(wire: str) -> Iterator[Cable]:
    port = urlsplit(wire).port
    assert port is not None
    with cable(port, piece=ODD) as laid:
        yield laid


@pytest.fixture
def answering(wire: str, upstream: Cable, tmp_path: Path) -> Iterator[Server]:
    """Its model is asked over a bad line, and answers with what is to be shown."""
    httpx.post(f"{wire.removesuffix('/v1')}/control", json=[{"reply": {"text": ANSWER}}], trust_env=False)
    address = f"http://127.0.0.1:{upstream.port}/v1"
    server = Server(tmp_path / "data", OPTIMIZE_MODEL="openai:rules", OPENAI_BASE_URL=address, OPENAI_API_KEY="any")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def throttled(answering: Server) -> Iterator[Cable]:
    with cable(answering.port) as laid:
        yield laid


def test_bug_03_an_answer_cut_into_odd_pieces_is_shown_as_it_was_said(
    page: Page, answering: Server, throttled: Cable
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{throttled.url}/signin#token={TOKEN}")
    composer(page).wait_for()
    throttled.cut_into(ODD)
    page.reload()
    composer(page).wait_for()
    send(page, "Tell me everything.")
    answered(page)
    bubble = page.locator(".said-assistant")
    expect(bubble).to_have_count(1)
    thread = page.url.split("thread=")[1].split("&")[0]
    [stored] = texts_of("assistant", answering.events(thread))
    assert stored == ANSWER
    page.locator(".message").last.hover()
    page.get_by_role("button", name="Copy the answer").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == stored
    expect(bubble.get_by_role("table")).to_contain_text("支払い条件")
    expect(bubble.locator("pre code")).to_have_text(
        'def größe(wert):\n\n    # zwei Leerzeilen folgen\n\n\n    return wert or "漢"\n'
    )
    expect(bubble.get_by_role("listitem")).to_have_count(2)
    page.reload()
    expect(bubble).to_have_count(1)
    expect(bubble).to_contain_text('data: {"choices": []}')
