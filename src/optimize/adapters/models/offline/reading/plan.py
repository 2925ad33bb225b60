"""What reading a message leads to: the calls to make, and what is worth saying beside them."""

from pydantic import BaseModel, ConfigDict, JsonValue

DRAFT = "$draft"
"""Stands in a planned call for the test that an earlier call of the same plan makes."""


class PlannedCall(BaseModel):
    """One tool of the assistant with its arguments."""

    model_config = ConfigDict(frozen=True)

    tool: str
    arguments: dict[str, JsonValue] = {}


class Remark(BaseModel):
    """Something to say along with the calls: a `code` of the phrase table, and its sentence for the person."""

    model_config = ConfigDict(frozen=True)

    code: str
    values: dict[str, str] = {}
    text: str = ""


class Plan(BaseModel):
    """`calls` in the order to make them; none means that `remarks` are the whole answer."""

    model_config = ConfigDict(frozen=True)

    language: str
    intent: str
    calls: tuple[PlannedCall, ...] = ()
    remarks: tuple[Remark, ...] = ()
