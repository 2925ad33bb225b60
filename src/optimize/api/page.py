"""The built page: its assets for ever, its `index.html` for every address that is nobody else's."""

from pathlib import Path
from typing import Final

from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from optimize.api.errors import not_found

_FOREVER: Final = {"cache-control": "public, max-age=31536000, immutable"}
_ASK_FIRST: Final = {"cache-control": "no-cache"}
_NOT_BUILT: Final = "<!doctype html><title>Optimize</title><p>The page is not built: run make web</p>"


class _Page:
    def __init__(self, dist: Path) -> None:
        self._dist = dist.resolve()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        shown = scope.get("method") in ("GET", "HEAD") and not path.startswith("/api")
        answer = self._answer(path) if shown else not_found()
        await answer(scope, receive, send)

    def _answer(self, path: str) -> Response:
        file = self._inside(path)
        if path.startswith("/assets/"):
            return FileResponse(file, headers=_FOREVER) if file else not_found()
        shown = file or self._inside("/index.html")
        return FileResponse(shown, headers=_ASK_FIRST) if shown else HTMLResponse(_NOT_BUILT, headers=_ASK_FIRST)

    def _inside(self, path: str) -> Path | None:
        """The file of an address; None if there is none, or if it would lie outside the built page."""
        if "\0" in path:
            return None
        file = (self._dist / path.lstrip("/")).resolve()
        return file if file.is_relative_to(self._dist) and file.is_file() else None


def page(dist: Path) -> ASGIApp:
    """Only the page is compressed: what the API says may hold secrets beside text that others chose."""
    return GZipMiddleware(_Page(dist), minimum_size=1_024)
