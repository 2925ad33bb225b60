"""What the database itself refuses, whoever asks: which rows may still change, and how.

Guards are installed by migrations: a change here needs a new one, if only an empty one.
"""

from dataclasses import dataclass

from sqlalchemy import Table

from optimize.adapters.store import leaving_tables, order_tables, tables


@dataclass(frozen=True)
class Move:
    """One way in which a row may be updated: from a state to a state, `changing` these columns and no others.

    `also` is a condition over OLD and NEW, in SQL that both databases read.
    """

    before: tuple[str, ...]
    after: tuple[str, ...]
    changing: tuple[str, ...]
    also: str = "TRUE"


@dataclass(frozen=True)
class Rule:
    """How the rows of a table stay as they were written. Without moves they never change at all."""

    table: Table
    sentence: str
    moves: tuple[Move, ...] = ()
    deletable: str = "FALSE"
    """Which rows may be deleted: a condition over OLD."""
    insertable: str = "TRUE"
    """Which rows may be written: a condition over NEW."""


_OPEN = ("planned", "running", "judging")
_ANY_BATCH = ("planned", "running", "finished", "cancelled")

RULES = (
    Rule(tables.agent_version, "A version of an agent never changes; add a new version instead."),
    Rule(tables.activation, "What went live, and on which results, stays on record."),
    Rule(
        tables.test,
        "An accepted test never changes; amend it, or retire it with a reason.",
        moves=(
            Move(("draft",), ("draft",), ("body",)),
            Move(("draft",), ("accepted",), ("state", "accepted_at", "accepted_by")),
            Move(
                ("accepted",),
                ("retired",),
                ("state", "retired_reason", "replaced_by", "retired_at", "retired_by"),
                also="length(trim(coalesce(NEW.retired_reason, ''))) > 0",
            ),
        ),
        deletable="OLD.state = 'draft'",
    ),
    Rule(
        tables.batch,
        "A batch stays as it was planned, and as it ended.",
        moves=(Move(_ANY_BATCH, _ANY_BATCH, ("state", "finished_at"), also="OLD.finished_at IS NULL"),),
    ),
    Rule(tables.batch_test, "The tests of a batch stay as they were when it was planned."),
    Rule(order_tables.experiment, "An experiment stays as it was planned."),
    Rule(order_tables.schedule_run, "What became of a scheduled day stays on record."),
    Rule(
        tables.run,
        "A run stays as it was planned, and as it ended.",
        moves=(
            Move(
                ("planned", "running"),
                ("running",),
                ("state", "attempt", "owner", "started_at"),
                also="NEW.attempt > OLD.attempt",
            ),
            Move(("running",), ("judging",), ("state", "agent_ms")),
            Move(("judging",), ("judging",), ("finished_at",)),
            Move(
                ("judging",),
                ("finished",),
                ("state",),
                also="EXISTS (SELECT 1 FROM verdict WHERE verdict.run = OLD.id)",
            ),
            Move(_OPEN, ("could_not_run", "cancelled"), ("state", "why", "finished_at")),
        ),
    ),
    Rule(tables.run_transcript, "What was said in a run stays as it was recorded."),
    Rule(
        leaving_tables.real_write,
        "What a run really wrote stays on record.",
        moves=(Move(("sent",), ("executed", "failed", "unknown"), ("state",)),),
    ),
    Rule(
        tables.verdict,
        "Verdicts are written once, when their run is finished.",
        insertable=(
            "EXISTS (SELECT 1 FROM run"
            " WHERE run.id = NEW.run AND run.state = 'judging' AND run.finished_at IS NOT NULL)"
        ),
    ),
    Rule(tables.chat_event, "What was said in a chat stays as it was."),
    Rule(
        tables.proposal,
        "A proposal stays as it was drawn, and is answered once.",
        moves=(
            Move(("pending",), ("approved", "declined", "void"), ("state", "answered_at", "answered_by")),
            Move(("approved",), ("approved",), ("redeemed",), also="NEW.redeemed AND NOT OLD.redeemed"),
        ),
    ),
    Rule(tables.audit, "The audit log is only ever added to."),
)
