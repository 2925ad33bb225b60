"""The family of criteria. Every module beside this one that holds a criterion with a `kind` belongs to it.

`CRITERIA` maps kind to class; `AnyCriterion` is the discriminated union of all of them.
"""

from importlib import import_module
from inspect import isabstract
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Annotated, Union

from pydantic import Field

from optimize.domain.criteria.base import CriterionBase


def _discovered() -> dict[str, type[CriterionBase]]:
    kinds: dict[str, type[CriterionBase]] = {}
    for info in iter_modules(__path__):
        module = import_module(f"{__name__}.{info.name}")
        for member in vars(module).values():
            if isinstance(member, type) and issubclass(member, CriterionBase) and not isabstract(member):
                kinds[member.model_fields["kind"].default] = member
    return dict(sorted(kinds.items()))


CRITERIA: dict[str, type[CriterionBase]] = _discovered()

if TYPE_CHECKING:
    AnyCriterion = CriterionBase
else:
    AnyCriterion = Annotated[Union[tuple(CRITERIA.values())], Field(discriminator="kind")]  # noqa: UP007
