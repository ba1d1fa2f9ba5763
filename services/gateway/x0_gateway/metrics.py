"""All metrics of the gateway."""

from prometheus_client import Counter, Gauge, Histogram

_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

HTTP_SECONDS = Histogram(
    "x0_http_seconds", "Duration of requests by route and status", ("route", "status"),
    buckets=_FAST,
)  # fmt: skip
SOCKETS = Gauge("x0_sockets", "Sockets open now")
SOCKETS_CLOSED = Counter("x0_sockets_closed_total", "Sockets that the gateway closed", ("code",))
SOCKETS_REFUSED = Counter("x0_sockets_refused_total", "Sockets not accepted", ("reason",))
SOCKET_MESSAGES = Counter("x0_socket_messages_total", "Messages received", ("type",))
SOCKET_ERRORS = Counter("x0_socket_errors_total", "Refusals sent", ("kind",))
TOPICS = Gauge("x0_topics", "Topics that somebody here follows", ("kind",))
TOPIC_FILLS = Counter("x0_topic_fills_total", "Gaps filled from the game service")
ACT_SECONDS = Histogram(
    "x0_act_seconds", "From the socket to the answer of the game service", buckets=_FAST
)
ACT_RESENT = Counter("x0_act_resent_total", "Actions sent again, to another or a new stream")
PLAY_STREAMS = Gauge("x0_play_streams", "Streams to game instances that are up")
