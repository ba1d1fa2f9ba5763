"""Close codes of the socket."""

from enum import IntEnum


class Close(IntEnum):
    """Each with what a client does about it."""

    RESTART = 1012
    NO_AUTH = 4001
    SLOW = 4008
    SILENT = 4009
    TOO_MANY = 4029


MEANING = {
    1002: "That was no WebSocket frame.",
    1007: "A text message was not UTF-8.",
    1009: "A message was larger than 16 KiB.",
    Close.RESTART: "This instance stops. Connect again at once.",
    Close.NO_AUTH: "The first message was not `auth`, or none came within 10 s.",
    Close.SLOW: "The client read too slowly. Connect again, subscribe from the last version.",
    Close.SILENT: "Pings were not answered. Connect again.",
    Close.TOO_MANY: "Too many messages a second, or too many sockets. Wait, then connect again.",
}
