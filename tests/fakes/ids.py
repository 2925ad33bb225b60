"""Ids that count up, so that a test can name them."""

from itertools import count


class CountingIds:
    def __init__(self) -> None:
        self._numbers = count(1)

    def new(self, kind: str) -> str:
        return f"{kind}_{next(self._numbers):06d}"

    def secret(self) -> str:
        return f"secret-{next(self._numbers):036d}"[::-1]

    def seed(self) -> int:
        return next(self._numbers)
