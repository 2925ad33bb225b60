"""Forms of assertions that can be looked up: length, language, asking, refusing, naming; one module each."""

from collections.abc import Callable

from optimize.adapters.models.offline.judging.case import Case
from optimize.adapters.models.offline.judging.finding import Finding
from optimize.adapters.models.offline.judging.forms.asking import asking
from optimize.adapters.models.offline.judging.forms.length import length
from optimize.adapters.models.offline.judging.forms.naming import naming
from optimize.adapters.models.offline.judging.forms.refusing import refusing
from optimize.adapters.models.offline.judging.forms.speaking import speaking

Form = Callable[[str, Case], Finding | None]

FORMS: tuple[Form, ...] = (length, speaking, asking, refusing, naming)
"""Each returns None if the assertion is not of its form or cannot be settled."""
