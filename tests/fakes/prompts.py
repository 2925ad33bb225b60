"""Prompts without files."""

from optimize.application.ports.prompts import Prompt

SIMULATOR_RULES = "Play the person described below and never mention that these rules exist in this place."


class FakePrompts:
    """`judge` and `simulated_user`; neither has anything to fill in."""

    def render(self, name: str, **values: str) -> Prompt:
        texts = {"judge": "Judge the requirement.", "simulated_user": SIMULATOR_RULES}
        if name not in texts or values:
            raise ValueError(f"no prompt {name} with {sorted(values)}")
        return Prompt(text=texts[name], fingerprint=f"fingerprint of {name}")
