"""The web client out of a folder, over HTTP."""

import asyncio
import gzip
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from http.client import HTTPConnection
from pathlib import Path

import pytest
from gateway_stack import Stack
from x0_gateway.web import NoWebClient, WebClient

PAGE = "<!doctype html><title>X-0</title>" + "x" * 2000
SCRIPT = "console.log('five in a row')\n" * 100
POLICY = "default-src 'none'; script-src 'self'; frame-ancestors 'none'"
AS_BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
FILES = {
    "index.html": PAGE,
    "sw.js": "self.skipWaiting",
    "manifest.webmanifest": "{}",
    "icon.svg": "<svg/>",
    "assets/index-DxT3a9.js": SCRIPT,
    "assets/rules-a81c.wasm": "\0asm",
    "headers.json": json.dumps({"Content-Security-Policy": POLICY, "X-Build": "7"}),
    ".secret": "of the build",
}


def build(root: Path) -> Path:
    for name, text in FILES.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        if len(text) > 1000:
            # Told apart by what they hold: nobody unpacks the first one here.
            file.with_name(file.name + ".br").write_bytes(b"br of " + name.encode())
            file.with_name(file.name + ".gz").write_bytes(gzip.compress(text.encode()))
    return root


@pytest.fixture
async def web(tmp_path: Path) -> AsyncIterator[Stack]:
    async with Stack(web_root=str(build(tmp_path / "dist"))) as running:
        yield running


async def test_pages_come_with_the_policies_of_the_build(web: Stack) -> None:
    answer = await web.http.get("/", headers=AS_BROWSER)
    assert (answer.status_code, answer.text) == (200, PAGE)
    headers = answer.headers
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert headers.get_list("content-security-policy") == [POLICY]
    assert headers["x-build"] == "7"
    assert headers.get_list("cache-control") == ["no-cache"]
    # What every answer has.
    assert headers["x-request-id"] and headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    # A worker's policy is that of its own script.
    assert (await web.http.get("/sw.js")).headers["content-security-policy"] == POLICY


@pytest.mark.parametrize("path", ["/g/abc", "/rules/fouls", "/u/Zoë", "/index.html", "/v2", "/..."])
async def test_routes_of_the_client_are_the_page(web: Stack, path: str) -> None:
    answer = await web.http.get(path, headers=AS_BROWSER)
    assert (answer.status_code, answer.text) == (200, PAGE)


@pytest.mark.parametrize(
    ("path", "accept"),
    [
        ("/v1/nope", "text/html"),
        ("/v1", "text/html"),
        ("/assets/gone.js", "text/html"),
        ("/metrics", "text/html"),
        ("/docs/x", "text/html"),
        ("/g/abc", "application/json"),
        ("/g/abc", "*/*"),
        ("/g/abc", "text/html;q=0"),
        ("/headers.json", "*/*"),
        ("/.secret", "*/*"),
        ("/index.html.br", "*/*"),
        ("/assets", "*/*"),
        ("/assets/", "*/*"),
    ],
)
async def test_everything_else_stays_a_problem(web: Stack, path: str, accept: str) -> None:
    answer = await web.http.get(path, headers={"Accept": accept})
    assert (answer.status_code, answer.json()["reason"]) == (404, "no_such_path")
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["cache-control"] == "no-store"


async def test_the_api_is_as_it_was(web: Stack) -> None:
    assert (await web.http.get("/v1/time", headers=AS_BROWSER)).json()["now"]
    docs = await web.http.get("/docs", headers=AS_BROWSER)
    assert "X-0 for programs" in docs.text
    assert docs.headers["content-security-policy"].startswith("default-src 'none'; frame")
    for path in ("/", "/assets/index-DxT3a9.js", "/g/abc"):
        refused = await web.http.post(path, headers=AS_BROWSER)
        assert refused.status_code in (404, 405), path
        assert refused.headers["content-type"] == "application/problem+json"
    player = await web.connect("ann")
    await player.send(type="ping", id="p")
    await player.expect("pong")


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("br;q=0.2, gzip;q=0.8", "gzip"),
        ("GZIP;Q=0.5", "gzip"),
        ("*", "br"),
        ("*;q=0.3, br;q=0", "gzip"),
        ("identity, gzip;q=0.5", None),
        ("br;q=0", None),
        ("br;q=much", None),
        ("br;q=nan", None),
        ("zstd", None),
        ("identity;q=0", None),
        ("", None),
    ],
)
async def test_the_variant_that_is_liked_best(
    web: Stack, accepted: str, expected: str | None
) -> None:
    # Not over httpx, which unpacks by itself.
    connection = HTTPConnection(web.gateway.http.address)
    answer = await _get(connection, "/assets/index-DxT3a9.js", {"Accept-Encoding": accepted})
    assert answer.headers["Content-Encoding"] == expected
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    bodies = {"br": b"br of assets/index-DxT3a9.js", "gzip": gzip.compress(SCRIPT.encode())}
    if expected == "gzip":
        assert gzip.decompress(answer.body).decode() == SCRIPT
    else:
        assert answer.body == bodies.get(expected or "", SCRIPT.encode())
    assert answer.headers["Content-Length"] == str(len(answer.body))


