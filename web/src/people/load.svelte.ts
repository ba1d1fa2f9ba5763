/** Something fetched for a page: what came, or what went wrong. Only the last request counts. */
export class Load<T> {
  value = $state.raw<T | undefined>(undefined);
  error = $state.raw<unknown>(null);
  #turn = 0;

  /** What was there stays until the answer comes. */
  async run(fetch: () => Promise<T>): Promise<void> {
    const turn = ++this.#turn;
    this.error = null;
    try {
      const value = await fetch();
      if (turn === this.#turn) this.value = value;
    } catch (error) {
      if (turn === this.#turn) this.error = error;
    }
  }

  clear(): void {
    this.#turn += 1;
    this.value = undefined;
    this.error = null;
  }
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** A list that comes in pages, one after the other. */
export class Pages<T> {
  items = $state.raw<readonly T[]>([]);
  /** The first page is there. */
  begun = $state(false);
  /** Null: there is no more. */
  next = $state.raw<string | null>('');
  busy = $state(false);
  error = $state.raw<unknown>(null);
  #turn = 0;

  constructor(readonly fetch: (token: string) => Promise<Page<T>>) {}

  readonly more = $derived(this.next !== null);

  /** Fetches one page; false when there was nothing to fetch or it failed. */
  async load(): Promise<boolean> {
    if (this.busy || this.next === null) return false;
    const turn = this.#turn;
    this.busy = true;
    this.error = null;
    try {
      const page = await this.fetch(this.next);
      if (turn !== this.#turn) return false;
      this.items = [...this.items, ...page.items];
      this.next = page.next;
      this.begun = true;
      return true;
    } catch (error) {
      if (turn === this.#turn) this.error = error;
      return false;
    } finally {
      if (turn === this.#turn) this.busy = false;
    }
  }

  /** Forgets everything; an answer under way is dropped. */
  reset(): void {
    this.#turn += 1;
    this.items = [];
    this.begun = false;
    this.next = '';
    this.busy = false;
    this.error = null;
  }
}
