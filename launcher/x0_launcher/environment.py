"""What each service is told by its environment: the contract between launcher and services."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from x0_launcher.keys import SigningKeys
from x0_launcher.ports import LOCAL, Ports
from x0_launcher.services import Service
from x0_launcher.settings import Settings

DEFAULT_PORT = 8000

# Set by the launcher only. One that the launcher inherited would contradict it, and the private
# key must not reach a service that does not sign.
MANAGED = frozenset(
    {
        "X0_GRPC_LISTEN",
        "X0_HTTP_LISTEN",
        "X0_INSTANCE",
        "X0_METRICS_LISTEN",
        "X0_TOKEN_KEY_ID",
        "X0_TOKEN_PRIVATE_KEY",
        "X0_TOKEN_PUBLIC_KEYS",
    }
)


@dataclass(frozen=True)
class Addresses:
    """Where one copy of a service listens."""

    grpc: int
    metrics: int
    http: int | None


class Environments:
    """Makes the environment of any copy of any service, running or not."""

    def __init__(
        self,
        settings: Settings,
        keys: SigningKeys,
        ports: Ports,
        instances: Mapping[str, Service],
        *,
        host: str,
        port: int | None,
        port_is_default: bool,
    ) -> None:
        self._settings = settings
        self._keys = keys
        self._ports = ports
        self._instances = instances
        self._host = host
        # The public ports first, before another child is given one of them by chance.
        wanted = port
        for name, service in instances.items():
            if service.http and wanted is not None:
                first = wanted == port
                found = ports.fixed(
                    f"{name}.http", wanted, host, or_next=port_is_default or not first
                )
                wanted = found + 1

    def addresses(self, instance: str, service: Service) -> Addresses:
        return Addresses(
            grpc=self._ports.get(f"{instance}.grpc"),
            metrics=self._ports.get(f"{instance}.metrics"),
            http=self._ports.get(f"{instance}.http", self._host) if service.http else None,
        )

    def release(self, instance: str, service: Service) -> None:
        """The instance is about to bind its ports."""
        self._ports.release(f"{instance}.grpc")
        self._ports.release(f"{instance}.metrics")
        if service.http:
            self._ports.release(f"{instance}.http")

    def urls(self) -> list[str]:
        """The gateways, as a client on this machine reaches them."""
        reached = {"0.0.0.0": LOCAL, "::": "[::1]"}.get(self._host, self._host)  # noqa: S104
        return [
            f"http://{reached}:{self.addresses(name, service).http}"
            for name, service in self._instances.items()
            if service.http
        ]

    def make(self, instance: str, service: Service, mongo_url: str, kafka: str) -> dict[str, str]:
        at = self.addresses(instance, service)
        env = {
            "X0_MONGO_URL": mongo_url,
            "X0_MONGO_DB": self._settings.mongo_db,
            "X0_KAFKA": kafka,
            "X0_GRPC_LISTEN": f"{LOCAL}:{at.grpc}",
            "X0_METRICS_LISTEN": f"{LOCAL}:{at.metrics}",
            "X0_INSTANCE": instance,
            "X0_LOG_LEVEL": self._settings.log_level,
            "X0_TOKEN_PUBLIC_KEYS": self._keys.public_json,
            **self._targets(),
        }
        if service.signs_tokens:
            env["X0_TOKEN_PRIVATE_KEY"] = self._keys.private_pem
            env["X0_TOKEN_KEY_ID"] = self._keys.key_id
        if at.http is not None:
            env["X0_HTTP_LISTEN"] = f"{self._host}:{at.http}"
            env["X0_WEB_ROOT"] = self._settings.client
        if public_url := self._settings.public_url or next(iter(self.urls()), None):
            env["X0_PUBLIC_URL"] = public_url
        return env

    def _targets(self) -> dict[str, str]:
        """For each service that runs here, where its copies are."""
        targets: dict[str, list[str]] = {}
        for name, service in self._instances.items():
            if not service.http:
                address = f"{LOCAL}:{self.addresses(name, service).grpc}"
                targets.setdefault(f"X0_{service.name.upper()}_TARGET", []).append(address)
        return {variable: ",".join(addresses) for variable, addresses in targets.items()}
