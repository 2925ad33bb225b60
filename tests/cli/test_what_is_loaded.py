"""What a process that only carries runs loads: the chat's libraries take longer to load than all else that it needs."""

import subprocess
import sys

NEEDED = "import sys, optimize.worker, optimize.talking"
LEFT_ALONE = (
    "langsmith",
    "langgraph",
    "langchain_openai",
    "langchain_core.language_models",
    "openai",
    "alembic",
    "fastapi",
    "numpy",
    "scipy",
    "jsonschema",
    "genai_prices",
)


def test_a_worker_loads_nothing_of_the_chat() -> None:
    looked = f"{NEEDED}; print([name for name in {LEFT_ALONE!r} if name in sys.modules])"
    told = subprocess.run([sys.executable, "-c", looked], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
