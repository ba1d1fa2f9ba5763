"""Settings every service shares; a service subclasses them and adds its own."""

import os
import secrets
import socket

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


def _default_instance() -> str:
    # Host and process tell instances apart for people; the random part makes it
    # unique when a container restarts with the same host name and process id 1.
    return f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(3)}"


class ServiceSettings(BaseSettings):
    """Read from the environment with the prefix `X0_`. Nothing else reads the environment."""

    model_config = SettingsConfigDict(env_prefix="X0_", extra="ignore", frozen=True)

    mongo_url: str = "mongodb://127.0.0.1:27017"
    mongo_db: str = "x0"
    # Comma list of brokers, host:port.
    kafka: str = "127.0.0.1:9092"
    # host:port; port 0 takes a free one, which the log then names.
    grpc_listen: str = "127.0.0.1:0"
    metrics_listen: str = "127.0.0.1:0"
    instance: str = Field(default_factory=_default_instance)
    log_level: str = "INFO"
    # JSON object {key id: PEM of an Ed25519 public key}.
    token_public_keys: dict[str, str] = {}
    # Comma lists of host:port.
    account_target: str = ""
    game_target: str = ""
    rating_target: str = ""
    tournament_target: str = ""
    puzzle_target: str = ""
    # How long a stopping instance waits for calls in progress, seconds.
    stop_grace_seconds: float = Field(default=3.0, ge=0)
