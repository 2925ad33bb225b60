"""A short notation for the criteria that a description asks for, and whether a draft has them.

`a<b`: an order. `!a`: a ban. `a=1`, `a<=2`, `a>=2`: a number of calls. `a(p=5)`: a parameter (also `<=`, `>=`). `a`: a
call of it. `within 20`: an answer in time. `~x+y|z`: a judged or quoted text that has x, and y or z. A kind stands for
itself, and ` / ` parts what serves equally well.
"""

import re
from typing import Any

Criterion = dict[str, Any]
_CALLS = ("invokesTool", "toolParametersContain")


def met(wish: str, criteria: list[Criterion]) -> bool:
    """Whether a draft with these criteria has what is wished for."""
    return any(_is(one.strip(), made) for one in wish.split(" / ") for made in criteria)


def asked_for(made: Criterion, wishes: list[str]) -> bool:
    """Whether a criterion is one of those wished for; a judged one may always say more."""
    if made["kind"] not in (*_CALLS, "doesNotInvokeTool"):
        return True
    return any(_is(one.strip(), made) for wish in wishes for one in wish.split(" / ")) or _implied(made, wishes)


def _implied(made: Criterion, wishes: list[str]) -> bool:
    """A plain call of a tool that a wish speaks of anyway."""
    plain = made["kind"] == "invokesTool" and not made.get("times") and not made.get("before")
    detailed = made["kind"] == "toolParametersContain"
    return (plain or detailed) and any(made["tool"] in wish and f"!{made['tool']}" not in wish for wish in wishes)


def _is(wish: str, made: Criterion) -> bool:
    if wish.startswith("~"):
        return _says(wish[1:], made)
    if wish.startswith("within "):
        return made["kind"] == "respondsWithin" and float(made["seconds"]) == float(wish.split()[1])
    if wish == made["kind"]:
        return True
    if wish.startswith("!"):
        return bool(made["kind"] == "doesNotInvokeTool" and made.get("tool") == wish[1:])
    if made["kind"] not in _CALLS:
        return False
    parameter = re.fullmatch(r"(\w+)\((\w+)(<=|>=|=)(.+)\)", wish)
    if parameter:
        return _carries(made, *parameter.groups())
    tool, relation, rest = re.findall(r"(\w+)(<=|>=|=|<)?(\w+)?", wish)[0]
    if made["tool"] != tool:
        return False
    return bool(made.get("before") == rest) if relation == "<" else _often(made.get("times"), relation, rest)


def _often(times: Any, relation: str, number: str) -> bool:
    if not relation:
        return not times or times.get("at_least") == 1
    exactly = (times or {}).get("exactly")
    least, most = (times or {}).get("at_least", exactly), (times or {}).get("at_most", exactly)
    count = int(number or 0)
    if relation == "=":
        return bool(least == most == count)
    return bool(most == count and exactly is None) if relation == "<=" else bool(least == count and most != 1)


def _carries(made: Criterion, tool: str, parameter: str, relation: str, value: str) -> bool:
    matcher = (made.get("parameters") or {}).get(parameter, {}) if made["tool"] == tool else {}
    if relation == "=":
        return any(str(one).removesuffix(".0").lower() == value.lower() for one in matcher.values())
    key = "at_most" if relation == "<=" else "at_least"
    return key in matcher and float(matcher[key]) == float(value)


def _says(wish: str, made: Criterion) -> bool:
    one_of = " or ".join(map(str, made.get("any_of", [])))
    listed = [made.get("assertion", ""), made.get("pattern", ""), *made.get("texts", []), one_of]
    said = " ".join(map(str, listed))
    return all(any(word.lower() in said.lower() for word in group.split("|")) for group in wish.split("+"))
