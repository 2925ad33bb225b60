"""Settings: read from the environment, consistent, and refused with one sentence that names the variable."""

from decimal import Decimal
from pathlib import Path

import pytest

from optimize.domain.errors import Invalid
from optimize.settings import Settings, load_settings


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(f"OPTIMIZE_{name.upper()}", raising=False)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


def test_nothing_needs_to_be_set(tmp_path: Path) -> None:
    settings = load_settings()
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert set(settings.assignment.values()) == {"offline:rules"}
    assert settings.store_url == f"sqlite+aiosqlite:///{tmp_path / 'data' / 'optimize.db'}"
    assert settings.free_allowance == Decimal("0.10")
    assert settings.executor_id.endswith("-8000")


def test_roles_fall_back_to_the_one_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPTIMIZE_MODEL", "openai:small")
    monkeypatch.setenv("OPTIMIZE_JUDGE_MODEL", "openai:large")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    settings = load_settings()
    assert settings.assignment == {
        "agent": "openai:small",
        "judge": "openai:large",
        "simulator": "openai:small",
        "assistant": "openai:small",
    }
    assert "sk-secret" not in repr(settings)


def test_a_file_beside_it_is_read_and_the_command_line_wins(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("OPTIMIZE_PORT=9000\nOPTIMIZE_ADMIN_TOKEN=\nSOMETHING_ELSE=1\n")
    assert (load_settings().port, load_settings().admin_token) == (9000, None)
    assert load_settings(port=9001, host=None).port == 9001


def test_lists_and_prices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPTIMIZE_ALLOW_MODULES", "invoice_tools, other")
    monkeypatch.setenv("OPTIMIZE_HOSTS", "Optimize.example.com")
    monkeypatch.setenv("OPTIMIZE_PRICES", '{"openai:x": {"input": 0.1, "output": "0.4"}}')
    settings = load_settings()
    assert settings.allowed_modules == {"invoice_tools", "other"}
    assert settings.known_hosts == {"localhost", "127.0.0.1", "::1", "optimize.example.com"}
    assert settings.prices == {"openai:x": (Decimal("0.1"), Decimal("0.4"))}


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("OPTIMIZE_PORT", "eighty", "OPTIMIZE_PORT is wrong: "),
        ("OPTIMIZE_PORT", "70000", "OPTIMIZE_PORT is wrong: "),
        ("OPTIMIZE_MODEL", "gpt", "OPTIMIZE_MODEL is wrong: write it as provider:model."),
        ("OPTIMIZE_JUDGE_MODEL", "openai:large", "OPENAI_API_KEY is missing: openai:large is to serve as judge."),
        ("OPTIMIZE_PRICES", "{", "OPTIMIZE_PRICES is wrong: "),
        ("OPTIMIZE_PRICES", '{"openai:x": {"input": -1, "output": 1}}', "OPTIMIZE_PRICES (at openai:x.0) is wrong: "),
        ("OPTIMIZE_FREE_ALLOWANCE", "much", "OPTIMIZE_FREE_ALLOWANCE is wrong: "),
        ("OPTIMIZE_LOG_LEVEL", "loud", "OPTIMIZE_LOG_LEVEL is wrong: "),
        ("OPENAI_BASE_URL", "localhost", "OPENAI_BASE_URL is wrong: write it as http://… or https://…"),
        ("OPTIMIZE_HOST", "0.0.0.0", "OPTIMIZE_HOST is 0.0.0.0, which other machines can reach"),
    ],
)
def test_a_wrong_setting_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(Invalid) as refused:
        load_settings()
    assert refused.value.detail.startswith(said)
    assert "\n" not in refused.value.detail


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "localhost", "::1"])
def test_this_machine_needs_no_proxy(host: str) -> None:
    assert load_settings(host=host).host == host


def test_a_reachable_address_needs_a_proxy_in_front() -> None:
    assert load_settings(host="0.0.0.0", behind_proxy=True).behind_proxy
