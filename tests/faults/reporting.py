"""Figures of fault injections, shown with `pytest -s` and beside a failure."""

import sys


def report(figures: str) -> None:
    sys.stdout.write(f"\n{figures}\n")
