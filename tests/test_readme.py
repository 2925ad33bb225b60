"""The README is kept: its criterion runs, and what a newcomer has to know stands in it."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import optimize
from optimize.domain.criteria import CRITERIA
from optimize.settings import Settings
from optimize.tools import TOOLS

README = (Path(__file__).parents[1] / "README.md").read_text()
USE_IT = """
from optimize.domain.acceptance_test import TestBody
from optimize.domain.criteria import CRITERIA
from optimize.domain.transcript import Message, Transcript
body = TestBody.model_validate({
    "name": "short", "situation": {"messages": [{"text": "Hi"}]},
    "criteria": [{"kind": "answerHasAtMostWords", "words": 2}],
})
said = lambda text: Transcript(events=(Message(seq=1, turn=1, role="assistant", text=text),))
print(body.criteria[0].check(said("two words")).passed, body.criteria[0].check(said("far too many words")).passed)
print("answerHasAtMostWords" in CRITERIA, CRITERIA["answerHasAtMostWords"].judged)
"""


def test_the_criterion_of_the_readme_works_as_one_more_file(tmp_path: Path) -> None:
    [source] = [block for block in re.findall(r"```python\n(.*?)```", README, re.DOTALL) if "CodeCriterion" in block]
    package = tmp_path / "optimize"
    shutil.copytree(Path(optimize.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "domain" / "criteria" / "answer_has_at_most_words.py").write_text(source)
    run = subprocess.run(
        [sys.executable, "-c", USE_IT], env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == ["True", "False", "True", "False"]


def test_every_criterion_stands_in_the_readme() -> None:
    assert [kind for kind in CRITERIA if f"`{kind}`" not in README] == []


def test_every_setting_stands_in_the_readme() -> None:
    names = {f"OPTIMIZE_{name.upper()}" for name in Settings.model_fields if not name.startswith("openai_")}
    unnamed = {"OPTIMIZE_JUDGE_MODEL", "OPTIMIZE_SIMULATOR_MODEL", "OPTIMIZE_ASSISTANT_MODEL"}
    assert sorted(name for name in names - unnamed if f"`{name}`" not in README) == []


def test_every_tool_stands_in_the_readme() -> None:
    assert [name for name in TOOLS if f"`{name}`" not in README] == []


def test_every_error_code_stands_in_the_readme() -> None:
    raised = re.compile(r'\b(?:Invalid|NotFound|Conflict|Forbidden|TooLarge|Unavailable|OptimizeError)\(\s*"([a-z_]+)"')
    sources = [path.read_text() for path in Path(optimize.__file__).parent.rglob("*.py")]
    codes = {code for source in sources for code in raised.findall(source)}
    assert sorted(code for code in codes if f"`{code}`" not in README) == []
