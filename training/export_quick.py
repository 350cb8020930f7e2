"""Write a quick net as the core reads it: rows of eight bits, the rest as it is, and a card.

`python -m training.export_quick --config duo-quick --checkpoint run/duo-quick.pt --out nets`
"""

import json
import sys
from typing import Any

from training.arguments import Mistake, told
from training.checkpoint import load_average, read_state
from training.config import Config, NetShape, load_config
from training.export import arguments, card
from training.quick import QuickNet
from training.quick_file import arrays_of, write
from training.rulebook import make_rulebook
from training.source import NetLayout

DATA = (
    "self-play, games of our engine with itself (lessons), and the judgements of towers that "
    "learned from these; no games of people or of other programs"
)


def quick_card(config: Config, layout: NetLayout, state: dict[str, Any]) -> dict[str, Any]:
    """The card of a tower, less what is not true of a quick net."""
    whole = card(config, layout, state, {})
    for key in ("inputs", "outputs", "figures"):
        del whole[key]
    whole["trained"]["data"] = DATA
    return whole | {
        "kind": "quick",
        "files": {"eight bits": f"{config.name}.npz"},
        "encoding": "training/quick.py",
        "net": {"width": config.net.width} | _map_of(config.net),
        "repeat": f"python -m training --config {config.name} {_arguments(config)}",
    }


def _arguments(config: Config) -> str:
    tutor = f"training/checkpoints/{config.home}-tutor"
    start = f"src/cornerwise/nets/{config.name}.npz"
    more = f"--resume --start {start} --tutor {tutor}.pt {tutor}-wide.pt --cool"
    return f"--seconds 1430 --out run {more}"


def _map_of(shape: NetShape) -> dict[str, Any]:
    return {"map": [shape.map, shape.map_blocks]} if shape.map else {}


@told
def main(argv: list[str] | None = None) -> int:
    """Write the net and its card; variants it already played stay on the card."""
    args = arguments("training.export_quick", "duo-quick", argv)
    config = load_config(args.config)
    state = read_state(args.checkpoint)
    book = make_rulebook(config)
    net = load_average(book, args.checkpoint)
    if not isinstance(net, QuickNet):
        raise Mistake(f"{args.checkpoint} holds a tower: training.export writes it")
    path = args.out / f"{config.name}.npz"
    write(arrays_of(net, book.layout), path)
    facts, text = quick_card(config, book.layout, state), path.with_suffix(".json")
    if text.exists():
        facts["plays"] = json.loads(text.read_text())["plays"]
    text.write_text(json.dumps(facts, indent=2, ensure_ascii=False) + "\n")
    print(f"{path}: {path.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
