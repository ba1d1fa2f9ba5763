/** Something that is read again when the tournament has changed, though not more often than this. */
import { Load } from '../people/load.svelte';

export class Fresh<T> extends Load<T> {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = Number.NEGATIVE_INFINITY;

  constructor(
    readonly fetch: () => Promise<T>,
    readonly every: number,
  ) {
    super();
  }

  /** Something has changed: at once if it was not read just now, otherwise when it may be. */
  changed(): void {
    if (this.#timer !== undefined) return;
    const wait = this.#last + this.every - performance.now();
    if (wait <= 0) void this.read();
    else this.#timer = setTimeout(() => void this.read(), wait);
  }

  async read(): Promise<void> {
    this.#stop();
    this.#last = performance.now();
    await this.run(this.fetch);
  }

  override clear(): void {
    this.#stop();
    this.#last = Number.NEGATIVE_INFINITY;
    super.clear();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
