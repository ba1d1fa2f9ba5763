"""How often somebody may ask. Kept in memory: every instance counts for itself."""

from servicekit.ratelimit import RateLimiter

from x0_gateway.settings import GatewaySettings


class Limits:
    def __init__(self, settings: GatewaySettings) -> None:
        self.address = RateLimiter(settings.address_rate, settings.address_burst)
        self.page = RateLimiter(settings.page_rate, settings.page_burst)
        self.player = RateLimiter(settings.player_rate, settings.player_burst)
        self.puzzle = RateLimiter(settings.puzzle_rate, settings.puzzle_burst)
        self.sign_in = RateLimiter(settings.sign_in_rate, settings.sign_in_burst)
