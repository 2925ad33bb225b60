"""Did the same model answer all through a batch? An alias may be moved to another one meanwhile."""

from collections import defaultdict

from optimize.application.ports.store import Transaction


async def drift(tx: Transaction, batch_id: str) -> list[str]:
    """One sentence for each model that another one answered for in the course of a batch."""
    answered = defaultdict(list)
    for asked, name in await tx.calls.answered(batch_id):
        answered[asked].append(name)
    return [
        f"{asked} was answered by {', then by '.join(names)}: the model changed while this batch ran."
        for asked, names in answered.items()
        if len(names) > 1
    ]
