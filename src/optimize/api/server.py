"""The web server around the app: one socket, taken before anything is built."""

import socket
from typing import Final

import uvicorn
from fastapi import FastAPI

from optimize.api.chat.commands import LARGEST
from optimize.api.chat.parting import PartingProtocol
from optimize.domain.errors import Unavailable
from optimize.settings import Settings

_SLACK: Final = 8 * 1024
"""Up to so much more, a message is refused with a sentence; beyond, the socket is closed with 1009."""
_GOODBYE_SECONDS: Final = 5
_BACKLOG: Final = 512


def taken_socket(host: str, port: int) -> socket.socket:
    """A listening socket. Raises Unavailable `port_in_use` or `no_such_address`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise Unavailable(
            "port_in_use",
            f"Port {port} on {host} cannot be used ({error.strerror}): stop what uses it, "
            "or take another one with `make run PORT=8100` or `optimize serve --port 8100`.",
        ) from error
    listener.setblocking(False)
    return listener


def server(app: FastAPI, settings: Settings) -> uvicorn.Server:
    return uvicorn.Server(
        uvicorn.Config(
            app,
            host=settings.host,
            port=settings.port,
            log_level=settings.log_level,
            access_log=False,  # its lines hold query strings; the door writes its own
            server_header=False,
            proxy_headers=settings.behind_proxy,
            forwarded_allow_ips="*" if settings.behind_proxy else None,
            ws=PartingProtocol,
            ws_max_size=LARGEST + _SLACK,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=_GOODBYE_SECONDS,
        )
    )
