"""`offline:rules`: the model of our own that needs no key and no network."""

from __future__ import annotations

from datetime import datetime
from pkgutil import resolve_name
from typing import TYPE_CHECKING, ClassVar, Final, cast

from optimize.adapters.models.completing import Completing
from optimize.adapters.models.faults import AnswerRefused, CallFailed
from optimize.adapters.models.providers.base import Provider
from optimize.domain.cost import CallRole
from optimize.domain.errors import Invalid

if TYPE_CHECKING:
    from optimize.adapters.models.offline.chat_model import OfflineRules

_MODEL: Final = "optimize.adapters.models.offline.chat_model:OfflineRules"
"""A hundred modules, loaded with the first model that is built: who brings a model of their own needs none of them."""


class Offline(Provider):
    prefix: ClassVar[str] = "offline"
    here: ClassVar[bool] = True

    @property
    def host(self) -> str:
        return "this process"

    @property
    def endpoint(self) -> tuple[str, ...]:
        return ("offline",)

    def build(self, model: str, role: CallRole) -> Completing:
        return self.build_streaming(model, role)

    def build_streaming(self, model: str, role: CallRole) -> OfflineRules:
        if model != "rules":
            raise Invalid("unknown_model", f"There is no model offline:{model}; the offline model is offline:rules.")
        if role == "agent":
            # Declared agents have an offline policy of their own, beside the loop that runs them.
            raise Invalid("unknown_model", "offline:rules does not play an agent through this door.")
        return cast("OfflineRules", resolve_name(_MODEL)(role=role, pace=self.access.pace))

    def outcome_of(self, error: Exception, now: datetime) -> CallFailed | AnswerRefused | None:
        del error, now
        return None
