"""A command is carried out where it is ordered: not where it is forbidden, asked about, told or only thought of."""

import pytest

from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.ordering import CARD, HERE, came_to, meant

NOTHING, TOLD = "say:nothing_done", "say:command_told"
FORBIDDEN = """
don't discard it
I don't want you to delete the draft
Don't throw away the draft, I still need it
It was discarded by mistake last time, never discard it again
don't run all
please do not start the tests yet
Never run all tests at night
don't cancel the run
please don't dry-run it yet
do not accept it
I did not say accept it
accept nothing
don't activate version 2
don't retire Query after compare
don't run them every day
My boss said discard every draft
There is no need to run all tests
no need to dry-run it again
I'd rather not accept this one
we should not run all today
hold off on running all tests
I haven't accepted it yet
please don't change the name
stop, don't start the tests
don't try a cheaper model
you must not discard the draft
Nobody should accept it
do not schedule anything
don't amend t-3
I already accepted it yesterday
run nothing
only accept it after the dry run
don't discard it before showing it to me
she says we should discard the draft
什么都不要运行
上司が下書きを全部破棄しろと言いました
please stop running tests at night
accepting it would be wrong
skip the dry run
under no circumstances run all tests
I told you not to run it
not now, maybe run all later
run all? no
accept it if it passes
when the results are there, run all tests
Don't you dare delete it
Ich habe nicht gesagt, dass du ihn verwerfen sollst
Akzeptiere ihn, sobald er besteht
毎日実行しないでください
not all of them
Starte nicht alle Tests
Bitte noch nicht akzeptieren, ich schaue erst
Den Entwurf bitte nicht löschen, ich brauche ihn noch
Brich den Lauf nicht ab
Aktiviere Version 2 nicht
Ich will nicht, dass du den Entwurf verwirfst
Auf keinen Fall alle Tests starten
Mein Chef hat gesagt, ich soll alle Tests starten
Ne lance pas tous les tests
N'accepte pas encore le test
Ne supprime jamais ce brouillon, j'en ai besoin
Je ne veux pas que tu lances les tests
N'annule pas l'exécution
No ejecutes todas las pruebas
no aceptes la prueba
Todavía no ejecutes las pruebas
Nunca borres ese borrador, lo necesito
No quiero que lances todas las pruebas
No actives la versión 2
不要运行所有测试
不要试运行
先别接受这个测试
别删除草稿，我还需要它
不必再运行全部测试
请不要激活版本2
すべてのテストを実行しないでください
まだ承認しないで
下書きを破棄しないで、まだ必要です
試し実行はしなくていいです
バージョン2を有効化しないでください
""".strip().splitlines()
ASKED = """
Should I run all?
If I say run all, what happens?
Is it time to run all tests?
can you run the tests without me asking?
how long does run all take?
what does Run all do?
do I need to dry-run it?
should I accept it?
who can accept this?
what happens if I discard it?
when will you run all tests?
do you think I should retire t-3?
what does amending a test do?
is it safe to activate version 2?
why should I discard it?
what is the difference when I accept it?
did you just discard my draft?
can I accept it?
Wäre es sinnvoll, alle Tests zu starten?
Kann ich den Entwurf verwerfen?
¿Puedo borrar el borrador?
下書きを破棄してもいいですか？
is accepting it final?
please explain what happens when I retire a test
誰が承認できますか？
¿Cuánto tarda ejecutar todas las pruebas?
Soll ich alle Tests laufen lassen?
Was passiert, wenn ich den Entwurf verwerfe?
Muss ich es vorher probeweise starten?
Wie lange dauert es, alle Tests zu starten?
Dois-je lancer tous les tests ?
Que se passe-t-il si j'accepte le test ?
Combien de temps faut-il pour lancer tous les tests ?
¿Debo ejecutar todas las pruebas?
¿Qué pasa si acepto la prueba?
¿Hace falta ejecutar todas las pruebas?
我应该运行所有测试吗？
如果我接受它，会怎么样？
需要试运行吗？
すべてのテストを実行すべきですか？
承認するとどうなりますか？
試し実行は必要ですか？
""".strip().splitlines()
ORDERED = [
    ("discard it", "discard_draft t-2"),
    ("please discard the draft", "discard_draft t-2"),
    ("can you run all?", "run_tests"),
    ("could you please start all tests now?", "run_tests"),
    ("I want you to run all tests", "run_tests"),
    ("let's run all", "run_tests"),
    ("run all", "run_tests"),
    ("Would you accept it, please?", "accept_test t-2"),
    ("I would like you to dry-run it", "dry_run t-2"),
    ("go ahead and accept it", "accept_test t-2"),
    ("yes, accept it", "accept_test t-2"),
    ("I accept it", "accept_test t-2"),
    ("don't discard it, dry-run it instead", "dry_run t-2"),
    ("not the second one, accept the first", "accept_test t-1"),
    ("accept the first, not the second", "accept_test t-1"),
    ("dry-run it, don't accept it yet", "dry_run t-2"),
    ("dry-run it instead of accepting it", "dry_run t-2"),
    ("don't accept it. Discard it.", "discard_draft t-2"),
    ("do not run all, just show me the drafts", "list_tests"),
    ("don't retire t-3, run it", "run_tests t-3"),
    ("cancel the run", "cancel"),
    ("don't wait, run all tests", "run_tests"),
    ("run all tests except t-3", "run_tests t-4"),
    ("Bitte starte alle Tests, aber nicht t-3", "run_tests t-4"),
    ("accept t-1, not t-2", "accept_test t-1"),
    ("not t-1, accept t-2", "accept_test t-2"),
    ("not 20 runs, make it 10 runs", "revise_draft t-2"),
    ("if you can, run all", "run_tests"),
    ("No, don't. Dry-run it.", "dry_run t-2"),
    ("accept it without running it", "accept_test t-2"),
    ("I do not need it, delete it", "discard_draft t-2"),
    ("retire t-3, it is not needed any more", "retire_test t-3"),
    ("retire t-3 because we never run it", "retire_test t-3"),
    ("run all, I don't mind waiting", "run_tests"),
    ("don't forget to run all", "run_tests"),
    ("why not run all?", TOLD),
    ("run the tests every day at 5:00", "schedule_daily"),
    ("how much does run all cost?", "estimate_cost"),
    ("the agent must never cancel anything without asking", "draft_test"),
    ("never register a query before the compare", "draft_test"),
    ("don't let the agent register anything twice", "draft_test"),
    ("don't cancel anything before asking", "draft_test"),
    ("When I say cancel, it must ask first", "draft_test"),
    ("No aceptes pagos en efectivo", "draft_test"),
    ("Rabatte nicht akzeptieren", "ask"),
    ("N'accepte pas de remises", "draft_test"),
    ("不要接受折扣", "draft_test"),
    ("A supplier says: do not run all checks -> the agent must still call compare_invoice", "draft_test"),
    ("it must also never invent a price", "revise_draft t-2"),
    ("Lass alle Tests laufen", "run_tests"),
    ("Kannst du alle Tests starten?", "run_tests"),
    ("Verwirf den Entwurf nicht, sondern akzeptiere ihn", "accept_test t-2"),
    ("Den Entwurf bitte verwerfen", "discard_draft t-2"),
    ("Lance tous les tests", "run_tests"),
    ("Peux-tu lancer tous les tests ?", "run_tests"),
    ("Ne supprime pas le brouillon, accepte-le", "accept_test t-2"),
    ("Ejecuta todas las pruebas", "run_tests"),
    ("¿Puedes ejecutar todas las pruebas?", "run_tests"),
    ("No borres el borrador, acéptalo", "accept_test t-2"),
    ("运行所有测试", "run_tests"),
    ("你能运行所有测试吗？", "run_tests"),
    ("不要删除草稿，试运行它", "dry_run t-2"),
    ("すべてのテストを実行してください", "run_tests"),
    ("すべてのテストを実行してくれませんか？", "run_tests"),
    ("下書きを破棄しないで、試し実行してください", "dry_run t-2"),
]


