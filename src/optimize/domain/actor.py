"""Who does something, and what that lets them do."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from optimize.domain.errors import Forbidden


class Role(StrEnum):
    VIEWER = "viewer"
    EDITOR = "editor"
    ADMIN = "admin"


_RANK = {Role.VIEWER: 0, Role.EDITOR: 1, Role.ADMIN: 2}


class Actor(BaseModel):
    """A person with a role, the system itself, or the assistant speaking for a person.

    What needs a yes is open to a person only. The assistant has `assistant=True` until the person approves the
    proposal; then the use case is called as that person, with `approval` naming the proposal.
    """

    model_config = ConfigDict(frozen=True)

    name: str
    role: Role = Role.ADMIN
    assistant: bool = False
    approval: str | None = None

    def require(self, role: Role) -> None:
        """Raise Forbidden unless this actor has at least `role`."""
        if _RANK[self.role] < _RANK[role]:
            raise Forbidden("not_allowed", f"This needs the role {role}; {self.name} has {self.role}.")

    def require_person(self, what: str, role: Role = Role.ADMIN) -> None:
        """Raise Forbidden if this is the assistant on its own word, or a person without the role."""
        self.require(role)
        if self.assistant:
            raise Forbidden("needs_approval", f"The assistant cannot {what} by itself: a person has to approve it.")


SYSTEM = Actor(name="system")
