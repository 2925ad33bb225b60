from pathlib import Path

import pytest

from optimize.adapters.prompts import FilePrompts

SHIPPED = Path(__file__).parents[2] / "prompts"


def folder_with(tmp_path: Path, text: str) -> Path:
    (tmp_path / "hello.md").write_text(text, "utf-8")
    return tmp_path


def test_the_prompts_of_the_product_render() -> None:
    prompts = FilePrompts(SHIPPED)
    context = prompts.render("assistant_context", context='{"agent": "$5 ```json"}', message="Costs $5?")
    assert '```json\n{"agent": "$5 ```json"}\n```\n' in context.text
    assert context.text.endswith("\n# The admin's message\nCosts $5?\n")
    for name in ("assistant", "judge", "simulated_user"):
        assert len(prompts.render(name).text) > 500


def test_the_fingerprint_is_of_the_file_and_not_of_the_values(tmp_path: Path) -> None:
    head = "---\nname: hello\nrole: assistant\nvariables: who\n---\n"
    prompts = FilePrompts(folder_with(tmp_path, f"{head}Hello ${{who}}.\n"))
    ann, bob = prompts.render("hello", who="Ann"), prompts.render("hello", who="Bob")
    assert (ann.text, bob.text) == ("Hello Ann.\n", "Hello Bob.\n")
    assert ann.fingerprint == bob.fingerprint
    changed = FilePrompts(folder_with(tmp_path, f"{head}Good day ${{who}}.\n"))
    assert changed.render("hello", who="Ann").fingerprint != ann.fingerprint


@pytest.mark.parametrize("values", [{}, {"who": "Ann", "age": "4"}, {"hwo": "Ann"}])
def test_a_missing_or_unknown_value_is_refused(tmp_path: Path, values: dict[str, str]) -> None:
    text = "---\nname: hello\nrole: assistant\nvariables: who\n---\nHello ${who}."
    with pytest.raises(ValueError, match="takes"):
        FilePrompts(folder_with(tmp_path, text)).render("hello", **values)


def test_an_unknown_prompt_is_refused(tmp_path: Path) -> None:
    text = "---\nname: hello\nrole: assistant\nvariables:\n---\nHello."
    with pytest.raises(ValueError, match="no prompt goodbye"):
        FilePrompts(folder_with(tmp_path, text)).render("goodbye")


@pytest.mark.parametrize(
    "text",
    [
        "Hello.",
        "---\nname: hello\nrole: assistant\nHello.",
        "---\nname: other\nrole: assistant\n---\nHello.",
        "---\nname: hello\n---\nHello.",
        "---\nname: hello\nrole: a\nmodel: x\n---\nHello.",
        "---\nname: hello\nrole: a\nvariables: who\n---\nHello.",
        "---\nname: hello\nrole: a\n---\nHello ${who}.",
        "---\nname: hello\nrole: a\n---\nThat costs $ 5.",
        "---\nname hello\nrole: a\n---\nHello.",
    ],
)
def test_a_file_that_is_not_well_formed_stops_the_start(tmp_path: Path, text: str) -> None:
    with pytest.raises(ValueError, match=r"hello\.md"):
        FilePrompts(folder_with(tmp_path, text))


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no prompts"):
        FilePrompts(tmp_path)
