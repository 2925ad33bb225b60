"""One table from what can go wrong to HTTP, and one shape for every refusal: `{"error", "detail", …fields}`."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from fastapi import FastAPI
from fastapi.encoders import jsonable_encoder
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from optimize.api.state import state_of
from optimize.application.auditing import AuditNote, audit
from optimize.domain.criteria import CRITERIA
from optimize.domain.errors import Conflict, Forbidden, Invalid, NotFound, OptimizeError, TooLarge, Unavailable

STATUS: Final[dict[type[OptimizeError], int]] = {
    Invalid: 422,
    NotFound: 404,
    Conflict: 409,
    Forbidden: 403,
    TooLarge: 413,
    Unavailable: 503,
}
_HTTP_CODES: Final = {404: "not_found", 405: "method_not_allowed"}
_HTTP_SENTENCES: Final = {404: "There is nothing at this address.", 405: "This address does not take that method."}
INTERNAL: Final = {"error": "internal", "detail": "Something went wrong on our side; it is in the service's log."}
_MOST_PROBLEMS: Final = 10


class Problem(BaseModel):
    """Every refusal: a stable code, one sentence that says what to do, and fields for programs."""

    model_config = ConfigDict(extra="allow")

    error: str
    detail: str


def problem(status: int, body: dict[str, Any], headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse(jsonable_encoder(body), status, headers)


def not_found() -> Response:
    return problem(404, {"error": _HTTP_CODES[404], "detail": _HTTP_SENTENCES[404]})


def status_of(error: OptimizeError) -> int:
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def install(app: FastAPI) -> None:
    """What routes raise becomes a refusal of the one shape. What nobody expected is the door's to tell."""
    app.add_exception_handler(OptimizeError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, OptimizeError)
    if isinstance(error, Forbidden):
        await _audit_refusal(request, error)
    return problem(status_of(error), error.body())


async def _audit_refusal(connection: HTTPConnection, error: Forbidden) -> None:
    """Who tried what they may not do stands in the audit log, as what was done does."""
    state = state_of(connection)
    caller = state.get("caller")
    if caller is None:
        return
    note = AuditNote(action="refused", object=f"{connection.scope['method']} {connection.url.path}", reason=error.code)
    async with state["optimize"].store.writing() as tx:
        await audit(tx, datetime.now(UTC), caller.actor, note)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    found = _innermost(error.errors())[:_MOST_PROBLEMS]
    problems = [{"field": _field(e["loc"]), "detail": _said(e)} for e in found]
    first = problems[0]
    detail = f"{first['field']}: {first['detail']}"
    return problem(422, {"error": "invalid", "detail": detail, "field": first["field"], "problems": problems})


def _innermost(errors: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without what only follows from another: a list of one wrong item is also said to be a list of none."""
    places = [tuple(e["loc"]) for e in errors]
    return [e for e in errors if not any(p[: len(e["loc"])] == tuple(e["loc"]) != p for p in places)]


def _field(location: tuple[int | str, ...]) -> str:
    """The field as a person finds it: without where it was sent, nor the kind that a union was told apart by."""
    inside = [
        str(part)
        for position, part in enumerate(location[1:], start=1)
        if not (part in CRITERIA and isinstance(location[position - 1], int))
    ]
    return ".".join(inside) or str(location[0])


def _said(error: dict[str, Any]) -> str:
    sentence = str(error["msg"]).removeprefix("Value error, ")
    return sentence if sentence.endswith(".") else f"{sentence}."


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = _HTTP_CODES.get(error.status_code, "refused")
    sentence = _HTTP_SENTENCES.get(error.status_code, str(error.detail))
    return problem(error.status_code, {"error": code, "detail": sentence}, dict(error.headers or {}))
