"""Everything a message was found to contain before criteria are built: its parts, its entities, the catalogue."""

import re
from dataclasses import dataclass

from optimize.adapters.models.offline.reading.catalogue import Catalogue
from optimize.adapters.models.offline.reading.clauses import clauses_of
from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.dates import year_of
from optimize.adapters.models.offline.reading.entities import Entity, entities_in
from optimize.adapters.models.offline.reading.handles import handles_in
from optimize.adapters.models.offline.reading.joining import joined
from optimize.adapters.models.offline.reading.lexicon import marks
from optimize.adapters.models.offline.reading.negation import negated_in
from optimize.adapters.models.offline.reading.profiles import own_verb
from optimize.adapters.models.offline.reading.role_rules import Role
from optimize.adapters.models.offline.reading.roles import Part, roles_of


@dataclass(frozen=True)
class Scene:
    """One described test, read as far as words go."""

    text: str
    language: str
    context: Context
    catalogue: Catalogue
    parts: list[Part]
    entities: list[Entity]
    year: int | None = None

    @property
    def masked(self) -> str:
        """The text with tool names blanked, so that the words of a name count for no value beside it."""
        text = self.text
        for mention in self.catalogue.named(text):
            text = text[: mention.start] + " " * (mention.end - mention.start) + text[mention.end :]
        return text

    def of(self, role: Role) -> list[Part]:
        return [part for part in self.parts if part.role is role]

    def inside(self, start: int, end: int) -> list[Entity]:
        return [entity for entity in self.entities if start <= entity.start < end]

    def values(self, *kinds: str) -> list[Entity]:
        """Entities of these kinds in the whole text, each value once."""
        found: dict[str, Entity] = {}
        for entity in self.entities:
            if entity.kind in kinds:
                found.setdefault(entity.value, entity)
        return list(found.values())


def _excepted(before: str, language: str) -> bool:
    """`must be called, except for INV-1004`: a thing that the test is not about."""
    clause = re.split(r"[.;!?\n]", before)[-1]
    return marks(clause, language, "excepted") and not negated_in(clause, language)


def scene_of(text: str, language: str, context: Context) -> Scene:
    year = year_of(f"{context.agent.description} {context.agent.instructions}")
    entities = entities_in(text, language, year)
    verbs = frozenset(verb for tool in context.agent.tools if (verb := own_verb(tool)))
    parts = joined(roles_of(clauses_of(text, language, verbs), language), text, language)
    tool_names = {tool.name for tool in context.agent.tools}
    tool_names |= {parameter for tool in context.agent.tools for parameter in tool.parameters}
    catalogue = Catalogue(context.agent.tools, language)
    misspelt = [slip.written for slip in catalogue.slips(text)]
    entities = [entity for entity in entities if entity.value not in (*tool_names, *misspelt)]
    entities = [entity for entity in entities if not _excepted(text[: entity.start], language)]
    entities = sorted([*entities, *handles_in(text, language, entities)], key=lambda entity: entity.start)
    return Scene(text, language, context, catalogue, parts, entities, year)
