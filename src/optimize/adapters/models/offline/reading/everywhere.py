"""`every call of send_message`, `for 2026 only`: details that each call must have, and not only one of them."""

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import marks, pattern, spans
from optimize.adapters.models.offline.reading.role_rules import Role
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene

Criterion = dict[str, JsonValue]


def everywhere(scene: Scene, criteria: list[Criterion]) -> list[Criterion]:
    """The criteria where those details hold for every call; two calls with other details of one tool are left alone."""
    tools = [criterion["tool"] for criterion in criteria if criterion["kind"] == "toolParametersContain"]
    return [
        {**criterion, "calls": "every"}
        if criterion["kind"] == "toolParametersContain"
        and tools.count(criterion["tool"]) == 1
        and any(_of_every(scene, part, str(criterion["tool"])) for part in scene.of(Role.MUST))
        else criterion
        for criterion in criteria
    ]


def _of_every(scene: Scene, part: Part, tool: str) -> bool:
    text = part.clause.text
    named = [mention.tool for mention in scene.catalogue.named(text)]
    if tool in named and marks(text, scene.language, "only_value"):
        return True
    return tool in every_of(scene, text)


def every_of(scene: Scene, text: str) -> list[str]:
    """The tools that `every call of A` and `every message sent` speak of."""
    found = []
    for match in pattern("every_call", scene.language).finditer(fold(text)):
        start, end = spans(match)["what"]
        meant = scene.catalogue.described(text[start:end], nominal=True)
        found += [mention.tool for mention in scene.catalogue.named(text[start:end])] or ([meant.tool] if meant else [])
    return found
