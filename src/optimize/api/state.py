"""What every request finds in its state: the running product, and who asks."""

from typing import NotRequired, TypedDict, cast

from starlette.requests import HTTPConnection

from optimize.api.attempts import Attempts
from optimize.api.background import Background
from optimize.api.caller import Caller
from optimize.api.open_sockets import OpenSockets
from optimize.bootstrap import Optimize


class State(TypedDict):
    """Handed to each request by the lifespan of the app; the door adds who asks."""

    optimize: Optimize
    sockets: OpenSockets
    background: Background
    attempts: Attempts
    model_tests: Attempts
    caller: NotRequired[Caller]


def state_of(connection: HTTPConnection) -> State:
    return cast(State, connection.scope["state"])
