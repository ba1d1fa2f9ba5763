/** What went wrong between the client and the gateway. `reason` is the server's stable word. */
export class Problem extends Error {
  constructor(
    readonly reason: string,
    message: string,
    readonly status = 0,
    /** To be named to whoever is asked for help. */
    readonly requestId = '',
    readonly retryAfterSeconds = 0,
    readonly facts: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'Problem';
  }

  /** Nobody answered: the same may work in a moment. */
  get offline(): boolean {
    return this.reason === 'offline';
  }

  static from(error: unknown): Problem {
    if (error instanceof Problem) return error;
    const message = error instanceof Error ? error.message : String(error);
    return new Problem('client_error', message);
  }
}
