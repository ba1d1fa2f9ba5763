/** The server's clock, as well as pings can tell. */
const SAMPLES = 8;

export class ServerTime {
  #samples: { readonly trip: number; readonly offset: number }[] = [];

  /** A ping left at `sent` and came back at `got` (local ms) when the server's clock was `server`. */
  add(sent: number, server: number, got: number): void {
    this.#samples.push({ trip: got - sent, offset: server - (sent + got) / 2 });
    if (this.#samples.length > SAMPLES) this.#samples.shift();
  }

  /** The shortest of the last round trips in ms; null before the first. */
  get trip(): number | null {
    return this.#best()?.trip ?? null;
  }

  /** Server time in epoch ms. */
  now(local = localNow()): number {
    return local + (this.#best()?.offset ?? 0);
  }

  /** The trip that took least says most about the offset. */
  #best() {
    let best = this.#samples[0];
    for (const sample of this.#samples) if (best && sample.trip < best.trip) best = sample;
    return best;
  }
}

/** Epoch ms by a clock that does not jump when the system's is set. */
export function localNow(): number {
  return performance.timeOrigin + performance.now();
}
