"""Plays cases through the websocket of a running server and scores them: `make cases CASES=folder`.

The folder holds `dev.jsonl`, `dev_chat.jsonl` and `score.py`. With OPTIMIZE_MODEL and the OPENAI settings in the
environment a real model is measured; without them, the offline one.
"""

import importlib.util
import json
import os
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import fmean
from typing import Any

from tests.cases.predict import prediction
from tests.cases.world import Case, make_world
from tests.e2e.chat_line import chat_line, event_of
from tests.e2e.server import Server

_PASSED_ON = (
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "OPTIMIZE_MODEL",
    "OPTIMIZE_ASSISTANT_MODEL",
    "OPTIMIZE_ASSISTANT_TOOLS",
)


def main() -> None:
    folder = Path(sys.argv[1])
    scorer = _scorer(folder / "score.py")
    cases = [case for name in ("dev.jsonl", "dev_chat.jsonl") for case in scorer.load(folder / name)]
    wanted = set(sys.argv[2:])
    by_tag: dict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as temporary:
        data = Path(temporary) / "data"
        given = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        server = Server(data, OPTIMIZE_SAMPLE_AGENT="false", **given)
        server.start()
        try:
            for case in cases:
                if not wanted or case["id"] in wanted:
                    _score(server, data, scorer, case, by_tag, loud=bool(wanted))
        finally:
            server.stop()
    for tag, scores in sorted(by_tag.items()):
        print(f"{tag:20} {fmean(scores):.3f}  ({len(scores)})")


def _score(server: Server, data: Path, scorer: Any, case: Case, by_tag: dict[str, list[float]], *, loud: bool) -> None:
    predicted = _played(server, data, case)
    found = scorer.score(case, predicted)
    for tag in ["all", f"kind:{case['kind']}", f"lang:{case['lang']}", *case["tags"]]:
        by_tag[tag].append(found["score"])
    if loud or found["score"] < 0.8:
        print(f"{case['id']} {found['score']:.3f} {json.dumps(found, ensure_ascii=False)}")
    if loud:
        print(json.dumps(predicted, ensure_ascii=False, indent=1))


def _played(server: Server, data: Path, case: Case) -> dict[str, Any]:
    agent = make_world(server, data, case)
    tests = server.api("GET", f"/api/agents/{agent}/tests")["items"]
    known = {test["id"]: test["name"].split(" ")[0] for test in tests}
    thread = server.api("POST", f"/api/agents/{agent}/threads")["id"]
    with chat_line(server, thread) as line:
        ended = line.ask(case["message"])
        return prediction(server, case["id"], [event_of(frame) for frame in line.events()], ended, known)


def _scorer(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location("score", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main()
