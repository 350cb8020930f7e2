"""A worker for tests: what it does with a job is said by the job's variant.

echo: answers the variant's name. die: ends at once. die-once: ends the first time (a file
remembers). wait: answers when it is told to stop. deaf: never answers.
"""

import json
import os
import sys
from pathlib import Path

memory = Path(sys.argv[1])


def answer(id: int, text: str) -> None:
    print(json.dumps({"id": id, "result": text}), flush=True)


for line in sys.stdin:
    order = json.loads(line)
    task = order.get("task")
    if task is None:
        answer(order["id"], "stopped")
        continue
    name = task["game"]["variant"]
    with (memory / "log").open("a") as log:
        log.write(name + "\n")
    kind = name.split(":")[0]
    if kind == "die" or (kind == "die-once" and not (memory / "died").exists()):
        (memory / "died").touch()
        os._exit(1)
    if kind == "error":
        print(json.dumps({"id": order["id"], "error": "it broke"}), flush=True)
    elif kind not in ("wait", "deaf"):
        answer(order["id"], name)
