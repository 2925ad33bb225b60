"""A library that is loaded when something of it is first asked for."""

import subprocess
import sys

import pytest

from optimize.domain.late_import import LateImport, load_all

_LOADED = """
import sys
from optimize.domain.late_import import LateImport, load_all
asked, waiting = LateImport("colorsys"), LateImport("mailcap")
print([name in sys.modules for name in ("colorsys", "mailcap")])
asked.rgb_to_hsv
print([name in sys.modules for name in ("colorsys", "mailcap")])
load_all()
print([name in sys.modules for name in ("colorsys", "mailcap")])
"""


def test_each_is_loaded_when_it_is_asked_for_and_all_when_told() -> None:
    ran = subprocess.run([sys.executable, "-W", "ignore", "-c", _LOADED], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["[False, False]", "[True, False]", "[True, True]"]


def test_what_is_asked_for_is_what_the_library_has() -> None:
    fractions = LateImport("fractions")
    assert fractions.Fraction(1, 3) + fractions.Fraction(1, 6) == fractions.Fraction(1, 2)


def test_what_the_library_has_not_is_told_as_always() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = LateImport("fractions").nothing


def test_all_that_the_product_loads_late_can_be_loaded() -> None:
    load_all()
    assert {"numpy", "scipy.special"} <= set(LateImport.named)
