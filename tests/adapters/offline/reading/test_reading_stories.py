"""Stories, names for the agent, values told elsewhere, and what no check of calls can see: each with near misses."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import Agent, Context, Tool
from optimize.adapters.models.offline.reading.read import read

TOOLS = (
    Tool(name="get_leave_days", description="Read how many days are left", effect="read", parameters=("employee_id",)),
    Tool(
        name="request_leave", description="File a leave request", parameters=("employee_id", "start_date", "end_date")
    ),
    Tool(name="inform_lead", description="Send a message to the team lead", parameters=("lead", "message")),
    Tool(name="issue_voucher", description="Issue a hotel voucher", parameters=("booking_code", "nights")),
    Tool(name="handover_to_person", description="Hand the conversation to a person", parameters=("summary",)),
)
AGENT = Agent(name="maths tutor", description="Helps people", tools=TOOLS)
CONTEXT = Context(agent=AGENT)


def drafted(message: str, context: Context = CONTEXT) -> dict[str, Any]:
    (call,) = read(message, context).calls
    assert call.tool == "draft_test"
    return dict(call.arguments)


def criteria(message: str, context: Context = CONTEXT) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = drafted(message, context)["criteria"]
    return found


ORDER = {"kind": "invokesTool", "tool": "get_leave_days", "before": "request_leave"}


@pytest.mark.parametrize(
    "message",
    [
        "Today the bot filed it without looking at the days. That must not happen again: days first, then the request.",
        "E-22 wanted a week off and the bot simply sent the request. It must call get_leave_days before request_leave.",
    ],
)
def test_what_the_agent_did_once_is_no_requirement(message: str) -> None:
    made = criteria(message)
    assert ORDER in made
    assert [one for one in made if one["kind"] == "doesNotInvokeTool"] == []


@pytest.mark.parametrize(
    ("message", "tool"),
    [
        ("pass if the agent called get_leave_days", "get_leave_days"),
        ("it is expected that the agent called request_leave", "request_leave"),
    ],
)
def test_a_past_tense_alone_is_a_requirement_still(message: str, tool: str) -> None:
    assert {"kind": "invokesTool", "tool": tool} in criteria(message)


@pytest.mark.parametrize(
    ("message", "kinds"),
    [
        ("kid is 9. The tutor never says 'wrong'.", ["answerDoesNotContain"]),
        ("A child gives up. Our tutor must not call inform_lead.", ["doesNotInvokeTool"]),
        ("Der Tutor darf request_leave nie aufrufen", ["doesNotInvokeTool"]),
        ("Le tutor ne doit jamais appeler request_leave", ["doesNotInvokeTool"]),
    ],
)
def test_the_agent_may_be_called_by_what_it_is(message: str, kinds: list[str]) -> None:
    assert [one["kind"] for one in criteria(message)] == kinds


def test_the_same_word_elsewhere_is_not_the_agent() -> None:
    draft = drafted("A child asks who the tutor of class 3b was. It must call inform_lead.")
    assert "tutor of class 3b" in draft["situation"]


@pytest.mark.parametrize(
    ("message", "about"),
    [
        ("chest pain -> inform_lead right away, before asking for insurance", "insurance"),
        ("The agent calls get_leave_days before making any promise to the customer", "promise"),
    ],
)
def test_an_order_with_what_is_no_call_is_for_a_judge(message: str, about: str) -> None:
    judged = [one["assertion"] for one in criteria(message) if one["kind"] == "satisfiesAssertion"]
    assert len(judged) == 1
    assert about in judged[0]


def test_an_order_of_two_calls_needs_no_judge() -> None:
    assert criteria("The agent must call get_leave_days before request_leave") == [ORDER]


@pytest.mark.parametrize(
    "message",
    [
        "Guest wants 2 nights. voucher at most 1 night",
        "voucher max 1 night",
        "Gast will 2 Nächte. Gutschein höchstens 1 Nacht",
    ],
)
def test_a_bare_limit_on_what_a_tool_gives_is_a_requirement(message: str) -> None:
    (judged,) = criteria(message)
    assert judged["kind"] == "satisfiesAssertion"
    assert "1" in judged["assertion"]


@pytest.mark.parametrize(
    "message", ["guest wants a voucher for at most 1 night", "guest has a budget of at most 100 EUR"]
)
def test_a_limit_on_what_the_user_wants_is_none(message: str) -> None:
    (call,) = read(message, CONTEXT).calls
    assert call.tool == "ask"


def test_what_a_parameter_must_contain_is_no_text_of_the_answer() -> None:
    message = "the bot hands over to a person, the summary must mention QX7T2B"
    wanted = {"summary": {"contains": ["QX7T2B"]}}
    assert criteria(message) == [{"kind": "toolParametersContain", "tool": "handover_to_person", "parameters": wanted}]


def test_a_summary_that_no_tool_takes_is_the_answer() -> None:
    context = Context(agent=Agent(name="notes", description="Summarises meetings", tools=TOOLS[:2]))
    assert criteria("The summary must mention QX7T2B", context) == [{"kind": "answerContains", "texts": ["QX7T2B"]}]


def test_values_told_before_are_given_to_the_call() -> None:
    made = criteria("E-22 wants leave from 2026-03-02 to 2026-03-06. File the request with those.")
    (call,) = [one for one in made if one["kind"] == "toolParametersContain"]
    assert call["parameters"]["start_date"] == {"equals": "2026-03-02"}
    assert call["parameters"]["end_date"] == {"equals": "2026-03-06"}


@pytest.mark.parametrize(
    ("message", "word"),
    [
        ("The agent must call get_leave_days, otherwise inform_lead with lead Ann", "otherwise"),
        ("Der Agent ruft get_leave_days auf, sonst informiert er den Teamleiter", "sonst"),
    ],
)
def test_what_holds_otherwise_is_for_a_judge(message: str, word: str) -> None:
    made = criteria(message)
    assert {"kind": "invokesTool", "tool": "get_leave_days"} in made
    assert [word in one["assertion"].lower() for one in made if one["kind"] == "satisfiesAssertion"] == [True]
    assert [one for one in made if one.get("tool") == "inform_lead"] == []


@pytest.mark.parametrize(
    "message",
    [
        "Never file a request for someone who only gives a name",
        "don't file a request for somebody without an id",
    ],
)
def test_a_ban_that_opens_the_text_is_one_on_the_agent(message: str) -> None:
    kinds = {one["kind"] for one in criteria(message)}
    assert kinds <= {"doesNotInvokeTool", "satisfiesAssertion", "invokesTool"}


def test_what_the_user_never_did_is_told() -> None:
    (call,) = read("Customer never received the voucher", CONTEXT).calls
    assert call.tool == "ask"


def test_a_call_with_its_details_needs_no_bare_one() -> None:
    made = criteria(
        "The agent calls inform_lead. The message to the lead must contain 'late': inform_lead with lead Ann"
    )
    tools = [one["kind"] for one in made if one.get("tool") == "inform_lead"]
    assert tools.count("invokesTool") == 0


@pytest.mark.parametrize(
    "message",
    [
        "refund for order T-90 of 120 euro is outside the rules. It must call inform_lead",
        "booking of 3 of 4 seats fails. It must call inform_lead",
        "Guest was born 02/05/1990. It must call inform_lead",
    ],
)
def test_figures_with_of_between_them_are_no_runs(message: str) -> None:
    draft = drafted(message)
    assert draft.get("runs") is None
    assert draft.get("threshold") is None


def test_a_number_of_runs_that_must_pass_is_read_still() -> None:
    assert drafted("It must call inform_lead. 48 of 50 runs must pass")["runs"] == 50


def test_a_ban_in_one_case_forbids_no_call_that_others_need() -> None:
    made = criteria("get_leave_days must run before request_leave, and no request if none are left")
    assert ORDER in made
    assert [one["kind"] for one in made] == ["invokesTool", "satisfiesAssertion"]


def test_what_follows_a_but_is_not_forbidden() -> None:
    made = criteria("Der Agent ruft request_leave nicht auf, sondern informiert den Teamleiter (inform_lead).")
    assert {"kind": "invokesTool", "tool": "inform_lead"} in made
    assert {"kind": "doesNotInvokeTool", "tool": "request_leave"} in made


def test_names_with_versus_between_them_are_no_comparison() -> None:
    plan = read("New client Meyer GmbH vs Schulz AG. The bot calls inform_lead.", CONTEXT)
    assert [call.tool for call in plan.calls] == ["draft_test"]


def test_nobody_is_told_means_that_no_message_is_sent() -> None:
    made = criteria("E-22 is late. The agent calls get_leave_days and informs nobody")
    assert {"kind": "doesNotInvokeTool", "tool": "inform_lead"} in made


@pytest.mark.parametrize(
    "message",
    [
        "The agent calls inform_lead without asking twice for the name",
        "L'agent appelle inform_lead sans demander deux fois le nom",
    ],
)
def test_how_a_call_must_not_be_made_is_for_a_judge(message: str) -> None:
    assert [one["kind"] for one in criteria(message)] == ["invokesTool", "satisfiesAssertion"]


def test_a_call_that_must_not_come_without_another_stays_an_order() -> None:
    assert criteria("never call request_leave without calling get_leave_days") == [ORDER]


def test_an_infinitive_behind_a_label_is_an_order_to_the_agent() -> None:
    made = criteria("Empleado E-22: primero llamar a get_leave_days, luego llamar a request_leave")
    assert ORDER in made


def test_a_limit_of_length_stands_beside_a_kind_of_its_own() -> None:
    made = criteria("The agent invents nothing and answers in at most 2 sentences, nothing made up")
    assert {"kind": "doesNotHallucinate"} in made
    assert any("2 sentences" in str(one.get("assertion")) for one in made)
