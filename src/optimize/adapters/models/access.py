"""What the model adapters need to know from the settings; the composition root fills it in."""

from pydantic import BaseModel, ConfigDict, Field, SecretStr


class ModelAccess(BaseModel):
    """Keys, addresses and limits. Times are seconds."""

    model_config = ConfigDict(frozen=True)

    openai_api_key: SecretStr | None = None
    openai_base_url: str | None = None
    concurrency: int = Field(default=16, ge=1)
    """Most calls at a time to one endpoint; the limiter starts at 4 and finds its own way up to this."""
    requests_per_minute: int | None = Field(default=None, ge=1)
    tokens_per_minute: int | None = Field(default=None, ge=1)
    """What the operator knows of the endpoint's own limits; None if nothing."""
    starts_full: bool = False
    """Whether the operator named the concurrency, so that there is nothing to find out until the endpoint objects."""
    read_seconds: float = Field(default=60, gt=0)
    """Longest silence between two pieces of an answer."""
    call_seconds: float = Field(default=180, gt=0)
    """Wall clock for one try of a call."""
    total_seconds: float = Field(default=600, gt=0)
    """Wall clock for a call with all of its retries."""
    pace: float = Field(default=0.0, ge=0)
    """Pause of the offline model between two words, so that a person sees it stream."""
