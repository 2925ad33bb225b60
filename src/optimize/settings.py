"""The settings of one process. The only place that reads the environment (and a `.env` file beside it)."""

import json
import platform
from collections.abc import Mapping
from decimal import Decimal
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BeforeValidator, Field, SecretStr, StringConstraints, ValidationError, model_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from optimize.application.time_limits import LONGEST_TIME_LIMIT
from optimize.domain.cost import CallRole
from optimize.domain.errors import Invalid

OFFLINE: Final = "offline:rules"
_PREFIX: Final = "OPTIMIZE_"
_PACKAGE: Final = Path(__file__).parent
_REPOSITORY: Final = _PACKAGE.parents[1]
_LOCAL_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})


def _listed(value: object) -> object:
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def _price_table(value: object) -> object:
    """`{"provider:model": {"input": …, "output": …}}` as model → (input, output)."""
    try:
        table: Any = json.loads(value) if isinstance(value, str) else value
        return {model: (price["input"], price["output"]) for model, price in table.items()}
    except (ValueError, AttributeError, TypeError, KeyError) as error:
        raise ValueError('write it as JSON, {"provider:model": {"input": 0.1, "output": 0.4}}') from error


def _shipped(inside: str, beside: str) -> Path:
    """A folder that stands in the package once it is built, and in the repository before that."""
    packed = _PACKAGE / inside
    return packed if packed.is_dir() else _REPOSITORY / beside


Names = Annotated[frozenset[str], NoDecode, BeforeValidator(_listed)]
ModelName = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^[a-z0-9_-]+:\S+$")]
Price = Annotated[Decimal, Field(ge=0)]
OwnPrices = Annotated[dict[str, tuple[Price, Price]], NoDecode, BeforeValidator(_price_table)]


class Settings(BaseSettings):
    """Each field is the variable `OPTIMIZE_<FIELD>`, except for the two `OPENAI_…` names. Use `load_settings`."""

    model_config = SettingsConfigDict(
        env_prefix=_PREFIX,
        env_file=".env",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        populate_by_name=True,
        hide_input_in_errors=True,
    )

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=1, le=65_535)
    hosts: Names = frozenset()
    """Further names under which the service is reached, for example `optimize.example.com`, comma separated."""
    behind_proxy: bool = False
    """A reverse proxy in front ends TLS; cookies are then marked Secure and its forwarding headers are believed."""
    admin_token: str | None = Field(default=None, repr=False)
    log_level: Literal["debug", "info", "warning", "error"] = "warning"

    data: Path = Path("data")
    database_url: str | None = None
    web_dist: Path = Field(default_factory=lambda: _shipped("_web", "web/dist"))
    prompts: Path = Field(default_factory=lambda: _shipped("_prompts", "prompts"))

    model: ModelName = OFFLINE
    judge_model: ModelName | None = None
    simulator_model: ModelName | None = None
    assistant_model: ModelName | None = None
    assistant_tools: Literal["all", "staged"] = "all"
    """`staged`: the assistant's model is shown one tool at a time, for small models of your own."""
    openai_api_key: SecretStr | None = Field(default=None, validation_alias="OPENAI_API_KEY")
    openai_base_url: str | None = Field(default=None, validation_alias="OPENAI_BASE_URL", pattern=r"^https?://\S+$")
    model_concurrency: int = Field(default=16, ge=1, le=512)
    requests_per_minute: int | None = Field(default=None, ge=1)
    tokens_per_minute: int | None = Field(default=None, ge=1)
    call_seconds: float = Field(default=180, gt=0)
    offline_pace: float = Field(default=0, ge=0, le=1)
    """Seconds between two words of the offline model, so that a person sees it write."""

    prices: OwnPrices = {}
    """US dollars per million tokens (in, out) by model; written as `{"openai:x": {"input": 0.1, "output": 0.4}}`."""
    free_allowance: Decimal = Field(default=Decimal("0.10"), ge=0)
    run_concurrency: int = Field(default=8, ge=1, le=512)
    judge_concurrency: int = Field(default=8, ge=1, le=512)
    batch_seconds: float | None = Field(default=None, gt=0, le=LONGEST_TIME_LIMIT)
    """Seconds after which runs of a batch that have come to no end are cancelled, unless it was ordered otherwise."""
    executor_id: str = ""
    """Names this process among those that share a database; the same after a restart."""
    allow_modules: Names = frozenset()
    """Python modules that an agent's definition may name as its code, comma separated."""
    sample_agent: bool = True

    @property
    def assignment(self) -> Mapping[CallRole, str]:
        """Which model serves which role."""
        return {
            "agent": self.model,
            "judge": self.judge_model or self.model,
            "simulator": self.simulator_model or self.model,
            "assistant": self.assistant_model or self.model,
        }

    @property
    def store_url(self) -> str:
        return self.database_url or f"sqlite+aiosqlite:///{self.data.absolute() / 'optimize.db'}"

    @property
    def allowed_modules(self) -> frozenset[str]:
        return self.allow_modules

    @property
    def known_hosts(self) -> frozenset[str]:
        """Names that the `Host` header may have, in lower case and without a port."""
        return _LOCAL_NAMES | {self.host.lower()} | {name.lower() for name in self.hosts}

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if not self.behind_proxy and not _is_local(self.host):
            raise ValueError(
                f"{_PREFIX}HOST is {self.host}, which other machines can reach, and without TLS they would send their "
                "tokens in the clear: put a reverse proxy with TLS in front and add --behind-proxy, or use 127.0.0.1."
            )
        self._require_key()
        if not self.executor_id:
            object.__setattr__(self, "executor_id", f"{platform.node() or 'local'}-{self.port}")
        return self

    def _require_key(self) -> None:
        for role, model in self.assignment.items():
            if model.startswith("openai:") and not (self.openai_api_key or self.openai_base_url):
                raise ValueError(
                    f"OPENAI_API_KEY is missing: {model} is to serve as {role}. Set it, or OPENAI_BASE_URL for a "
                    "server of your own."
                )


def load_settings(**given: Any) -> Settings:
    """The settings; `given` ones (from the command line) win. Raises Invalid `bad_setting` with one sentence."""
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        raise _refusal(error.errors(include_url=False)[0]) from error


def _refusal(error: ErrorDetails) -> Invalid:
    said = error["msg"].removeprefix("Value error, ")
    if not error["loc"]:
        return Invalid("bad_setting", said)
    first, *rest = (str(part) for part in error["loc"])
    variable = first if first.startswith("OPENAI_") else f"{_PREFIX}{first.upper()}"
    where = f" (at {'.'.join(rest)})" if rest else ""
    if error["type"] == "string_pattern_mismatch":
        said = "write it as http://… or https://…" if "URL" in variable else "write it as provider:model"
    return Invalid("bad_setting", f"{variable}{where} is wrong: {said[0].lower()}{said[1:]}.", setting=variable)


def _is_local(host: str) -> bool:
    if host.lower() in _LOCAL_NAMES:
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
