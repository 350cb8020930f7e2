"""Coverage-guided fuzzing of the record readers; not part of `make test`.

    pip install atheris
    python tests/notation/fuzz_atheris.py -max_total_time=60 -max_len=4000

It ends with a traceback when a reader raises anything but `RecordError`, or when a record
that was read does not come back the same.
"""

import contextlib
import sys

import atheris

from cornerwise.notation import Record, RecordError, read_blksgf, read_record, write_blksgf

HEADS = (b"", b"(;GM[Blokus Duo]", b"(;GM[Blokus];1[a20]", b'{"format":"cornerwise-record-1",')


def try_one(data: bytes) -> None:
    """One input: its first byte chooses what stands before the rest."""
    head = HEADS[data[0] % len(HEADS)] if data else b""
    with contextlib.suppress(RecordError):
        check(read_record(head + data[1:]))


def check(record: Record) -> None:
    for node in record.walk():
        with contextlib.suppress(RecordError):
            record.game_at(node)
    if read_blksgf(write_blksgf(record)) != record:
        raise AssertionError("the record changed on its way through text")


if __name__ == "__main__":
    atheris.instrument_all()  # an editable install is not seen by its import hook
    atheris.Setup(sys.argv, try_one)
    atheris.Fuzz()
