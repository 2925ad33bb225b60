"""A question to a model that is answered by one JSON object of a given shape, unseen by the person."""

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from jsonschema import Draft202012Validator
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AnyMessage, HumanMessage
from langgraph.constants import TAG_NOSTREAM

from optimize.assistant.replying import asked

_AGAIN: Final = "That was not the JSON object that was asked for. Write it again, and nothing else."


class Filled(NamedTuple):
    """`value` is None if twice nothing usable came; `id` is of the answer; `calls`: model calls made."""

    value: dict[str, Any] | None
    id: str
    calls: int


async def fill(
    model: BaseChatModel, messages: Sequence[AnyMessage], name: str, schema: dict[str, Any], max_tokens: int
) -> Filled:
    """Asked once more if the answer cannot be read. Raises Unavailable if the model does not answer."""
    shape = {"type": "json_schema", "json_schema": {"name": name, "schema": schema}}
    # Small models run away now and then: nothing here may be long, and the likeliest words are the best they have.
    # As `response_format` of its own, LangChain would take it for a wish to have the answer parsed.
    bound = model.bind(extra_body={"response_format": shape}, max_tokens=max_tokens, temperature=0)
    quiet = bound.with_config(tags=[TAG_NOSTREAM])
    first = await asked(quiet, messages)
    if (value := _read(first.text, schema)) is not None:
        return Filled(value, str(first.id), 1)
    second = await asked(quiet, [*messages, HumanMessage(_AGAIN)])
    return Filled(_read(second.text, schema), str(second.id), 2)


def _read(text: str, schema: dict[str, Any]) -> dict[str, Any] | None:
    """Servers that know no schemas answer with the object in a fence, or with something else."""
    start, end = text.find("{"), text.rfind("}")
    try:
        value = json.loads(text[start : end + 1])
    except (ValueError, RecursionError):
        return None
    fits = isinstance(value, dict) and Draft202012Validator(schema).is_valid(value)
    return value if fits else None
