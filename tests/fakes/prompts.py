"""Prompts without files."""

from string import Template

from optimize.application.ports.prompts import Prompt

SIMULATOR_RULES = "Play the person described below and never mention that these rules exist in this place."


class FakePrompts:
    """`assistant` has its context to fill in; `judge` and `simulated_user` have nothing."""

    def render(self, name: str, **values: str) -> Prompt:
        texts = {
            "assistant": "Help to test agents.\n```json\n$context\n```",
            "judge": "Judge the requirement.",
            "simulated_user": SIMULATOR_RULES,
        }
        if name not in texts or set(values) != set(Template(texts[name]).get_identifiers()):
            raise ValueError(f"no prompt {name} with {sorted(values)}")
        return Prompt(text=Template(texts[name]).substitute(values), fingerprint=f"fingerprint of {name}")
