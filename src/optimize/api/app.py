"""The web application: routes behind the one door, around a running product."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from fastapi import FastAPI

from optimize.api import errors
from optimize.api.attempts import MODEL_TESTS, Attempts
from optimize.api.background import Background
from optimize.api.door.door import Door
from optimize.api.open_sockets import OpenSockets
from optimize.api.page import page
from optimize.api.routes import routers
from optimize.api.state import State
from optimize.api.version import product_version
from optimize.bootstrap import Optimize, build
from optimize.settings import Settings

_REFUSALS: Final[dict[int | str, dict[str, Any]]] = {"4XX": {"model": errors.Problem}}


def create_app(settings: Settings, running: Optimize | None = None) -> FastAPI:
    """The application. Nothing is opened before its lifespan begins, which builds and starts the product.

    `running`: a product that was started already; it is the app's from now on, and is stopped when its lifespan ends.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[State]:
        optimize = running or await _started(settings)
        background = Background()
        try:
            yield State(
                optimize=optimize,
                sockets=OpenSockets(),
                background=background,
                attempts=Attempts(),
                model_tests=Attempts(most=MODEL_TESTS),
            )
        finally:
            try:
                await background.finish()
            finally:
                await optimize.stop()

    app = FastAPI(
        title="Optimize",
        version=product_version(),
        lifespan=lifespan,
        responses=_REFUSALS,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        separate_input_output_schemas=False,
    )
    for router in routers():
        app.include_router(router)
    errors.install(app)
    static = page(settings.web_dist)
    app.router.default = static
    app.add_middleware(Door, page=static, settings=settings)
    return app


async def _started(settings: Settings) -> Optimize:
    optimize = await build(settings)
    try:
        await optimize.start()
    except BaseException:
        await optimize.stop()
        raise
    return optimize
