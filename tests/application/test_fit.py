"""A test names only what its agent has."""

from typing import Any

import pytest

from optimize.application.fit import require_fit
from optimize.domain.criteria.base import Capability
from optimize.domain.errors import Invalid
from optimize.samples.invoice_exceptions.versions import CAREFUL
from tests.fakes.world import CLAUSE, body


def refusal(*criteria: dict[str, Any], **parts: Any) -> Invalid:
    with pytest.raises(Invalid) as error:
        require_fit(body(*criteria, **parts), CAREFUL)
    return error.value


def calls_with(parameters: dict[str, Any], tool: str = "register_supplier_query") -> dict[str, Any]:
    return {"kind": "toolParametersContain", "tool": tool, "parameters": parameters}


@pytest.mark.parametrize(
    "criterion",
    [
        {"kind": "invokesTool", "tool": "compare_invoices"},
        {"kind": "invokesTool", "tool": "read_invoice", "before": "compare_invoices"},
        {"kind": "doesNotInvokeTool", "tool": "compare_invoices"},
        calls_with({"invoice": "INV-1"}, tool="compare_invoices"),
    ],
)
def test_an_unknown_tool_is_told_with_the_nearest(criterion: dict[str, Any]) -> None:
    error = refusal(criterion)
    assert (error.code, error.fields["tool"]) == ("unknown_tool", "compare_invoices")
    assert error.fields["nearest"][0] == "compare_invoice"
    assert "Did you mean compare_invoice or" in error.detail


def test_an_agent_without_tools() -> None:
    bare = CAREFUL.model_copy(update={"tools": ()})
    with pytest.raises(Invalid, match="It has no tools"):
        require_fit(body(), bare)


@pytest.mark.parametrize("path", ["amounts", "$.amounts", "amounts[0].value", '["amounts"]'])
def test_an_unknown_parameter_is_told_with_the_known_ones(path: str) -> None:
    error = refusal(calls_with({path: 1}))
    assert (error.code, error.fields["parameter"]) == ("unknown_parameter", "amounts")
    assert error.fields["known"] == ["invoice", "purchase_order", "reason", "clause", "amount"]


@pytest.mark.parametrize("path", ["amount", "$.amount", '["amount"]'])
def test_every_way_to_write_a_known_parameter(path: str) -> None:
    require_fit(body(calls_with({path: 1})), CAREFUL)


def test_a_tool_that_states_no_parameters_takes_any() -> None:
    tools = tuple(tool.model_copy(update={"parameters": {"type": "object"}}) for tool in CAREFUL.tools)
    require_fit(body(calls_with({"anything": 1})), CAREFUL.model_copy(update={"tools": tools}))


UNKNOWN = "{{test_case.supplier}}"


@pytest.mark.parametrize(
    "parts",
    [
        {"situation": {"messages": [{"text": f"Query {UNKNOWN}"}]}},
        {"simulated_user": {"persona": UNKNOWN, "goal": "g"}},
        {"simulated_user": {"persona": "p", "goal": UNKNOWN}},
        {"criteria": [{"kind": "satisfiesAssertion", "assertion": UNKNOWN}]},
        {"criteria": [calls_with({"invoice": {"equals": UNKNOWN}})]},
        {"criteria": [{"kind": "meetsExpectedBehaviors"}], "expected_behaviors": [UNKNOWN]},
    ],
)
def test_an_unknown_attribute_is_refused_wherever_it_stands(parts: dict[str, Any]) -> None:
    error = refusal(**parts, attributes={"invoice": "INV-1003"})
    assert (error.code, error.fields["name"]) == ("unknown_name", "test_case.supplier")
    assert "test_case.invoice" in error.fields["known"]
    assert "agent.location" in error.fields["known"]


def test_known_attributes_of_test_and_agent_fit() -> None:
    require_fit(
        body(
            {"kind": "satisfiesAssertion", "assertion": "Amounts are in {{agent.currency}}."},
            calls_with({"invoice": {"equals": "{{test_case.invoice}}"}}),
            situation={"messages": [{"text": "Handle {{test_case.invoice}} in {{agent.location}}"}]},
            attributes={"invoice": "INV-1003"},
        ),
        CAREFUL,
    )


def test_an_attribute_that_makes_a_criterion_wrong_is_refused() -> None:
    answer = {"kind": "answerContains", "texts": ["{{test_case.invoice}}"]}
    assert refusal(answer, attributes={"invoice": " "}).code == "bad_filling"


@pytest.mark.parametrize("text", ["{{agent.__class__}}", "{{7*7}}", "{{x|safe}}", "{{{agent.location}}}"])
def test_what_is_no_plain_name_is_refused(text: str) -> None:
    assert refusal(situation={"messages": [{"text": text}]}).code in {"bad_template", "unknown_name"}


def test_what_the_connection_does_not_show_cannot_be_asked_for() -> None:
    with pytest.raises(Invalid) as error:
        require_fit(body(), CAREFUL, frozenset({Capability.PASSAGES}))
    assert (error.value.code, error.value.fields["needs"]) == ("cannot_see", ["tool_calls"])


def test_expected_behaviors_are_needed_where_they_are_judged() -> None:
    assert refusal({"kind": "meetsExpectedBehaviors"}).code == "no_expected_behaviors"


def test_an_impossible_setting_is_refused_first() -> None:
    assert refusal(CLAUSE, runs=2, situation={"messages": [{"text": UNKNOWN}]}).code == "needs_more_runs"
