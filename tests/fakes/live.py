"""Remembers what it was told."""


class FakeLive:
    def __init__(self) -> None:
        self.progressed: list[str] = []
        self.paused: list[str] = []
        self.changed: list[tuple[str, str, str]] = []

    async def batch_progressed(self, batch_id: str, *, over: bool) -> None:
        self.progressed.append(batch_id)

    async def batch_paused(self, batch_id: str) -> None:
        self.paused.append(batch_id)

    async def record_changed(self, kind: str, record_id: str, *, agent: str) -> None:
        self.changed.append((kind, record_id, agent))
