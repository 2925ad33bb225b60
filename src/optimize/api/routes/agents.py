"""Agents under test, their versions, and which version is live."""

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from optimize.api.deps import ActorDep, CursorDep, KeyDep, LimitDep, OptimizeDep
from optimize.api.paging import page_of
from optimize.api.repeats import made_once
from optimize.application.views import AgentSummary, AgentView, Page, Release, VersionView
from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.setup import WritePolicy

router = APIRouter(prefix="/api/agents")


class NewVersion(AgentDefinition):
    """An agent's definition, and what people call this version of it."""

    label: str = Field(default="", max_length=120)

    @property
    def definition(self) -> AgentDefinition:
        return AgentDefinition(**{name: getattr(self, name) for name in AgentDefinition.model_fields})


class Activate(BaseModel):
    model_config = ConfigDict(extra="forbid")

    version: str = Field(min_length=1, max_length=200)
    reason: str = Field(min_length=1, max_length=4_000)


class Policy(BaseModel):
    model_config = ConfigDict(extra="forbid")

    release: Release
    writes: WritePolicy


@router.post("", status_code=201)
async def add_agent(body: NewVersion, optimize: OptimizeDep, actor: ActorDep, key: KeyDep) -> AgentView:
    """A new agent; its first version goes live."""
    agents = optimize.use_cases.agents
    return await made_once(
        optimize, key, body, AgentView, lambda: agents.register(body.definition, actor=actor, label=body.label)
    )


@router.get("")
async def agents(optimize: OptimizeDep, cursor: CursorDep = None, limit: LimitDep = 50) -> Page[AgentSummary]:
    return page_of(await optimize.use_cases.agents.list(), lambda agent: agent.name, cursor=cursor, limit=limit)


@router.get("/{agent}")
async def agent(agent: str, optimize: OptimizeDep) -> AgentView:
    return await optimize.use_cases.agents.view(agent)


@router.post("/{agent}/versions", status_code=201)
async def version(agent: str, body: NewVersion, optimize: OptimizeDep, actor: ActorDep, key: KeyDep) -> VersionView:
    """A further version; it is not live until it is activated."""
    agents = optimize.use_cases.agents
    return await made_once(
        optimize,
        key,
        body,
        VersionView,
        lambda: agents.add_version(agent, body.definition, actor=actor, label=body.label),
    )


@router.post("/{agent}/activate")
async def activate(agent: str, body: Activate, optimize: OptimizeDep, actor: ActorDep) -> AgentView:
    return await optimize.use_cases.agents.activate(agent, body.version, reason=body.reason, actor=actor)


@router.put("/{agent}/policy")
async def policy(agent: str, body: Policy, optimize: OptimizeDep, actor: ActorDep) -> AgentView:
    return await optimize.use_cases.agents.set_policy(agent, release=body.release, writes=body.writes, actor=actor)
