"""The command `x0`."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence

from x0.client.cli import parser
from x0.client.cli.config import SessionFile
from x0.client.client import Client
from x0.client.errors import ClientError, Refused, SignInNeeded, Unreachable

# As shells report a command that Ctrl-C ended.
INTERRUPTED = 130
# Somebody sits and waits.
DEADLINE_SECONDS = 8.0


def main(arguments: Sequence[str] | None = None) -> int:
    args = parser.make().parse_args(arguments)
    try:
        return asyncio.run(_run(args))
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except SignInNeeded as error:
        return _fail(f"{_sentence(error)} Sign in again: x0 login NAME")
    except Refused as error:
        return _fail(_sentence(error))
    except Unreachable as error:
        return _fail(f"{error}. Is a server there? (--url, X0_URL; now {args.url})")
    except (ClientError, ValueError, OSError) as error:
        return _fail(str(error))


async def _run(args: argparse.Namespace) -> int:
    store = SessionFile(args.url, args.profile)
    async with Client(args.url, store=store, deadline=DEADLINE_SECONDS) as client:
        if secret := os.environ.get("X0_TOKEN"):
            # Of a bot: kept nowhere.
            await client.use_api_token(secret)
        code: int = await args.run(client, args)
        return code


def _sentence(error: Refused) -> str:
    text = error.message
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _fail(text: str) -> int:
    print(f"x0: {text}", file=sys.stderr)
    return 1
