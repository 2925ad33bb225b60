import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimize.domain.text import clean, composed, fold, occurs, shortened

SAME = {
    "composed and decomposed": ("café", "cafe\u0301"),
    "no-break space": ("10 000 €", "10\u00a0000\u00a0€"),
    "narrow no-break space": ("10 000 €", "10\u202f000\u202f€"),
    "thin and ideographic space": ("a b", "a\u2009\u3000b"),
    "line end and tab": ("a b", "a\r\n\tb"),
    "curly apostrophe": ("don't", "don’t"),
    "modifier apostrophe": ("don't", "donʼt"),
    "curly quotes": ('"yes"', "“yes”"),
    "low quotes": ('"ja"', "„ja“"),
    "angle quotes": ('"oui"', "«oui»"),
    "en dash": ("1-2", "1–2"),
    "em dash": ("a - b", "a — b"),
    "minus sign": ("-5", "−5"),
    "no-break hyphen": ("e-mail", "e\u2011mail"),
    "full-width digits": ("12", "１２"),
    "full-width letters": ("abc", "ＡＢＣ"),
    "sharp s": ("STRASSE", "straße"),
    "capital sharp s": ("STRASSE", "STRAẞE"),
    "final sigma": ("ΟΔΟΣ", "οδος"),
    "ligature": ("office", "oﬃce"),
    "ellipsis": ("...", "…"),
    "half-width katakana": ("カード", "ｶｰﾄﾞ"),
    "Hangul": ("한", "\u1112\u1161\u11ab"),
    "angstrom sign": ("å", "\u212b"),
    "unit": ("5 km2", "5 km²"),
    "outer space": ("a", "\u00a0 a\n"),
}
DIFFERENT = {
    "digits": ("12", "13"),
    "full-width digits": ("12", "１３"),
    "raised numeral": ("102", "10²"),
    "fraction": ("11/2", "1½"),
    "lowered numeral": ("12", "1₂"),
    "circled numeral": ("12", "1②"),
    "accent": ("cafe", "café"),
    "umlaut written out": ("Koeln", "Köln"),
    "Cyrillic a": ("a", "а"),
    "no space": ("10 000", "10000"),
    "separator": ("10.000", "10,000"),
    "empty": ("", "a"),
}


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
def test_visually_equal_texts_match(one: str, other: str) -> None:
    assert fold(one) == fold(other)
    assert occurs(one, f"<{other}>")
    assert occurs(other, f"<{one}>")


@pytest.mark.parametrize(("one", "other"), DIFFERENT.values(), ids=DIFFERENT)
def test_different_texts_do_not(one: str, other: str) -> None:
    assert not occurs(one, other)


def test_case_sensitive_keeps_everything_else_of_the_rule() -> None:
    assert not occurs("inv", "INV", case_sensitive=True)
    assert occurs("don't  go", "don’t\u00a0go", case_sensitive=True)
    assert not occurs("strasse", "straße", case_sensitive=True)


def test_nothing_occurs_nowhere() -> None:
    assert not occurs("", "a")
    assert not occurs(" \u202f", "a b")


def test_plain_substrings_are_the_known_trap() -> None:
    assert occurs("15", "150")


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    for case_sensitive in (False, True):
        once = fold(text, case_sensitive=case_sensitive)
        assert fold(once, case_sensitive=case_sensitive) == once


@given(st.text())
def test_normal_forms_and_letter_case_do_not_matter(text: str) -> None:
    assert fold(unicodedata.normalize("NFC", text)) == fold(text) == fold(unicodedata.normalize("NFD", text))
    # U+0345 folds to a letter, which cannot change places with the marks beside it any more.
    assert fold(text.casefold()) == fold(text) or "\u0345" in unicodedata.normalize("NFD", text)


@given(st.text(), st.text())
def test_a_text_occurs_in_itself_between_others(text: str, around: str) -> None:
    assert occurs(text, f"{around} {text} {around}") is bool(fold(text))


@given(st.text(st.characters(codec=None)))
def test_clean_text_can_always_be_stored(text: str) -> None:
    cleaned = clean(text)

    assert "\0" not in cleaned
    assert cleaned.encode().decode() == cleaned
    assert clean(cleaned) == cleaned


@given(st.text(), st.integers(1, 50))
def test_shortened_is_one_line_and_never_longer(text: str, limit: int) -> None:
    assert len(shortened(text, limit)) <= limit
    assert len(shortened(text, limit).splitlines()) <= 1


def test_composed_keeps_case_and_lines() -> None:
    assert composed("Cafe\u0301\u00a0A\nB") == "Café A\nB"
