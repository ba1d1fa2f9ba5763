"""Memory and CPU of a gateway that holds many idle sockets.

    python services/gateway/bench/idle_sockets.py [SOCKETS]

Starts a gateway process of its own, with nothing behind it, opens the sockets from this process,
authenticates each, answers the gateway's pings, and reads the gateway's memory and CPU time.
Reports; asserts nothing.
"""

# ruff: noqa: T201

import asyncio
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time

import psutil
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from websockets.asyncio.client import ClientConnection, connect

SETTLE_SECONDS = 5.0
IDLE_SECONDS = 30.0
AT_ONCE = 100


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def start(port: int, sockets: int) -> subprocess.Popen[bytes]:
    spki = PublicFormat.SubjectPublicKeyInfo
    pem = Ed25519PrivateKey.generate().public_key().public_bytes(Encoding.PEM, spki).decode()
    nowhere = f"127.0.0.1:{free_port()}"
    return subprocess.Popen(
        [sys.executable, "-m", "x0_gateway.main"],
        stdout=subprocess.DEVNULL,
        env=os.environ
        | {
            "X0_HTTP_LISTEN": f"127.0.0.1:{port}",
            "X0_TOKEN_PUBLIC_KEYS": json.dumps({"bench": pem}),
            "X0_ACCOUNT_TARGET": nowhere,
            "X0_GAME_TARGET": nowhere,
            "X0_RATING_TARGET": nowhere,
            "X0_KAFKA": nowhere,
            "X0_SOCKETS": str(sockets + 10),
            "X0_SOCKETS_PER_ADDRESS": str(sockets + 10),
        },
    )


async def listening(port: int) -> None:
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return


async def answer_pings(client: ClientConnection) -> None:
    async for text in client:
        message = json.loads(text)
        if message["type"] == "ping":
            await client.send(json.dumps({"type": "pong", "n": message["n"]}))


async def open_one(port: int, gate: asyncio.Semaphore) -> ClientConnection:
    async with gate:
        client = await connect(
            f"ws://127.0.0.1:{port}/v1/socket",
            compression=None,
            ping_interval=None,
            open_timeout=60,
            close_timeout=1,
        )
        await client.send('{"type":"auth","token":null}')
        await client.recv()
        return client


def mebibytes(process: psutil.Process) -> float:
    return float(process.memory_info().rss) / 2**20


async def measure(port: int, gateway: psutil.Process, sockets: int) -> None:
    await listening(port)
    await asyncio.sleep(SETTLE_SECONDS)
    empty = mebibytes(gateway)
    gate = asyncio.Semaphore(AT_ONCE)
    began = time.perf_counter()
    clients = await asyncio.gather(*(open_one(port, gate) for _ in range(sockets)))
    took = time.perf_counter() - began
    readers = [asyncio.create_task(answer_pings(client)) for client in clients]
    await asyncio.sleep(SETTLE_SECONDS)
    before, at = gateway.cpu_times(), time.perf_counter()
    await asyncio.sleep(IDLE_SECONDS)
    after = gateway.cpu_times()
    cpu = after.user + after.system - before.user - before.system
    full = mebibytes(gateway)
    alive = sum(not reader.done() for reader in readers)
    print(f"sockets            {alive} of {sockets} open, in {took:.1f} s")
    print(f"memory             {empty:.0f} MiB empty, {full:.0f} MiB with all of them")
    print(f"                   {(full - empty) * 1024 / sockets:.1f} KiB each")
    print(
        f"CPU while idle     {cpu / (time.perf_counter() - at) * 100:.1f} % of a core, with pings"
    )
    for reader in readers:
        reader.cancel()


def main() -> None:
    sockets = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, sockets + 1000), most))
    port = free_port()
    process = start(port, sockets)
    try:
        asyncio.run(measure(port, psutil.Process(process.pid), sockets))
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()


if __name__ == "__main__":
    main()