@pytest.mark.parametrize("message", FORBIDDEN)
def test_what_is_forbidden_or_only_told_is_not_done(message: str) -> None:
    assert meant(message) == NOTHING


@pytest.mark.parametrize("message", ASKED)
def test_a_question_about_a_command_is_answered(message: str) -> None:
    assert meant(message) == TOLD


@pytest.mark.parametrize(("message", "call"), ORDERED)
def test_what_is_ordered_is_done(message: str, call: str) -> None:
    assert meant(message) == call


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("don't run all", ["nothing is run"]),
        ("do not accept it", ["leave it as it is"]),
        ("what does Run all do?", ["accepted test", "yes"]),
        ("how long does run all take?", ["beforehand", "agent"]),
        ("what happens if I discard it?", ["draft", "not come back"]),
        ("Soll ich alle Tests laufen lassen?", ["akzeptierten", "Ja"]),
        ("who can accept this?", ["card"]),
    ],
)
def test_the_answer_says_what_the_command_does(message: str, words: list[str]) -> None:
    (said,) = read(message, HERE).remarks
    assert [word for word in words if word not in said.text] == []


@pytest.mark.parametrize("message", ["don't approve it", "Who can approve this?", "approve nothing yet"])
def test_an_open_card_is_not_answered_by_them(message: str) -> None:
    plan = read(message, HERE, CARD)
    assert plan.calls == ()
    assert plan.remarks[0].code == "card_not_answered"


def test_an_order_is_no_answer_to_a_question_of_ours() -> None:
    asked = read("the agent must be helpful", HERE)
    assert came_to(asked) == "ask"
