"""What the launcher takes from the environment, and where things lie. Nothing else reads it."""

from __future__ import annotations

from pathlib import Path

from pydantic_settings import BaseSettings, SettingsConfigDict

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache"
DEFAULT_DATA = ROOT / "data"
KAFKA_POM = ROOT / "launcher" / "kafka" / "pom.xml"


class Settings(BaseSettings):
    """``X0_MONGO_URL`` and ``X0_KAFKA`` name a store and a log that somebody else runs."""

    model_config = SettingsConfigDict(env_prefix="X0_")

    mongo_url: str | None = None
    mongo_db: str = "x0"
    kafka: str | None = None
    log_level: str = "INFO"
    public_url: str | None = None  # what players type, where that is not the gateway itself
