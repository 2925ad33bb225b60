"""A data folder with an agent, and the command line on it."""

import asyncio
import logging
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from optimize.cli.program import app
from optimize.domain.acceptance_test import TestBody
from optimize.domain.actor import Actor
from optimize.domain.agent_definition import AgentDefinition
from optimize.running import Running, connect
from optimize.settings import load_settings

ANN = Actor(name="ann")
DESK = AgentDefinition.model_validate(
    {
        "name": "desk",
        "tools": [
            {"name": "find_order", "effect": "read", "from": {"sample": {"state": "paid"}}},
            {"name": "cancel_order", "effect": "write", "from": {"sample": {"ok": True}}},
        ],
    }
)
GOOD = {"name": "cancels nothing", "criteria": [{"kind": "doesNotInvokeTool", "tool": "cancel_order"}], "runs": 3}
BAD = {"name": "cancels at once", "criteria": [{"kind": "invokesTool", "tool": "cancel_order"}], "runs": 2}

Optimize = Callable[..., Result]


async def accepted(running: Running, body: dict[str, Any], agent: str = "desk") -> str:
    said = {"situation": {"messages": [{"role": "user", "text": "Hello"}]}, **body}
    draft = await running.use_cases.lifecycle.draft(agent, TestBody.model_validate(said), actor=ANN)
    return (await running.use_cases.lifecycle.accept(draft.id, actor=ANN)).id


async def _prepared(data: Path) -> None:
    running = await connect(load_settings(data=data))
    await running.use_cases.agents.register(DESK, actor=ANN)
    await running.stop()


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = tmp_path_factory.mktemp("template") / "data"
    asyncio.run(_prepared(data))
    return data


@pytest.fixture
def data(template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the command line works on."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPTIMIZE_DATA", str(tmp_path / "data"))
    return Path(shutil.copytree(template, tmp_path / "data"))


@pytest.fixture
def accept(data: Path) -> Callable[..., list[str]]:
    """Accepts tests of the agent; their ids."""

    async def _accept(agent: str, bodies: tuple[dict[str, Any], ...]) -> list[str]:
        running = await connect(load_settings())
        ids = [await accepted(running, body, agent) for body in bodies]
        await running.stop()
        return ids

    return lambda *bodies, agent="desk": asyncio.run(_accept(agent, bodies))


@pytest.fixture
def register(data: Path) -> Callable[[dict[str, Any]], None]:
    """Registers one more agent, as its operator."""

    async def _register(definition: AgentDefinition) -> None:
        running = await connect(load_settings())
        await running.use_cases.agents.register(definition, actor=ANN, operator=True)
        await running.stop()

    return lambda definition: asyncio.run(_register(AgentDefinition.model_validate(definition)))


@pytest.fixture
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@pytest.fixture
def optimize(data: Path) -> Optimize:
    """What a command says, and its exit code."""

    def call(*arguments: str | Path, typed: str = "") -> Result:
        result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=typed)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        # A process has one standard error; here each command has one of its own, and DBOS holds on to its first.
        logging.getLogger("dbos").handlers.clear()
        return result

    return call
