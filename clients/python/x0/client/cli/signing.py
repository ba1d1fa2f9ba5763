"""`x0 login`, `register`, `logout`, `whoami`."""

from __future__ import annotations

import argparse
import getpass
import sys

from x0.client.client import Client
from x0.client.errors import ClientError


async def register(client: Client, args: argparse.Namespace) -> int:
    was_guest = client.auth.guest
    password = _password("Password (8 characters or more): ", twice=True)
    session = await client.register(args.name, password)
    print(f"Welcome, {session.name}." + (" Your games as a guest are kept." if was_guest else ""))
    return 0


async def log_in(client: Client, args: argparse.Namespace) -> int:
    session = await client.log_in(args.name, _password("Password: "))
    print(f"Welcome back, {session.name}.")
    return 0


async def log_out(client: Client, args: argparse.Namespace) -> int:
    name = client.name
    if name is None:
        print("You were not signed in.")
        return 0
    try:
        await client.log_out()
    except ClientError:
        # Here it ends in any case.
        client.auth.forget()
        print(f"{name} is signed out here; the server could not be told.")
        return 0
    print(f"{name} is signed out.")
    return 0


async def whoami(client: Client, args: argparse.Namespace) -> int:
    if not client.auth.signed_in:
        print("Nobody: x0 login, x0 register, or x0 play as a guest.")
        return 1
    me = await client.accounts.me()
    print(me.name + (" (guest)" if me.guest else ""))
    return 0


def _password(question: str, *, twice: bool = False) -> str:
    if not sys.stdin.isatty():
        # A script: one line.
        return sys.stdin.readline().rstrip("\n")
    password = getpass.getpass(question)
    if twice and getpass.getpass("The same again: ") != password:
        raise ClientError("these were two different passwords")
    return password
