"""What somebody may do."""

import pytest

from optimize.domain.actor import Actor, Role
from optimize.domain.errors import Forbidden


@pytest.mark.parametrize("have", list(Role))
@pytest.mark.parametrize("need", list(Role))
def test_a_role_holds_all_below_it(have: Role, need: Role) -> None:
    order = [Role.VIEWER, Role.EDITOR, Role.ADMIN]
    actor = Actor(name="ann", role=have)
    if order.index(have) >= order.index(need):
        actor.require(need)
        actor.require_person("do this", need)
    else:
        with pytest.raises(Forbidden) as error:
            actor.require(need)
        assert error.value.code == "not_allowed"
        assert error.value.detail == f"This needs the role {need}; ann has {have}."


@pytest.mark.parametrize("need", list(Role))
def test_the_assistant_is_never_a_person(need: Role) -> None:
    assistant = Actor(name="ann", assistant=True)
    assistant.require(need)
    with pytest.raises(Forbidden) as error:
        assistant.require_person("accept a test", need)
    assert error.value.code == "needs_approval"
    assert error.value.detail == "The assistant cannot accept a test by itself: a person has to approve it."
