"""Schemathesis over the whole OpenAPI document: nothing undocumented, nothing wrong let through."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from bad_system import UNTIMED, Unharmed, http
from players import Table, guest, meet, signed_up
from x0.client import Client, GameRequest
from x0_launcher.cluster import Cluster

# Passwords are never guessed, so that nobody deletes the account; sessions do end, and an access
# token goes on until it expires. 422 is for rules that no schema can tell: names, passwords, page
# tokens, settings that contradict each other; and 7.0, an integer to JSON Schema, is none to us.
# Elsewhere what is valid must be taken. In the stateful phase values of earlier answers and of
# `known` take the place of wrong ones, and Schemathesis 4.32 still calls the request wrong: wrong
# ones are the matter of the other phases.
CONFIG = """
{parameters}

[phases.stateful.checks.negative_data_rejection]
enabled = false

[[operations]]
include-name = {with_more_rules}
[operations.checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", 401, 403, 404, 409, 422, 429]

[[operations]]
include-name = {with_bare_points}
[operations.checks.response_schema_conformance]
enabled = false
"""
WITH_MORE_RULES = [
    "POST /v1/accounts", "PUT /v1/account/name", "PUT /v1/account/password", "PATCH /v1/players/me",
    "POST /v1/api-tokens", "POST /v1/seeks", "GET /v1/seeks", "GET /v1/games",
    "GET /v1/leaderboards/{mode}", "GET /v1/players/{player}/games", "PUT /v1/blocks/{player_id}",
    "GET /v1/players/{player}/ratings/{mode}/history", "POST /v1/games/{game_id}/chat/{room}",
    "POST /v1/games/{game_id}/actions", "GET /v1/clans", "POST /v1/clans",
    "PATCH /v1/clans/{clan_id}", "DELETE /v1/clans/{clan_id}", "GET /v1/tournaments",
    "GET /v1/players/{player}/tournaments", "POST /v1/tournaments",
    "POST /v1/tournaments/{tournament_id}/postpone", "GET /v1/puzzles/daily",
    "GET /v1/own-puzzle-attempts", "POST /v1/puzzles/draw",
    "POST /v1/puzzles/{puzzle_id}/attempt/moves", "POST /v1/puzzles/{puzzle_id}/attempt/hints",
    "POST /v1/puzzles/{puzzle_id}/attempt/explanation",
    "POST /v1/puzzles/{puzzle_id}/attempt/restart", "POST /v1/puzzles/{puzzle_id}/attempt/give-up",
]  # fmt: skip
# Schemathesis 4.32 turns the pairs in these answers, which refer to no other schema, into what it
# then takes for an error of the document. The gateway's own tests compare these answers.
WITH_BARE_POINTS = [
    "GET /v1/puzzles/{puzzle_id}", "POST /v1/puzzles/{puzzle_id}/attempt/explanation",
]  # fmt: skip
EXAMPLES = 6


@dataclass(frozen=True)
class Run:
    cases: int
    failed: bool
    output: str


async def schemathesis(folder: Path, url: str, token: str, seed: int, known: dict[str, str]) -> Run:
    """`known`: values of parameters that would otherwise be made up, and be found nowhere."""
    file = folder / "schemathesis.toml"
    parameters = "".join(
        f"{json.dumps(name)} = {json.dumps(value)}\n" for name, value in known.items()
    )
    file.write_text(
        CONFIG.format(
            parameters=f"[parameters]\n{parameters}" if known else "",
            with_more_rules=json.dumps(WITH_MORE_RULES),
            with_bare_points=json.dumps(WITH_BARE_POINTS),
        )
    )
    command = Path(sys.executable).with_name("schemathesis")
    header = ["-H", f"Authorization: Bearer {token}"]
    process = await asyncio.create_subprocess_exec(
        command, "--config-file", file, "run", f"{url}/v1/openapi.json", *header,
        "--phases", "coverage,fuzzing,stateful", "--max-examples", str(EXAMPLES),
        "--workers", "1", "--seed", str(seed), "--generation-database", "none", "--no-color",
        "--continue-on-failure", "--warnings", "off",
        cwd=folder,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    told, _ = await process.communicate()
    output = told.decode(errors="replace")
    generated = re.search(r"^\s*(\d+) generated", output, re.MULTILINE)
    tested = re.search(r"Tested: (\d+)", output)
    if generated is None or tested is None:
        raise AssertionError(output)
    paths = json.loads(await _document(url))["paths"]
    assert int(tested[1]) == sum(len(operations) for operations in paths.values()), output
    return Run(int(generated[1]), process.returncode != 0, output)


async def _document(url: str) -> str:
    async with http(url) as client:
        return (await client.get("/v1/openapi.json")).text


@pytest.fixture(scope="module")
async def table_of_two(cluster: Cluster) -> AsyncIterator[Table]:
    one, two = await signed_up(cluster.urls), await signed_up(cluster.urls)
    yield await meet(one, two, time_control=UNTIMED)
    await one.close()
    await two.close()


async def check(
    cluster: Cluster, folder: Path, client: Client, known: dict[str, str], seed: int
) -> None:
    unharmed = Unharmed(cluster)
    token = await client.auth.token()
    run = await schemathesis(folder, cluster.urls[seed % 2], token or "", seed, known)
    assert not run.failed, run.output
    assert run.cases > 1000
    unharmed.check()


async def test_by_a_guest_who_knows_the_ids(
    cluster: Cluster, tmp_path: Path, table_of_two: Table
) -> None:
    """The whole strange traffic goes at one game and one player, and both are as before."""
    before = table_of_two.view("first").snapshot
    victim = table_of_two.first
    profile = await victim.accounts.me()
    seek = await victim.seeks.create("room", GameRequest("x0", UNTIMED))
    client = await guest(cluster.urls)
    known = {"path.game_id": before.game_id, "path.player": victim.player_id or ""}
    await check(cluster, tmp_path, client, known, 3)
    await client.close()
    assert await victim.games.get(before.game_id) == before
    assert await victim.accounts.me() == profile
    assert (await victim.seeks.get(seek.seek_id)).status == "waiting"


async def test_by_a_player_in_a_game(cluster: Cluster, tmp_path: Path, table_of_two: Table) -> None:
    """Acts, chats and blocks succeed; the opponent can follow all of it."""
    client = table_of_two.second
    known = {
        "path.game_id": table_of_two.game_id,
        "path.player": client.player_id or "",
        "path.player_id": table_of_two.first.player_id or "",
    }
    await check(cluster, tmp_path, client, known, 4)
    await table_of_two.settle()
    now = await table_of_two.first.games.get(table_of_two.game_id)
    assert table_of_two.view("first").snapshot == now
    assert now.version > 1
