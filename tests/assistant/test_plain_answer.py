"""What typed words count as a plain yes or no to an open card."""

import pytest

from optimize.assistant.plain_answer import plain_answer

YES = [
    *("yes", "Yes!", "yes go on pls", "yes pleese", "hmm yes, do it", "ok, thanks", "sure, go ahead please", "y"),
    *("ja", "Ja, bitte mach das.", "ja mach", "gerne, danke", "oui, s'il vous plaît", "oui s’il te plait stp"),
    *(
        "sí, adelante",
        "¡sí!",
        "vale, gracias",
        "si por favor",
        "好的，谢谢",
        "好的吧",
        "是的。",
        "はい、お願いします",
        "ja mach mal",
        "klar, passt",
        "no problem, go ahead",
        "kein Problem, mach das",
        "pas de problème, vas-y",
    ),
]
NO = [
    *("no", "No, thanks!", "not yet", "not yet, please", "hmm no", "later", "noch nicht", "nein, bitte nicht"),
    *(
        "pas encore",
        "todavía no",
        "no gracias",
        "まだ",
        "まだです。",
        "还没",
        "还没有",
        "不是",
        "いいえ",
        "später",
        "Not now.",
    ),
]
NEITHER = [
    *("yes but make it 10 runs first", "ok why?", "is that really right?", "yes?", "ok?", "yes and no", "do it not"),
    *("please", "go on", "", "...", "mach das nicht", "ja aber nicht jetzt", "好不好", "不可以", "yes if it is free"),
    *("okay what does it cost", "no, do it", "nobody", "yesterday", "sure thing is wrong", "like yes", "si no"),
    *(
        "yes to the other one",
        "ok 10 runs",
        "yes y'all",
        "no problem",
        "はいではない",
        "もういいです",
        "oui mais",
        "不行吧好",
        "sounds good but wait",
        "not yes",
        "nicht ja",
        "yes and run everything",
        "yes but only the first",
    ),
]


@pytest.mark.parametrize("text", YES)
def test_a_yes_with_polite_words_is_a_yes(text: str) -> None:
    assert plain_answer(text) is True


@pytest.mark.parametrize("text", NO)
def test_a_no_for_now_is_a_no(text: str) -> None:
    assert plain_answer(text) is False


@pytest.mark.parametrize("text", NEITHER)
def test_whatever_says_more_is_neither(text: str) -> None:
    assert plain_answer(text) is None
