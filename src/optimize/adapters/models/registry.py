"""From `provider:model` to the provider that serves it."""

from collections.abc import Mapping

from optimize.adapters.models.access import ModelAccess
from optimize.adapters.models.providers import PROVIDERS
from optimize.adapters.models.providers.base import Provider
from optimize.domain.errors import Invalid


def split_ref(ref: str) -> tuple[str, str]:
    """`openai:gpt-4o-mini` → (`openai`, `gpt-4o-mini`). Raises Invalid (`unknown_provider`)."""
    prefix, colon, model = ref.partition(":")
    if not colon or prefix not in PROVIDERS or not model:
        known = ", ".join(f"{name}:…" for name in PROVIDERS)
        raise Invalid(
            "unknown_provider",
            f"“{ref}” names no model that can be reached; write it as one of {known}.",
            model=ref,
            known=list(PROVIDERS),
        )
    return prefix, model


class Registry:
    """The providers, each made once with the operator's keys and addresses."""

    def __init__(self, access: ModelAccess, providers: Mapping[str, type[Provider]] = PROVIDERS) -> None:
        self._providers = {prefix: provider(access) for prefix, provider in providers.items()}

    def find(self, ref: str) -> tuple[Provider, str]:
        """The provider of a model and the model's name there. Raises Invalid (`unknown_provider`)."""
        prefix, model = split_ref(ref)
        return self._providers[prefix], model
