"""Runs × one agent call × one judge call, everything durable, against a local endpoint with a fixed latency.

`python tests/bench/runner/bench.py [--runs 500] [--latency 0.2] [--concurrency 32] [--processes 2]` prints the wall
time of `optimize run` with workers beside it, from the start of the processes to the end of the command, beside the
limit that the endpoint's latency sets, and what a run costs.

The endpoint is never asked for more than `--concurrency` answers at once. Half as many runs again are under way, so
that whenever an answer has come another call is ready to leave.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
OPTIMIZE = str(Path(sys.executable).with_name("optimize"))
CALLS_PER_RUN = 2


def environment(data: Path, port: int, concurrency: int, processes: int) -> dict[str, str]:
    each = concurrency // processes
    under_way = str(each + each // 2)
    ours = ("OPTIMIZE_", "OPENAI_", "PYTHON")  # also whether Python may keep what it compiled: by default it may
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {
        **kept,
        "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
        "OPTIMIZE_DATA": str(data),
        "OPTIMIZE_MODEL": "openai:bench",
        "OPTIMIZE_MODEL_CONCURRENCY": str(each),
        "OPTIMIZE_RUN_CONCURRENCY": under_way,
        "OPTIMIZE_JUDGE_CONCURRENCY": under_way,
        "OPTIMIZE_SAMPLE_AGENT": "false",
        "OPENAI_API_KEY": "none",
        "OPENAI_BASE_URL": f"http://127.0.0.1:{port}/v1",
    }


def product(env: dict[str, str], workers: int) -> tuple[float, float, float]:
    """Wall and CPU seconds of the product's processes, and the most memory one of them had, in MB."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    beside = [subprocess.Popen([OPTIMIZE, "worker"], env=env) for _ in range(workers)]
    subprocess.run([OPTIMIZE, "run", "bench"], env=env, check=True, stdout=subprocess.DEVNULL)
    wall = time.perf_counter() - began
    for process in beside:
        process.terminate()
        process.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu, after.ru_maxrss / 1024


def measure(runs: int, latency: float, concurrency: int, processes: int) -> None:
    command = [sys.executable, str(HERE / "endpoint.py"), str(latency)]
    with tempfile.TemporaryDirectory() as folder, subprocess.Popen(command, stdout=subprocess.PIPE) as endpoint:
        try:
            assert endpoint.stdout is not None
            port = int(endpoint.stdout.readline())
            env = environment(Path(folder) / "data", port, concurrency, processes)
            subprocess.run([sys.executable, str(HERE / "set_up.py"), str(runs)], env=env, check=True)
            wall, cpu, memory = product(env, processes - 1)
            counts = json.load(urlopen(f"http://127.0.0.1:{port}/"))
        finally:
            endpoint.kill()
    limit = runs * CALLS_PER_RUN * latency / concurrency
    assert counts["calls"] == runs * CALLS_PER_RUN, counts
    sys.stdout.write(
        f"{runs} runs, {latency:g} s latency, {processes} processes, at most {counts['most_under_way']} calls at once: "
        f"wall {wall:.2f} s = {wall / limit:.2f} x the limit of {limit:.2f} s, "
        f"CPU {cpu:.2f} s = {1000 * cpu / runs:.1f} ms per run, {counts['calls'] / wall:.0f} calls/s, "
        f"{memory:.0f} MB at most\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--latency", type=float, default=0.2)
    parser.add_argument("--concurrency", type=int, default=32)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    measure(options.runs, options.latency, options.concurrency, options.processes)


if __name__ == "__main__":
    main()