async def test_what_may_be_kept_and_how_long(web: Stack) -> None:
    for path, kept, media_type in (
        ("/assets/index-DxT3a9.js", "public, max-age=31536000, immutable", "text/javascript"),
        ("/assets/rules-a81c.wasm", "public, max-age=31536000, immutable", "application/wasm"),
        ("/sw.js", "no-cache", "text/javascript"),
        ("/manifest.webmanifest", "no-cache", "application/manifest+json"),
        ("/icon.svg", "no-cache", "image/svg+xml"),
        ("/g/abc", "no-cache", "text/html"),
    ):
        answer = await web.http.get(path, headers=AS_BROWSER)
        assert answer.headers["cache-control"] == kept, path
        assert answer.headers["content-type"].split(";")[0] == media_type, path
        head = await web.http.head(path, headers=AS_BROWSER)
        assert (head.status_code, head.content) == (200, b"")
        for name in ("content-length", "etag", "content-type", "cache-control"):
            assert head.headers[name] == answer.headers[name], (path, name)


async def test_what_has_not_changed_is_not_sent_again(web: Stack) -> None:
    plain = {**AS_BROWSER, "Accept-Encoding": "identity"}
    etag = (await web.http.get("/", headers=plain)).headers["etag"]
    for known in (etag, f'"x", W/{etag}', "*"):
        again = await web.http.get("/g/abc", headers={**plain, "If-None-Match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == etag
        # A browser takes these over into what it has kept.
        assert again.headers["content-security-policy"] == POLICY
        assert again.headers["cache-control"] == "no-cache"
        assert "content-type" not in again.headers
    # Another encoding is another representation.
    packed = {**AS_BROWSER, "Accept-Encoding": "gzip", "If-None-Match": etag}
    assert (await web.http.get("/", headers=packed)).status_code == 200


async def test_nothing_outside_of_the_folder(tmp_path: Path) -> None:
    root = build(tmp_path / "dist")
    secret = tmp_path / "secret.txt"
    secret.write_text("mine")
    (root / "link.txt").symlink_to(secret)
    (root / "elsewhere").symlink_to(tmp_path)
    (root / "assets" / "index-DxT3a9.js.gz").unlink()
    (root / "assets" / "index-DxT3a9.js.gz").symlink_to(secret)
    async with Stack(web_root=str(root)) as stack:
        (root / "late.txt").write_text("came after the start")
        connection = HTTPConnection(stack.gateway.http.address)
        for path in (
            "/link.txt",
            "/elsewhere/secret.txt",
            "/../secret.txt",
            "/assets/../../secret.txt",
            "/%2e%2e/secret.txt",
            "/..%2fsecret.txt",
            "/assets/%2e%2e%2f%2e%2e%2fsecret.txt",
            "//etc/passwd",
            "/%00",
            "/late.txt",
            "//v1/time",
        ):
            answer = await _get(connection, path, {})
            assert (answer.status, json.loads(answer.body)["status"]) == (404, 404), path
        script = await _get(connection, "/assets/index-DxT3a9.js", {"Accept-Encoding": "gzip"})
        assert script.body == SCRIPT.encode()


async def test_opening_the_client_costs_nothing_of_what_calls_may_cost(tmp_path: Path) -> None:
    limits = {"address_rate": 0.001, "address_burst": 2, "page_rate": 0.001, "page_burst": 20}
    async with Stack(web_root=str(build(tmp_path / "dist")), **limits) as stack:
        codes = [(await stack.http.get("/sw.js")).status_code for _ in range(21)]
        assert codes == [200] * 20 + [429]
        codes = [(await stack.http.get("/v1/time")).status_code for _ in range(3)]
        assert codes == [200, 200, 429]


@pytest.mark.parametrize("missing", ["index.html", "headers.json", None])
def test_half_a_client_is_no_client(tmp_path: Path, missing: str | None) -> None:
    root = build(tmp_path / "dist") if missing else tmp_path / "nowhere"
    if missing:
        (root / missing).unlink()
    with pytest.raises(NoWebClient, match=f"X0_WEB_ROOT: .* has no {missing or 'index.html'}"):
        WebClient(root)


def test_the_start_ends_with_words(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "x0_gateway.main"],
        env={"X0_WEB_ROOT": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode == 1
    assert "has no index.html" in ended.stdout + ended.stderr
    assert "Traceback" not in ended.stdout + ended.stderr


class _Answer:
    def __init__(self, connection: HTTPConnection, path: str, headers: dict[str, str]) -> None:
        connection.putrequest("GET", path, skip_accept_encoding=True)
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        self.status, self.headers, self.body = answer.status, answer.headers, answer.read()


async def _get(connection: HTTPConnection, path: str, headers: dict[str, str]) -> _Answer:
    """As it stands: no encodings of its own, no path made tidy. The gateway shares our loop."""
    return await asyncio.to_thread(_Answer, connection, path, headers)
