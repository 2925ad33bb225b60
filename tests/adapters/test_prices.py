from decimal import Decimal

from optimize.adapters.prices import PublishedPrices
from optimize.domain.cost import Usage

USED = Usage(input_tokens=1_000, cached_tokens=0, output_tokens=100)


def test_a_published_model_has_a_price_and_cached_tokens_cost_less() -> None:
    prices = PublishedPrices()
    whole = prices.price("openai:gpt-4o-mini", USED)
    cached = prices.price("openai:gpt-4o-mini", USED.model_copy(update={"cached_tokens": 900}))
    assert whole is not None
    assert cached is not None
    assert 0 < cached < whole


def test_an_unknown_model_has_none() -> None:
    assert PublishedPrices().price("openai:my-own-model-7b", USED) is None
    assert PublishedPrices().price("acme:gpt-4o", USED) is None


def test_a_known_name_on_a_server_of_ones_own_has_none() -> None:
    assert PublishedPrices(openai_base_url="http://127.0.0.1:8089/v1").price("openai:gpt-4o", USED) is None
    assert PublishedPrices(openai_base_url="https://api.openai.com/v1").price("openai:gpt-4o", USED) is not None


def test_unknown_usage_has_no_price() -> None:
    assert PublishedPrices().price("openai:gpt-4o-mini", Usage()) is None


def test_the_offline_model_costs_nothing_whatever_it_used() -> None:
    assert PublishedPrices().price("offline:rules", Usage()) == Decimal(0)


def test_the_operators_own_price_counts_before_any_other_and_shows_in_the_version() -> None:
    prices = PublishedPrices({"openai:gpt-4o-mini": (Decimal(3), Decimal(6))})
    assert prices.price("openai:gpt-4o-mini", USED) == Decimal("0.0036")
    assert prices.version != PublishedPrices().version
    assert prices.version.startswith(PublishedPrices().version)


def test_a_price_set_to_zero_is_zero() -> None:
    assert PublishedPrices({"openai:llama3": (Decimal(0), Decimal(0))}).price("openai:llama3", USED) == Decimal(0)
