"""Signing in with a link or a token, who is signed in, signing out."""

from typing import Final, get_args

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from optimize.api.caller import SESSION_COOKIE
from optimize.api.deps import ActorDep, CallerDep, OptimizeDep, StateDep
from optimize.api.errors import problem
from optimize.application.access import SESSION_HOURS
from optimize.application.ports.models import Models
from optimize.application.views import ModelRole
from optimize.domain.actor import Role
from optimize.domain.cost import CallRole
from optimize.domain.errors import Forbidden

router = APIRouter()
_ROLES: Final[tuple[CallRole, ...]] = get_args(CallRole)
_OFFLINE: Final = "offline:"
_NOTES: Final[dict[CallRole, str]] = {
    "agent": "Plays declared agents by fixed rules; connect a model to test real behaviour.",
    "judge": "Judges only what the transcript proves; anything else is “could not judge”. Connect a model for more.",
    "simulator": "Plays persona and goal by a small fixed policy; connect a model for livelier users.",
    "assistant": "Reads plain descriptions; connect a model for free conversation.",
}


class SignIn(BaseModel):
    model_config = ConfigDict(extra="forbid")

    token: str = Field(min_length=1, max_length=500)


class SignedIn(BaseModel):
    name: str
    role: Role


class Session(SignedIn):
    """Who is signed in. `offline`: the assistant is the embedded model."""

    offline: bool
    models: list[ModelRole]


@router.post("/api/session", response_model=SignedIn)
async def sign_in(body: SignIn, request: Request, response: Response, state: StateDep) -> SignedIn | Response:
    address = request.client.host if request.client else ""
    wait = state["attempts"].wait(address)
    if wait:
        detail = f"Too many failed sign-ins: try again in {wait} seconds."
        return problem(429, {"error": "too_many_attempts", "detail": detail}, {"Retry-After": str(wait)})
    try:
        signed_in = await state["optimize"].use_cases.access.sign_in(body.token)
    except Forbidden:
        state["attempts"].count(address)
        raise
    response.set_cookie(
        SESSION_COOKIE,
        signed_in.session,
        max_age=SESSION_HOURS * 3_600,
        httponly=True,
        samesite="strict",
        secure=state["optimize"].settings.behind_proxy,
    )
    return SignedIn(name=signed_in.name, role=signed_in.role)


@router.get("/api/session")
async def session(optimize: OptimizeDep, actor: ActorDep) -> Session:
    models = [_served(role, optimize.models) for role in _ROLES]
    offline = optimize.models.name_of("assistant").startswith(_OFFLINE)
    return Session(name=actor.name, role=actor.role, offline=offline, models=models)


@router.delete("/api/session", status_code=204)
async def sign_out(optimize: OptimizeDep, caller: CallerDep, response: Response) -> None:
    if caller.credential.kind == "cookie":
        await optimize.use_cases.access.sign_out(caller.credential.secret)
    response.delete_cookie(SESSION_COOKIE, httponly=True, samesite="strict", secure=optimize.settings.behind_proxy)


def _served(role: CallRole, models: Models) -> ModelRole:
    model = models.name_of(role)
    offline = model.startswith(_OFFLINE)
    return ModelRole(role=role, model=model, offline=offline, note=_NOTES[role] if offline else "")
