/** A topic of whole snapshots (`player`, `lobby`, `live`) or one that is set once (`rating:ID`). */
import { link, type TopicMessage } from './link.svelte';
import type { Problem } from './problem';

export class Topic<T> {
  /** Undefined until the first snapshot. */
  value = $state.raw<T | undefined>(undefined);
  problem = $state.raw<Problem | null>(null);
  #version: number | null = null;
  #stop: (() => void) | null = null;

  constructor(readonly name: string) {}

  /** Follows until the function it gives is called. */
  follow(): () => void {
    this.#stop?.();
    this.#stop = link.follow(this.name, {
      from: () => null,
      receive: (message) => this.#receive(message),
      refused: (problem) => {
        this.problem = problem;
      },
    });
    return () => {
      this.#stop?.();
      this.#stop = null;
    };
  }

  /** What was there belonged to somebody else. */
  forget(): void {
    this.value = undefined;
    this.#version = null;
  }

  #receive(message: TopicMessage): void {
    if (message.type === 'subscribed') return;
    if (this.#version !== null && message.version < this.#version) return;
    this.#version = message.version;
    this.problem = null;
    this.value = (message.type === 'snapshot' ? message.snapshot : message.event) as T;
  }
}
