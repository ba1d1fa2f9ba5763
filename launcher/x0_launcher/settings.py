"""What the launcher takes from the environment, and where things lie. Nothing else reads it."""

from __future__ import annotations

from pathlib import Path

from pydantic_settings import BaseSettings, SettingsConfigDict

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache"
DEFAULT_DATA = ROOT / "data"
WEB_CLIENT = ROOT / "web" / "dist"
KAFKA_POM = ROOT / "launcher" / "kafka" / "pom.xml"


class Settings(BaseSettings):
    """``X0_MONGO_URL`` and ``X0_KAFKA`` name a store and a log that somebody else runs."""

    model_config = SettingsConfigDict(env_prefix="X0_")

    mongo_url: str | None = None
    mongo_db: str = "x0"
    kafka: str | None = None
    log_level: str = "INFO"
    public_url: str | None = None  # what players type, where that is not the gateway itself
    # The folder of the web client; an empty text is none. Without it the one that was built here.
    web_root: str | None = None

    @property
    def client(self) -> str:
        """The folder the gateway serves to browsers; empty where there is none."""
        if self.web_root is None:
            return str(WEB_CLIENT) if (WEB_CLIENT / "index.html").exists() else ""
        # Children work in another folder.
        return self.web_root and str(Path(self.web_root).absolute())
