/** A game as somebody sees it who only looks: its stones. */
import { link, type TopicMessage } from '../api/link.svelte';
import type { Snapshot } from '../api/types';
import { apply } from '../game/apply';

export class MiniGame {
  snapshot = $state.raw<Snapshot | null>(null);

  constructor(readonly id: string) {}

  /** Until the function it gives is called. */
  follow(): () => void {
    return link.follow(`game:${this.id}`, {
      from: () => this.snapshot?.version ?? null,
      receive: (message) => this.#receive(message),
    });
  }

  #receive(message: TopicMessage): void {
    if (message.type === 'subscribed' || message.kind !== 'game') return;
    if (message.type === 'snapshot') {
      this.snapshot = message.snapshot;
      return;
    }
    if (!this.snapshot) return;
    const next = apply(this.snapshot, message.version, message.event);
    if (next) this.snapshot = next;
    else link.renew(`game:${this.id}`);
  }
}
