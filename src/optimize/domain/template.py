"""`{{test_case.x}}` and `{{agent.x}}`: plain substitution of dotted paths, one pass, nothing else."""

import json
import re
from collections.abc import Callable
from typing import Any

from pydantic import JsonValue

from optimize.domain.errors import Invalid

Names = dict[str, dict[str, JsonValue]]
"""The two roots, `test_case` and `agent`, each with its attributes."""

_PLACEHOLDER = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
_PATH = re.compile(r"^\s*(test_case|agent)((?:\.[A-Za-z_][A-Za-z0-9_]{0,63})+)\s*$")
_LONGEST = 20_000


def fill(value: Any, names: Names, *, quote: Callable[[str], str] = str) -> Any:
    """`value` (text, list or object) with every placeholder replaced; filled-in text is never scanned again.

    `quote` makes a filled-in text harmless in the language around it, such as a pattern.
    Raises Invalid `unknown_name` for a name that does not exist and `bad_template` for anything else in braces.
    """
    if isinstance(value, str):
        return _fill_text(value, names, quote)
    if isinstance(value, list | tuple):
        return [fill(item, names, quote=quote) for item in value]
    if isinstance(value, dict):
        return {key: fill(item, names, quote=quote) for key, item in value.items()}
    return value


def has_placeholder(text: str) -> bool:
    """Whether something in double braces stands in `text`."""
    return bool(_PLACEHOLDER.search(text))


def with_stand_ins(text: str, stand_in: str) -> str:
    """`text` with `stand_in` for each placeholder: its shape, before the values are known."""
    return _PLACEHOLDER.sub(lambda _: stand_in, text)


def _fill_text(text: str, names: Names, quote: Callable[[str], str]) -> str:
    if "{{" not in text:
        return text
    if "{{{" in text:
        raise Invalid("bad_template", "Use two braces, as in {{test_case.name}}, not three.", template=text[:200])
    filled = _PLACEHOLDER.sub(lambda match: quote(_lookup(match.group(1), names)), text)
    if len(filled) > _LONGEST:
        raise Invalid("template_too_long", f"Filled in, this text has more than {_LONGEST:,} characters.")
    return filled


def _lookup(expression: str, names: Names) -> str:
    match = _PATH.match(expression)
    if not match:
        raise Invalid(
            "bad_template",
            f"“{{{{{expression.strip()[:60]}}}}}” is not a name: write {{{{test_case.x}}}} or {{{{agent.x}}}}.",
        )
    root, path = match.group(1), match.group(2)[1:].split(".")
    value: JsonValue = dict(names.get(root, {}))
    for key in path:
        if not isinstance(value, dict) or key not in value:
            known = sorted(f"{r}.{k}" for r, attributes in names.items() for k in attributes)
            raise Invalid(
                "unknown_name",
                f"There is no attribute {root}.{'.'.join(path)}. Known: {', '.join(known) or 'none'}.",
                name=f"{root}.{'.'.join(path)}",
                known=known,
            )
        value = value[key]
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
