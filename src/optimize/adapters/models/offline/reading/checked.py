"""`also check the amount`: a change that speaks of one parameter of the tool which the test is about."""

import re

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.back import back, saying
from optimize.adapters.models.offline.reading.concepts import concepts_in
from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import parts_of, table
from optimize.adapters.models.offline.reading.plan import Remark
from optimize.adapters.models.offline.reading.profiles import name_words
from optimize.adapters.models.offline.reading.values import forms_of

_CALLED = re.compile(r"(?:invokesTool|toolParametersContain)\((?P<tool>\w+)")


def checked(text: str, language: str, context: Context, test: KnownTest) -> dict[str, JsonValue] | None:
    """The criterion on that parameter; without a value, that it is given at all.

    None where no tool that the test calls has such a parameter, or more than one has.
    """
    match = next(
        (found for key in ("valued", "checks") for one in back(key, language) if (found := one.match(fold(text)))), None
    )
    if match is None:
        return None
    parts = parts_of(match)
    meant = list(dict.fromkeys(_meant(parts["thing"].strip(), language, context, test)))
    if len(meant) != 1:
        return None
    tool, parameter = meant[0]
    value: JsonValue = {"equals": parts["value"].strip(".,")} if "value" in parts else {"exists": True}
    return {"kind": "toolParametersContain", "tool": tool, "parameters": {parameter: value}}


def left_open(changed: dict[str, JsonValue], language: str) -> list[Remark]:
    """What is said of criteria that any value passes."""
    added = changed.get("add_criteria")
    criteria = [one for one in added if isinstance(one, dict)] if isinstance(added, list) else []
    given = [named for one in criteria if isinstance(named := one.get("parameters"), dict)]
    left = [name for named in given for name, value in named.items() if value == {"exists": True}]
    return [Remark(code="any_value", text=saying(language, "any_value", parameter=name)) for name in left[:1]]


def _meant(thing: str, language: str, context: Context, test: KnownTest) -> list[tuple[str, str]]:
    called = [found["tool"] for one in test.criteria if (found := _CALLED.match(one))]
    tools = [tool for name in called if (tool := context.agent.tool(name))]
    return [
        (tool.name, parameter)
        for tool in tools
        for parameter in tool.parameters
        if _is_called(thing, language, parameter, tool.parameters)
    ]


def _is_called(thing: str, language: str, parameter: str, others: tuple[str, ...]) -> bool:
    if thing in forms_of(parameter, others):
        return True
    known = str(table("back")["parameter_words"].get(name_words(parameter), r"(?!)"))
    named = {concept.name for concept in concepts_in(name_words(parameter), "en") if not concept.act}
    said = {concept.name for concept in concepts_in(thing, language) if not concept.act}
    return bool(re.fullmatch(known, thing) or (named and named == said))
