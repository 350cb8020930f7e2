"""Self-play and learning for the nets; PyTorch is needed here and nowhere else."""


def main(argv: list[str] | None = None) -> int:
    """What `cornerwise train` runs."""
    from training.__main__ import main as run

    return run(argv)
