from langchain_core.messages import HumanMessage, ToolMessage

from optimize.assistant.figures import unsupported_figures


def test_both_ends_of_an_interval_in_a_result_support_what_they_render() -> None:
    result = ToolMessage('{"between":[-1.0,0.587]}', tool_call_id="c")
    assert unsupported_figures("between −100 and +59", [result]) == []
    assert unsupported_figures("between −100 and +61", [result]) == ["61"]


def test_a_thousand_in_a_persons_words_is_one_figure() -> None:
    assert unsupported_figures("1500 orders", [HumanMessage("1,500 orders")]) == []
    assert unsupported_figures("500 orders", [HumanMessage("1,500 orders")]) == ["500"]
