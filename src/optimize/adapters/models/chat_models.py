"""What the assistant's graph talks to: a LangChain chat model per turn, with the books kept."""

import asyncio
from weakref import WeakKeyDictionary

from langchain_core.language_models.chat_models import BaseChatModel

from optimize.adapters.models.completers import Completers
from optimize.adapters.models.ledgered_model import LedgeredChatModel
from optimize.application.ports.models import CallContext


class ChatModels:
    """Raises Invalid (`unknown_provider`, `unknown_model`) for a name nobody serves."""

    def __init__(self, completers: Completers) -> None:
        self._completers = completers
        # Connections belong to the event loop that opened them.
        self._built: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, BaseChatModel]]
        self._built = WeakKeyDictionary()

    def for_assistant(self, context: CallContext) -> LedgeredChatModel:
        """The assistant's model for one turn: bind tools, then `astream` (or `ainvoke`)."""
        ref = self._completers.name_of("assistant")
        errand = self._completers.errand("assistant", context, ref)
        return LedgeredChatModel(inner=self._inner(ref), carrier=self._completers.carrier, errand=errand)

    def _inner(self, ref: str) -> BaseChatModel:
        built = self._built.setdefault(asyncio.get_running_loop(), {})
        if ref not in built:
            provider, model = self._completers.registry.find(ref)
            built[ref] = provider.build_streaming(model, "assistant")
        return built[ref]
