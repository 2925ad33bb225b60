"""Lists and sentences stay apart when the page draws them."""

from optimize.adapters.models.offline.replies.telling import as_markdown


def test_a_sentence_after_a_list_is_a_paragraph_of_its_own() -> None:
    lines = ["It passes if:", "- a tool is called", "- another is not", "All 5 runs must pass."]
    expected = "It passes if:\n\n- a tool is called\n- another is not\n\nAll 5 runs must pass."
    assert as_markdown(lines) == expected
