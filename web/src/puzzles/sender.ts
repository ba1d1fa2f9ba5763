/**
 * Sends what was done without a connection, puzzle by puzzle, each call with the version that the
 * answer before it gave. What the server refuses ends that puzzle's list: the attempt has gone on
 * elsewhere, and what the server has is what counts.
 */
import { Problem } from '../api/problem';
import { session } from '../api/session.svelte';
import type { PuzzleAttempt } from '../api/types';
import * as api from './api';
import { isAway } from './away';
import { isMine } from './mine';
import { type Call, done, drop, type Waiting, waiting } from './queue';

/** `attempt`: the server's, after all was sent; null: the rest was dropped. */
type Listener = (id: string, attempt: PuzzleAttempt | null) => void;

const RETRY = 10_000;
const LATER = [401, 408, 425, 429];

class Sender {
  #listeners = new Set<Listener>();
  #started = false;
  #running = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  onSent(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** From now on whatever waits is sent as soon as it can be. */
  start(): void {
    if (!this.#started) {
      this.#started = true;
      addEventListener('online', () => this.kick());
      session.onChange(() => this.kick());
    }
    this.kick();
  }

  kick(): void {
    void this.flush();
  }

  async flush(): Promise<void> {
    if (this.#running || !waiting().length) return;
    clearTimeout(this.#timer);
    this.#running = true;
    try {
      // One tab at a time.
      if ('locks' in navigator) await navigator.locks.request('x0-puzzles', () => this.#all());
      else await this.#all();
    } catch {
      // There is no way to the server yet.
    } finally {
      this.#running = false;
    }
    if (waiting().length) this.#timer = setTimeout(() => this.kick(), RETRY);
  }

  async #all(): Promise<void> {
    if (session.me === undefined) await session.resume();
    if (session.me === null && waiting().some(({ player }) => !player)) await session.player();
    const mine = ({ player }: Waiting) => isMine(player);
    for (let entry = waiting().find(mine); entry && session.me; entry = waiting().find(mine)) {
      await this.#one(entry, session.me.id);
    }
  }

  async #one(first: Waiting, player: string): Promise<void> {
    const id = first.puzzle.puzzle_id;
    const isElse = () => session.me?.id !== player;
    let attempt: PuzzleAttempt | null = null;
    try {
      for (let entry: Waiting | null = first; entry; entry = done(entry, attempt.version)) {
        const [call] = entry.calls;
        if (!call) break;
        // Somebody else has come meanwhile.
        if (isElse()) return;
        attempt = await sent(id, entry.version, call);
        if (call.kind === 'move' && attempt.last?.verdict !== call.verdict) {
          throw new Problem('not_as_judged', 'the server judges otherwise', 409);
        }
      }
    } catch (error) {
      if (isPassing(error) || isElse()) throw error;
      attempt = null;
    }
    drop(first);
    for (const listener of this.#listeners) listener(id, attempt);
  }
}

async function sent(id: string, version: number, call: Call): Promise<PuzzleAttempt> {
  switch (call.kind) {
    case 'start': {
      const { attempt } = await api.start(id);
      // It was open already, here at its first position.
      return attempt.played.length ? api.restart(id, attempt.version) : attempt;
    }
    case 'move':
      return api.move(id, version, call.point, call.seconds);
    case 'hint':
      return hinted(id, version);
    case 'restart':
      return api.restart(id, version);
    case 'give_up':
      return api.giveUp(id, version);
  }
}

/** It says nothing about the attempt, and may be otherwise in a moment. */
function isPassing(error: unknown): boolean {
  const { status, reason } = Problem.from(error);
  return isAway(error) || LATER.includes(status) || status >= 500 || reason === 'busy';
}

/** The device may know of more hints than the server has. */
async function hinted(id: string, version: number): Promise<PuzzleAttempt> {
  try {
    return await api.hint(id, version);
  } catch (error) {
    const view = Problem.from(error).reason === 'no_more_hints' ? await api.attempt(id) : null;
    if (!view) throw error;
    return view.attempt;
  }
}

export const sender = new Sender();
