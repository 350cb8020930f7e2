"""The built pages: hashed files are kept by browsers for ever, the rest is asked for again."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

FOLDER = Path(str(files("cornerwise.server"))) / "static"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
HASHED = "assets/"
"""Where the build puts files whose names change with their contents."""
NAMED = ("g/", "players/", "puzzles/", "ranking/", "tournaments/")
"""Addresses that end with a name: people's have dots, copied links those of their sentence."""
COMPRESSED = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript"}
NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Cornerwise</title>
<h1>The pages are not built</h1>
<p>The server runs. Build its pages with <code>make web</code>.
<p>What programs can ask is at <a href="/api/docs">/api/docs</a>.
"""


@dataclass(frozen=True)
class Page:
    """A file, ready to be sent."""

    data: bytes
    zipped: bytes | None
    kind: str
    tag: str


class Pages:
    """The files of a folder. An address that is no file shows the first page."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder.resolve()

    def answer(self, request: Request) -> Response:
        """The file for an address."""
        path = request.path_params["path"]
        if path.startswith("api/") or path in ("api", "ws"):
            return _missing("there is nothing at this address; see /api/docs")
        page = self._page(path)
        if page is None and _is_file(path):
            return _missing("there is no such file")
        if page is None:
            path, page = "index.html", self._page("index.html")
        if page is None:
            return Response(NOT_BUILT, media_type="text/html")
        return send_page(request, page, FOR_EVER if path.startswith(HASHED) else ASK_AGAIN)

    def _page(self, path: str) -> Page | None:
        try:
            file = (self._folder / path).resolve()
            # Nothing outside the folder, whatever dots the address has.
            if not file.is_relative_to(self._folder) or not file.is_file():
                return None
        except (OSError, ValueError):  # longer than any file's name, or with NUL in it
            return None
        return _read(file, file.stat().st_mtime_ns)


def _is_file(path: str) -> bool:
    """Whether an address asks for a file; a dot at its end is the end of a sentence."""
    return "." in path.rpartition("/")[2].rstrip(".") and not path.startswith(NAMED)


@lru_cache(maxsize=500)
def _read(file: Path, changed: int) -> Page:
    kind = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0]
    return make_page(file.read_bytes(), kind or "application/octet-stream")


def make_page(data: bytes, kind: str) -> Page:
    """A file from its contents; text is compressed once."""
    zipped = gzip.compress(data, 9, mtime=0) if kind.startswith(COMPRESSED) else None
    return Page(data, zipped, kind, f'"{hashlib.sha256(data).hexdigest()[:20]}"')


def send_page(request: Request, page: Page, cache: str = ASK_AGAIN) -> Response:
    """A file as an answer: nothing if the browser has it, compressed if it can read that."""
    headers = {"etag": page.tag, "cache-control": cache, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == page.tag:
        return Response(None, 304, headers)
    accepted = request.headers.get("accept-encoding", "")
    if page.zipped is not None and "gzip" in accepted:
        return Response(page.zipped, 200, {**headers, "content-encoding": "gzip"}, page.kind)
    return Response(page.data, 200, headers, page.kind)


def _missing(message: str) -> Response:
    return Response(
        f'{{"code":"unknown_game","message":"{message}"}}', 404, None, "application/json"
    )
