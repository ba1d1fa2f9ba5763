"""Protobuf to use cases: the gRPC face of the game service."""

from x0_game.rpc.servicer import GameServicer

__all__ = ["GameServicer"]
