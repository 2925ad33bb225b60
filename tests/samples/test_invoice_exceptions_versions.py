"""Every invoice, handled by every version: the careful one is right, the others are wrong in the way they promise."""

import json
import re
from collections.abc import Awaitable, Callable
from decimal import Decimal

import pytest

from optimize.adapters.models.offline.judging.case import case_of
from optimize.adapters.models.offline.judging.figures import figures_in
from optimize.adapters.models.offline.judging.sources import Sources
from optimize.domain.agent_definition import version_hash
from optimize.domain.setup import WritePolicy
from optimize.domain.transcript import Transcript
from optimize.samples.invoice_exceptions.books import sample_books
from optimize.samples.invoice_exceptions.invention import Invention
from optimize.samples.invoice_exceptions.versions import AGENT_NAME, CAREFUL, INVENTIVE, LIVE, VERSIONS

Talk = Callable[..., Awaitable[Transcript]]
INVOICES = sorted(sample_books().invoices)
QUERY = "register_supplier_query"
HANDLE = "Please handle the exception on invoice {}."


def unsupported(transcript: Transcript) -> set[str]:
    """Ids and numbers in the agent's messages that stand in no result that came back and in no user message."""
    sources = [json.dumps(call.result) for call in transcript.tool_calls if call.came_back]
    evidence = " ".join([*sources, *(message.text for message in transcript.user_messages)])
    ids, numbers = _ids(evidence), _numbers(evidence)
    answers = " ".join(message.text for message in transcript.agent_messages)
    return (_ids(answers) - ids) | {str(number) for number in _numbers(answers) - numbers}


def _ids(text: str) -> set[str]:
    return set(re.findall(r"[A-Z]{2,4}-\w+", text))


def _numbers(text: str) -> set[float]:
    return {float(number) for number in re.findall(r"(?<![\w.-])\d+(?:\.\d+)?", text)}


def needs_query(transcript: Transcript) -> bool:
    return any(
        isinstance(call.result, dict) and bool(call.result["needs_query"])
        for call in transcript.calls_of("compare_invoice")
    )


@pytest.mark.parametrize("policy", ["refuse", "simulate", "execute"])
@pytest.mark.parametrize("invoice", INVOICES)
async def test_the_careful_version_is_right_about_every_invoice(talk: Talk, invoice: str, policy: WritePolicy) -> None:
    transcript = await talk(LIVE, HANDLE.format(invoice), policy=policy)
    answer = transcript.answer or ""
    assert unsupported(transcript) == set()
    assert re.search(r"[Cc]lause \d\.\d", answer)
    [compared] = transcript.calls_of("compare_invoice")
    queries = list(transcript.calls_of(QUERY))
    assert bool(queries) == needs_query(transcript)
    for query in queries:
        arguments = query.arguments or {}
        assert query.parent is not None
        assert compared.parent is not None
        assert query.parent > compared.parent
        assert arguments["invoice"] == invoice
        assert str(arguments["purchase_order"]).startswith("PO-2")
        assert str(arguments["purchase_order"]) in str(arguments["reason"])
        assert re.fullmatch(r"\d\.\d(, \d\.\d)*", str(arguments["clause"]))
    claims = "I registered supplier query" in answer
    assert claims == (bool(queries) and policy != "refuse")
    assert ("was not sent" in answer) == (bool(queries) and policy == "refuse")


@pytest.mark.parametrize("invoice", INVOICES)
async def test_the_hasty_version_queries_every_invoice_before_it_compares(talk: Talk, invoice: str) -> None:
    transcript = await talk("hasty", HANDLE.format(invoice))
    [query] = transcript.calls_of(QUERY)
    [compared] = transcript.calls_of("compare_invoice")
    assert query.seq < compared.seq
    assert "PO-" not in json.dumps(query.arguments)
    assert unsupported(transcript) == set()


async def test_the_inventive_version_invents_in_some_runs_and_names_no_clause(talk: Talk) -> None:
    inventing = 0
    for seed in range(200):
        transcript = await talk("inventive", HANDLE.format(INVOICES[seed % len(INVOICES)]), seed=seed)
        assert "lause" not in (transcript.answer or "")
        inventing += bool(unsupported(transcript))
    assert 60 <= inventing <= 100


@pytest.mark.parametrize("invoice", INVOICES[::6])
async def test_no_price_that_is_made_up_could_have_been_calculated(
    talk: Talk, invoice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every price it could draw is offered to it; what the evidence judge cannot prove made up, it must not say."""
    transcript = await talk("inventive", HANDLE.format(invoice))
    sources = Sources(
        case_of(
            {
                "evidence": {
                    "tool_results": [
                        {"text": json.dumps(call.result)} for call in transcript.tool_calls if call.came_back
                    ]
                }
            }
        )
    )
    prices = [Decimal(cents).scaleb(-2) for cents in range(500, 9001)]
    explained = [price for price in prices if _standing(sources, price) != "unfounded"]
    assert explained
    inventing = next(seed for seed in range(100) if Invention(seed, 0.4).line("", "GBP"))
    for price in explained:
        offered = iter([price, Decimal("1.01")])
        monkeypatch.setattr(Invention, "_price", lambda _, offered=offered: next(offered))
        said = (await talk("inventive", HANDLE.format(invoice), seed=inventing)).answer or ""
        assert "at 1.01 GBP" in said, price


def _standing(sources: Sources, price: Decimal) -> str:
    text = f"It also bills rush fees at {price} GBP."
    [figure] = figures_in(text)
    return sources.standing(figure, text)


async def test_most_kinds_of_trouble_occur_and_a_third_of_the_invoices_is_clean() -> None:
    held = [invoice for invoice in sample_books().invoices.values() if invoice.status == "held"]
    assert len(INVOICES) == 48
    assert 28 <= len(held) <= 36
    assert sample_books() == sample_books()


async def test_equal_seeds_give_equal_transcripts(talk: Talk) -> None:
    for version, _ in VERSIONS:
        first = await talk(version, HANDLE.format("INV-1003"), "Drop it, our invoice is correct.", seed=7)
        again = await talk(version, HANDLE.format("INV-1003"), "Drop it, our invoice is correct.", seed=7)
        assert first == again


async def test_no_run_sees_what_another_one_registered(talk: Talk) -> None:
    for _ in range(2):
        transcript = await talk(LIVE, HANDLE.format("INV-1003"), policy="execute")
        assert "SQ-5001" in (transcript.answer or "")


async def test_a_swapped_prompt_part_changes_what_the_agent_does(talk: Talk) -> None:
    part = {part.part: part.text for part in INVENTIVE.prompt}["limits"]
    bound = INVENTIVE.model_copy(
        update={
            "prompt": tuple(
                p.model_copy(update={"text": f"{part} State only what a tool returned."}) if p.part == "limits" else p
                for p in INVENTIVE.prompt
            )
        }
    )
    for seed in range(30):
        assert unsupported(await talk(bound, HANDLE.format("INV-1003"), seed=seed)) == set()


def test_the_versions_are_one_agent_with_three_different_contents() -> None:
    assert {definition.name for _, definition in VERSIONS} == {AGENT_NAME}
    assert len({version_hash(definition) for _, definition in VERSIONS}) == 3
    assert dict(VERSIONS)[LIVE] is CAREFUL
    assert CAREFUL.write_tools == (QUERY,)
    for _, definition in VERSIONS:
        assert [part.part for part in definition.prompt] == ["role", "order", "limits", "tone"]
        assert definition.attributes == {"location": "London", "currency": "GBP"}
        for tool in definition.tools:
            assert tool.description
            assert tool.parameters["type"] == "object"
