from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, ConfigDict, Field, JsonValue

from optimize.domain.criteria.answer_criterion import AnswerCriterion
from optimize.domain.criteria.json_answer import NotJson, read_json
from optimize.domain.criteria.json_schema import CannotCheck, checked_schema, first_error
from optimize.domain.storable import json_within
from optimize.domain.verdict import Verdict, failed, passed

Schema = Annotated[dict[str, JsonValue], json_within(), AfterValidator(checked_schema)]


class AnswerIsJson(AnswerCriterion):
    """The final answer is exactly one JSON value, optionally inside one fence that is the whole answer."""

    model_config = ConfigDict(serialize_by_alias=True)

    title: ClassVar[str] = "Answer is JSON"

    kind: Literal["answerIsJson"] = "answerIsJson"
    schema_: Schema | None = Field(
        default=None,
        alias="schema",
        description="A JSON Schema that the value must fit; `format` is not checked, `$ref` must stay inside it.",
    )

    def sentence(self) -> str:
        return f"The final answer is one JSON value{' that fits the schema' if self.schema_ is not None else ''}."

    def check_answer(self, answer: str, event: int) -> Verdict:
        try:
            found = read_json(answer)
            wrong = None if self.schema_ is None else first_error(self.schema_, found.value)
        except NotJson as reason:
            return failed(f"The answer is not exactly one JSON value: {reason}.", event)
        except CannotCheck as reason:
            return failed(f"The answer is JSON, but could not be checked against the schema: {reason}.", event)
        if wrong is not None:
            return failed(f"The answer is {found.words()}, but does not fit the schema at {wrong}.", event)
        fits = "" if self.schema_ is None else ", and fits the schema"
        return passed(f"The answer is {found.words()}{fits}.", event)
