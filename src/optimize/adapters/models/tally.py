"""What a call used and how it ended, read from the pieces of its answer as they arrive."""

from langchain_core.messages import AIMessage
from langchain_core.messages.ai import UsageMetadata, add_usage
from langchain_core.outputs import ChatGeneration, ChatResult

from optimize.domain.cost import Usage
from optimize.domain.text import clean, shortened

_LONGEST_NAME = 200


class Tally:
    """Sums usage and keeps the last finish reason."""

    def __init__(self) -> None:
        self._usage: UsageMetadata | None = None
        self.finish_reason: str | None = None
        self.answered: str | None = None
        """What the provider says of the model that answered."""
        self.pieces = 0

    def see(self, item: ChatGeneration | ChatResult) -> None:
        generation = item.generations[0] if isinstance(item, ChatResult) else item
        message = generation.message
        self.pieces += 1
        if isinstance(message, AIMessage) and message.usage_metadata:
            self._usage = add_usage(self._usage, message.usage_metadata)
        told = (generation.generation_info or {}).get("finish_reason") or message.response_metadata.get("finish_reason")
        self.finish_reason = told or self.finish_reason
        name = message.response_metadata.get("model_name")
        self.answered = shortened(clean(name), _LONGEST_NAME) if isinstance(name, str) and name else self.answered

    @property
    def usage(self) -> Usage:
        """`input_tokens` includes the cached ones; None where the provider did not say."""
        if self._usage is None:
            return Usage()
        cached = self._usage.get("input_token_details", {}).get("cache_read")
        return Usage(
            input_tokens=self._usage["input_tokens"],
            cached_tokens=cached,
            output_tokens=self._usage["output_tokens"],
        )
