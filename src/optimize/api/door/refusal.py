"""A refusal at the door: before any route, and before a body is read as anything."""

from typing import Any


class Refused(Exception):
    def __init__(self, status: int, code: str, detail: str, **fields: Any) -> None:
        super().__init__(detail)
        self.status = status
        self.body: dict[str, Any] = {"error": code, "detail": detail, **fields}
