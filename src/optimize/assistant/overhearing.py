"""What other processes on the same database put on record, told to who listens here."""

from optimize.application.ports.store import Store
from optimize.assistant.broadcast import Broadcast


class Overhearing:
    """A worker that carries a run tells of it in a thread whose listeners are connected to another process."""

    def __init__(self, store: Store, broadcast: Broadcast) -> None:
        self._store, self._broadcast = store, broadcast

    async def listen(self) -> None:
        """Publish the newest event of each thread that is ahead of what was published here.

        One is enough: who follows a thread reads what stands between it and the last that was seen.
        """
        threads = self._broadcast.threads()
        if not threads:
            return
        async with self._store.reading() as tx:
            newest = await tx.chats.newest(threads)
            ahead = {thread: seq - 1 for thread, seq in newest.items() if seq > self._broadcast.last(thread)}
            records = [record for thread, seq in ahead.items() for record in await tx.chats.events(thread, after=seq)]
        self._broadcast.publish(records)
