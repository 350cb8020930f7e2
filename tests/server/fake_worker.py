"""A worker for tests: what it does with a job is said by the job's variant.

echo: answers the variant's name. die: ends at once. die-once: ends the first time (a file
remembers). babble, drone: the first time what is no answer, or has no end. error: says that it
failed. wait: answers when it is told to stop. deaf: never answers to a job; deaf:deaf neither to
a stop.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

BABBLE = {"babble": "warning: something", "drone": "x" * (33 << 20)}


def answer(id: int, **fields: str) -> None:
    print(json.dumps({"id": id, **fields}), flush=True)


def work(id: int, name: str, memory: Path) -> None:
    with (memory / "log").open("a") as log:
        log.write(name + "\n")
    kind = name.split(":")[0]
    if kind == "die" or (kind == "die-once" and not (memory / "died").exists()):
        (memory / "died").touch()
        os._exit(1)
    if kind in BABBLE and not (memory / "babbled").exists():
        (memory / "babbled").touch()
        print(BABBLE[kind], flush=True)
    elif kind == "error":
        answer(id, error="it broke")
    elif kind not in ("wait", "deaf"):
        answer(id, result=name)


def main() -> None:
    name = ""
    for line in sys.stdin:
        order: dict[str, Any] = json.loads(line)
        task = order.get("task")
        if task is not None:
            name = task["game"]["variant"]
            work(order["id"], name, Path(sys.argv[1]))
        elif name != "deaf:deaf":
            answer(order["id"], result="stopped")


if __name__ == "__main__":
    main()
