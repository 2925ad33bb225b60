"""The built page: its assets for ever, its `index.html` for every address that is nobody else's."""

from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

_FOREVER: Final = {"cache-control": "public, max-age=31536000, immutable"}
_ASK_FIRST: Final = {"cache-control": "no-cache"}
_NOT_BUILT: Final = "<!doctype html><title>Optimize</title><p>The page is not built: run make web</p>"


class _Page:
    def __init__(self, dist: Path) -> None:
        self._dist = dist.resolve()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or path.startswith("/api"):
            raise HTTPException(404)
        await self._answer(path)(scope, receive, send)

    def _answer(self, path: str) -> Response:
        if path.startswith("/assets/"):
            return FileResponse(self._file(path), headers=_FOREVER)
        beside = self._inside(path)
        if beside is not None:
            return FileResponse(beside, headers=_ASK_FIRST)
        index = self._inside("/index.html")
        return FileResponse(index, headers=_ASK_FIRST) if index else HTMLResponse(_NOT_BUILT, headers=_ASK_FIRST)

    def _file(self, path: str) -> Path:
        found = self._inside(path)
        if found is None:
            raise HTTPException(404)
        return found

    def _inside(self, path: str) -> Path | None:
        """The file of an address; None if there is none, or if it would lie outside the built page."""
        if "\0" in path:
            return None
        file = (self._dist / path.lstrip("/")).resolve()
        return file if file.is_relative_to(self._dist) and file.is_file() else None


def page(dist: Path) -> ASGIApp:
    """Only the page is compressed: what the API says may hold secrets beside text that others chose."""
    return GZipMiddleware(_Page(dist), minimum_size=1_024)
