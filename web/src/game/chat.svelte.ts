/** A game's chat room. */
import { newId } from '../api/http';
import { link, type TopicMessage } from '../api/link.svelte';
import type { Problem } from '../api/problem';
import type { ChatLine, Room } from '../api/types';

export interface Entry {
  readonly version: number;
  readonly line: ChatLine;
}

export class Chat {
  lines = $state.raw<readonly Entry[]>([]);
  /** Lines that came while nobody looked. */
  unread = $state(0);
  problem = $state.raw<Problem | null>(null);
  loaded = $state(false);
  /** Whoever shows it sets it. */
  open = $state(false);

  constructor(
    readonly game: string,
    readonly room: Room,
    /** A line came that was not there at first. */
    readonly heard: (line: ChatLine) => void,
  ) {}

  follow(): () => void {
    return link.follow(`chat:${this.game}:${this.room}`, {
      from: () => this.lines.at(-1)?.version ?? null,
      receive: (message) => this.#receive(message),
      refused: (problem) => {
        this.problem = problem;
      },
    });
  }

  async send(text: string): Promise<void> {
    await link.say(this.game, this.room, text, newId());
  }

  look(open: boolean): void {
    this.open = open;
    if (open) this.unread = 0;
  }

  #receive(message: TopicMessage): void {
    if (message.type === 'subscribed') {
      this.loaded = true;
      this.problem = null;
      return;
    }
    if (message.kind !== 'chat') return;
    if (message.type === 'snapshot') {
      this.lines = message.snapshot.lines;
      return;
    }
    if (message.version <= (this.lines.at(-1)?.version ?? 0)) return;
    this.lines = [...this.lines, { version: message.version, line: message.event }];
    if (!this.open) this.unread += 1;
    if (this.loaded) this.heard(message.event);
  }
}
