"""The family of criteria: complete, described, and open for one more file."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

import optimize
from optimize.domain.criteria import CRITERIA, AnyCriterion
from optimize.domain.criteria.base import CriterionBase
from optimize.domain.errors import Invalid

EXAMPLES: dict[str, dict[str, Any]] = {
    "invokesTool": {"tool": "a"},
    "doesNotInvokeTool": {"tool": "a"},
    "toolParametersContain": {"tool": "a", "parameters": {"b": 1}},
    "answerContains": {"texts": ["a"]},
    "answerDoesNotContain": {"texts": ["a"]},
    "answerMatches": {"pattern": "a"},
    "answerIsJson": {"schema": {"type": "object"}},
    "respondsWithin": {"seconds": 5},
    "doesNotHallucinate": {},
    "staysInCharacter": {},
    "responseGroundedInKnowledge": {},
    "satisfiesAssertion": {"assertion": "a"},
    "meetsExpectedBehaviors": {},
}
UNION: TypeAdapter[CriterionBase] = TypeAdapter(AnyCriterion)


def test_every_kind_is_there() -> None:
    assert set(CRITERIA) == set(EXAMPLES)


@pytest.mark.parametrize("kind", EXAMPLES)
def test_every_kind_is_described(kind: str) -> None:
    criterion = UNION.validate_python({"kind": kind, **EXAMPLES[kind]})
    of_class = CRITERIA[kind]

    assert type(criterion) is of_class
    assert of_class.title
    assert of_class.__doc__
    assert of_class.__doc__.strip().endswith(".")
    assert criterion.sentence().strip()


@pytest.mark.parametrize("kind", EXAMPLES)
@pytest.mark.parametrize("mode", ["validation", "serialization"])
def test_every_parameter_is_described_in_the_json_schema(kind: str, mode: Any) -> None:
    schema = CRITERIA[kind].model_json_schema(mode=mode)
    parts = [schema, *schema.get("$defs", {}).values()]
    fields = {name: field for part in parts for name, field in part.get("properties", {}).items() if name != "kind"}

    assert fields
    assert [name for name, field in fields.items() if not field.get("description")] == []


@pytest.mark.parametrize("kind", EXAMPLES)
def test_every_kind_survives_the_store(kind: str) -> None:
    criterion = UNION.validate_python({"kind": kind, **EXAMPLES[kind]})
    stored = UNION.dump_python(criterion, mode="json")

    assert UNION.validate_python(stored) == criterion
    assert UNION.validate_python(criterion.model_dump(mode="json", exclude_none=True)) == criterion
    assert EXAMPLES[kind].items() <= stored.items() or kind == "toolParametersContain"
    assert criterion.filled({}) == criterion


@pytest.mark.parametrize(
    "bad", [{}, {"kind": "helpful"}, {"kind": None}, None, 5, [], {"kind": "answer_contains"}], ids=repr
)
def test_an_unknown_kind_is_refused(bad: Any) -> None:
    with pytest.raises(ValidationError):
        UNION.validate_python(bad)


NEW_KIND = '''
from typing import ClassVar, Literal

from pydantic import Field

from optimize.domain.criteria.answer_criterion import AnswerCriterion
from optimize.domain.verdict import Verdict, failed, passed


class AnswerIsShort(AnswerCriterion):
    """The final answer is short."""

    title: ClassVar[str] = "Answer is short"

    kind: Literal["answerIsShort"] = "answerIsShort"
    words: int = Field(ge=1, description="The most words allowed.")

    def sentence(self) -> str:
        return f"The final answer has at most {self.words} words."

    def check_answer(self, answer: str, event: int) -> Verdict:
        count = len(answer.split())
        verdict = passed if count <= self.words else failed
        return verdict(f"The answer has {count} words; allowed were {self.words}.", event)
'''
USE_IT = """
import json
from pydantic import TypeAdapter
from optimize.domain.criteria import CRITERIA, AnyCriterion
union = TypeAdapter(AnyCriterion)
criterion = union.validate_python({"kind": "answerIsShort", "words": 3})
assert criterion.sentence() == "The final answer has at most 3 words."
schema = json.dumps(union.json_schema())
assert "AnswerIsShort" in schema and "The most words allowed." in schema
assert len(CRITERIA) == 14
"""


def test_one_more_kind_is_one_more_file(tmp_path: Path) -> None:
    package = Path(optimize.__file__).parent
    shutil.copytree(package / "domain", tmp_path / "optimize/domain")
    shutil.copy(package / "__init__.py", tmp_path / "optimize")
    (tmp_path / "optimize/domain/criteria/answer_is_short.py").write_text(NEW_KIND)

    done = subprocess.run(
        [sys.executable, "-c", USE_IT], env={"PYTHONPATH": str(tmp_path)}, cwd=tmp_path, capture_output=True, text=True
    )

    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("criterion", "value", "field"),
    [
        ({"kind": "answerContains", "texts": "{{test_case.x}}"}, " ", "texts.0"),
        ({"kind": "answerMatches", "pattern": "{{test_case.x}}"}, "x" * 501, "pattern"),
        ({"kind": "satisfiesAssertion", "assertion": "{{test_case.x}}"}, "a\0", "assertion"),
        (
            {"kind": "toolParametersContain", "tool": "a", "parameters": {"b": {"number": "{{test_case.x}}"}}},
            "ten",
            "parameters.b.number",
        ),
    ],
    ids=["blank text", "long pattern", "NUL", "no number"],
)
def test_what_is_filled_in_must_fit_too(criterion: dict[str, Any], value: str, field: str) -> None:
    with pytest.raises(Invalid) as refusal:
        UNION.validate_python(criterion).filled({"test_case": {"x": value}})

    assert (refusal.value.code, refusal.value.fields["field"]) == ("bad_filling", field)
