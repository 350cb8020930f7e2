"""Write the stub of the native module, or check that the committed one is right."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

STUB = Path(__file__).parents[1] / "src" / "cornerwise" / "_native.pyi"


def generated() -> str:
    """What nanobind says the module offers."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "_native.pyi"
        command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "cornerwise._native"]
        subprocess.run([*command, "-o", str(out)], check=True)
        return out.read_text()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, fail if it differs")
    if not parser.parse_args().check:
        STUB.write_text(generated())
        return 0
    if STUB.read_text() == generated():
        return 0
    print(f"{STUB.name} is not what the native module offers: run `make stub`", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
