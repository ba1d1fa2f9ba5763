"""What players did, for the log: topic x0.account.events.v1, key = player id."""

from servicekit.outbox import OutEvent
from x0.account.v1 import events_pb2

from x0_account.domain.players import Deleted, Event, ProfileChanged, Registered, Renamed

TOPIC = "x0.account.events.v1"


def encode(player_id: str, version: int, event: Event) -> OutEvent:
    message = events_pb2.AccountEvent(player_id=player_id, version=version)
    match event:
        case Registered(name, was_guest):
            message.player_registered.name = name
            message.player_registered.was_guest = was_guest
        case Renamed(old_name, name):
            message.player_renamed.old_name = old_name
            message.player_renamed.name = name
        case Deleted():
            message.player_deleted.SetInParent()
        case ProfileChanged(country, language):
            message.profile_updated.SetInParent()
            message.profile_updated.country = country
            message.profile_updated.language = language
    kind = message.WhichOneof("event") or ""
    return OutEvent(
        version=version,
        topic=TOPIC,
        key=player_id,
        type=f"x0.account.v1.{kind}",
        value=message.SerializeToString(),
    )
