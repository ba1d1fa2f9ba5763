"""The web client, read once at start and answered from memory.

What is not in the list made then is not served, whatever a path says, and a build that changes the
folder meanwhile disturbs nobody."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from x0_gateway.edge import App, Receive, Scope, Send

PAGE = "/index.html"
# What the build wants said with every page: its policies.
HEADERS = "headers.json"
# The build names these after their contents.
HASHED = "/assets/"
IMMUTABLE = b"public, max-age=31536000, immutable"
# First parts of paths that are no routes of the client.
NO_ROUTES = frozenset({"v1", "docs", "assets", "metrics", "healthz", "readyz"})
# In order of preference, with the ending of the variant that lies beside a file.
ENCODINGS = {"br": ".br", "gzip": ".gz"}
# Not the system's table, which differs from machine to machine.
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".webp": "image/webp",
    ".avif": "image/avif",
    ".ico": "image/x-icon",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
    ".mp3": "audio/mpeg",
    ".m4a": "audio/mp4",
    ".ogg": "audio/ogg",
    ".opus": "audio/ogg",
    ".webm": "audio/webm",
    ".wav": "audio/wav",
}

Headers = list[tuple[bytes, bytes]]


class NoWebClient(Exception):
    """The folder that should hold the client does not."""


@dataclass(frozen=True)
class Variant:
    """A file in one encoding, with everything that is said about it."""

    body: bytes
    etag: bytes
    # With a 304 too: what it says replaces what a cache has kept.
    always: Headers
    with_body: Headers


class WebFile:
    def __init__(self, plain: Variant, encoded: Mapping[str, Variant]) -> None:
        self._plain = plain
        self._encoded = encoded

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sent = {name: value.decode("latin-1") for name, value in scope["headers"]}
        variant = self._choose(sent.get(b"accept-encoding", ""))
        same = _matches(sent.get(b"if-none-match", ""), variant.etag.decode())
        headers = variant.always if same else variant.always + variant.with_body
        status = 304 if same else 200
        await send({"type": "http.response.start", "status": status, "headers": headers})
        body = b"" if same or scope["method"] == "HEAD" else variant.body
        await send({"type": "http.response.body", "body": body})

    def _choose(self, accepted: str) -> Variant:
        weights = _weights(accepted)
        best, found = weights.get("identity", 0.0), self._plain
        for encoding, variant in self._encoded.items():
            weight = weights.get(encoding, weights.get("*", 0.0))
            # What is equally welcome is sent in the better encoding.
            if weight > best or (found is self._plain and weight and weight == best):
                best, found = weight, variant
        return found


class WebClient:
    """The files of a folder, by path.

    Raises:
        NoWebClient: the folder holds no client, or half of one.
    """

    def __init__(self, root: Path) -> None:
        root = root.resolve()
        files = _files(root)
        for name in (PAGE[1:], HEADERS):
            if root / name not in files:
                raise NoWebClient(f"X0_WEB_ROOT: {root} has no {name}; is the client built?")
        try:
            policies = json.loads((root / HEADERS).read_text(encoding="utf-8"))
            self._policies = [(str(k).lower().encode(), v.encode()) for k, v in policies.items()]
        except (ValueError, AttributeError):
            raise NoWebClient(f"X0_WEB_ROOT: {root / HEADERS} is no object of texts") from None
        self._files = {
            url: self._read(url, path, files)
            for path in files
            if _served(url := "/" + path.relative_to(root).as_posix(), path)
        }

    def find(self, scope: Scope) -> App | None:
        """What answers this request; None leaves it to others."""
        if scope["method"] not in ("GET", "HEAD"):
            return None
        path = str(scope["path"])
        if path == "/":
            return self._files[PAGE]
        if found := self._files.get(path):
            return found
        if path.strip("/").partition("/")[0] in NO_ROUTES or not _wants_page(scope):
            return None
        return self._files[PAGE]

    def _read(self, url: str, path: Path, files: set[Path]) -> WebFile:
        beside = {name: path.with_name(path.name + ending) for name, ending in ENCODINGS.items()}
        encoded = {
            name: self._variant(url, variant, [(b"content-encoding", name.encode())])
            for name, variant in beside.items()
            if variant in files
        }
        return WebFile(self._variant(url, path, []), encoded)

    def _variant(self, url: str, path: Path, encoding: Headers) -> Variant:
        body = path.read_bytes()
        etag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'.encode()
        always = [
            (b"etag", etag),
            (b"cache-control", IMMUTABLE if url.startswith(HASHED) else b"no-cache"),
            (b"vary", b"Accept-Encoding"),
        ]
        ending = PurePosixPath(url).suffix
        # A worker lives under the policy that its own script came with.
        if ending in (".html", ".js"):
            always += self._policies
        media_type = TYPES.get(ending, "application/octet-stream").encode()
        size = str(len(body)).encode()
        with_body = [(b"content-type", media_type), (b"content-length", size), *encoding]
        return Variant(body, etag, always, with_body)


def _files(root: Path) -> set[Path]:
    """No links to somewhere else."""
    return {
        path for path in root.rglob("*") if path.is_file() and path.resolve().is_relative_to(root)
    }


def _served(url: str, path: Path) -> bool:
    variant = path.suffix in ENCODINGS.values() and path.with_suffix("").exists()
    return not (variant or "/." in url or url == f"/{HEADERS}")


def _wants_page(scope: Scope) -> bool:
    accepted = [value.decode("latin-1") for name, value in scope["headers"] if name == b"accept"]
    return _weights(",".join(accepted)).get("text/html", 0.0) > 0


def _weights(header: str) -> dict[str, float]:
    """`br;q=0.5, gzip` as {"br": 0.5, "gzip": 1.0}."""
    weights = {}
    for part in header.lower().split(","):
        name, *parameters = (piece.strip() for piece in part.split(";"))
        weight = next((p[2:] for p in parameters if p.startswith("q=")), "1")
        try:
            weights[name] = float(weight)
        except ValueError:
            weights[name] = 0.0
    return weights


def _matches(header: str, etag: str) -> bool:
    tags = [tag.strip().removeprefix("W/") for tag in header.split(",")]
    return etag in tags or tags == ["*"]
