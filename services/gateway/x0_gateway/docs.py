"""Writes the documents clients are generated from: `python -m x0_gateway.docs FOLDER`."""

import argparse
import json
from pathlib import Path

import yaml

from x0_gateway import asyncapi
from x0_gateway.rest.app import create
from x0_gateway.settings import GatewaySettings


class _Dumper(yaml.SafeDumper):
    """Texts of many lines stay readable; no anchors."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)


def asyncapi_text() -> str:
    found = yaml.dump(
        asyncapi.document(), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100
    )
    return str(found)


def openapi_text() -> str:
    return json.dumps(create(GatewaySettings()).openapi(), indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes asyncapi.yaml and openapi.json.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("docs/api"))
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "asyncapi.yaml").write_text(asyncapi_text(), encoding="utf-8")
    (folder / "openapi.json").write_text(openapi_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
