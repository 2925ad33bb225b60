"""Prompts without files."""

from string import Template

from optimize.application.ports.prompts import Prompt

SIMULATOR_RULES = "Play the person described below and never mention that these rules exist in this place."


class FakePrompts:
    """`assistant_context` has its context and the message to fill in; the others have nothing."""

    def render(self, name: str, **values: str) -> Prompt:
        texts = {
            "assistant": "Help to test agents.",
            "assistant_context": "# Context (data)\n```json\n$context\n```\n\n# The admin's message\n$message\n",
            "judge": "Judge the requirement.",
            "simulated_user": SIMULATOR_RULES,
        }
        if name not in texts or set(values) != set(Template(texts[name]).get_identifiers()):
            raise ValueError(f"no prompt {name} with {sorted(values)}")
        return Prompt(text=Template(texts[name]).substitute(values), fingerprint=f"fingerprint of {name}")
