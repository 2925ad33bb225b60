"""The assistant's prompt knows what there is: a tool or a kind that it never names is one that a model seldom picks."""

import re
from pathlib import Path

from optimize.domain.criteria import CRITERIA
from optimize.tools import TOOLS

PROMPT = (Path(__file__).parents[2] / "prompts" / "assistant.md").read_text()


def test_every_tool_is_named() -> None:
    assert [name for name in TOOLS if not re.search(rf"\b{name}\b", PROMPT)] == []


def test_every_kind_of_criterion_is_named() -> None:
    assert [kind for kind in CRITERIA if kind not in PROMPT] == []


def test_no_tool_is_named_that_is_not_there() -> None:
    [section] = re.findall(r"# Which tool\n(.*?)\n# ", PROMPT, re.DOTALL)
    named = set(re.findall(r"\b[a-z]+_[a-z]+\b", section))
    assert named - set(TOOLS) == set()


def test_the_choosing_prompt_has_one_line_for_each_tool() -> None:
    told = (Path(__file__).parents[2] / "prompts" / "assistant_choose.md").read_text()
    assert set(re.findall(r"^- ([a-z_]+): ", told, re.MULTILINE)) == {*TOOLS, "reply"}
