"""What to say about wishes that the criteria put in another way, or leave to a judge."""

from optimize.adapters.models.offline.reading.actions import actions_of, one_of_several
from optimize.adapters.models.offline.reading.afterwards import banned_afterwards
from optimize.adapters.models.offline.reading.details import LeftOff, left_off
from optimize.adapters.models.offline.reading.outcome import remark
from optimize.adapters.models.offline.reading.plan import Remark
from optimize.adapters.models.offline.reading.role_rules import Role
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene


def notes_on(scene: Scene) -> list[Remark]:
    """One remark for each wish that a check of calls cannot say as it was said."""
    actions = [
        action
        for index, part in enumerate(scene.parts)
        if part.role is Role.MUST
        for action in actions_of(scene, index, part)
    ]
    details = [detail for action in actions if (detail := left_off(scene, action))]
    either = [part.clause.text for part in scene.of(Role.MUST) if _for_a_judge(scene, part)]
    said = [remark(scene.language, "left_to_judge", text=text.strip(" .")) for text in either]
    return [*(_left_off(scene, detail) for detail in details), *said]


def _for_a_judge(scene: Scene, part: Part) -> bool:
    return one_of_several(scene, part) or banned_afterwards(scene, part)


def _left_off(scene: Scene, detail: LeftOff) -> Remark:
    if not detail.parameter:
        return remark(scene.language, "left_to_judge", text=detail.said.strip(" ."))
    value = "false" if "equals" in detail.matcher else "absent"
    return remark(scene.language, "left_off", tool=detail.tool, parameter=detail.parameter, value=value)
