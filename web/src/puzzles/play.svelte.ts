/**
 * One puzzle and the own attempt at it. The server judges; while there is no way to it the device
 * does, and what was done is kept and sent later, in order.
 */
import { link } from '../api/link.svelte';
import { Problem } from '../api/problem';
import { session } from '../api/session.svelte';
import type { Point, Puzzle, PuzzleAttempt } from '../api/types';
import * as api from './api';
import { isAway } from './away';
import { keptPuzzle, taken } from './batch';
import * as device from './device';
import { continuation, judge } from './judge';
import { add, type Call, KEY, waitingFor } from './queue';
import { handedOver, remember, remembered } from './remembered';
import { sender } from './sender';
import { keptToday } from './today';

export type Act = { readonly kind: Exclude<Call['kind'], 'move'> } | MoveAct;
interface MoveAct {
  readonly kind: 'move';
  readonly point: Point;
}

/** It was played on in another place, or somebody else has signed in. */
const ELSEWHERE = ['attempt_moved_on', 'attempt_not_found'];

export class Play {
  puzzle = $state.raw<Puzzle | null>(null);
  /** Null before it was begun: whoever only looks at a link need not be anybody. */
  attempt = $state.raw<PuzzleAttempt | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** What is done here waits to be sent. */
  waits = $state(false);
  /** Grows when the attempt became another one than was played here. */
  resets = $state(0);
  #refutation: readonly Point[] = [];

  constructor(readonly id: string) {}

  /** Opens it and keeps up with what is sent. To be called while the page is shown. */
  start(): () => void {
    void this.open();
    const close = sender.onSent((id, attempt) => {
      if (id !== this.id) return;
      this.waits = false;
      if (attempt) this.#take(attempt);
      else void this.open();
    });
    // Another tab may be the one that sends it.
    const look = ({ key }: StorageEvent) => {
      if (key !== KEY || !this.waits || waitingFor(this.id)) return;
      this.waits = false;
      void this.open();
    };
    addEventListener('storage', look);
    return () => {
      removeEventListener('storage', look);
      close();
    };
  }

  async open(): Promise<void> {
    this.problem = null;
    const waiting = waitingFor(this.id);
    if (waiting) {
      this.puzzle = waiting.puzzle;
      this.attempt = waiting.attempt;
      this.waits = true;
      this.resets += 1;
      return;
    }
    const handed = handedOver(this.id);
    try {
      if (handed) {
        this.puzzle = handed;
        await this.act({ kind: 'start' });
      } else if (await session.token()) {
        const view = (await api.attempt(this.id)) ?? (await api.start(this.id));
        this.#see(view);
      } else this.puzzle = await api.puzzle(this.id);
    } catch (error) {
      const before = isAway(error) ? remembered(this.id) : null;
      const kept = isAway(error) ? (keptPuzzle(this.id) ?? keptToday(this.id)) : null;
      this.puzzle = before?.puzzle ?? kept ?? this.puzzle;
      this.attempt = before?.attempt ?? null;
      if (!this.puzzle) this.problem = Problem.from(error);
    }
    this.resets += 1;
  }

  /** Does it, and gives how the attempt stands then. What begins nothing begins it first. */
  async act(act: Act): Promise<PuzzleAttempt> {
    if (!this.attempt && act.kind !== 'start') await this.act({ kind: 'start' });
    if (!waitingFor(this.id)) {
      try {
        return await this.#ask(act);
      } catch (error) {
        if (ELSEWHERE.includes(Problem.from(error).reason)) void this.open();
        if (!isAway(error)) throw error;
      }
    }
    return this.#here(act);
  }

  /** What the defender plays against the last move, which was wrong; nothing: he may pass. */
  async explain(): Promise<readonly Point[]> {
    if (!this.attempt || waitingFor(this.id)) return this.#refutation;
    try {
      return await api.explanation(this.id, this.attempt.version);
    } catch (error) {
      if (Problem.from(error).reason === 'nothing_to_explain') return [];
      throw error;
    }
  }

  async #ask(act: Act): Promise<PuzzleAttempt> {
    const version = this.attempt?.version ?? 0;
    switch (act.kind) {
      case 'start':
        await session.player();
        return this.#see(await api.start(this.id));
      case 'move':
        return this.#take(await api.move(this.id, version, act.point, 0));
      case 'hint':
        return this.#take(await api.hint(this.id, version));
      case 'restart':
        return this.#take(await api.restart(this.id, version));
      case 'give_up':
        return this.#take(await api.giveUp(this.id, version));
    }
  }

  /** On the device. */
  async #here(act: Act): Promise<PuzzleAttempt> {
    const { puzzle } = this;
    if (!puzzle) throw new Problem('offline', 'there is no puzzle');
    const [attempt, call] = await this.#done(puzzle, act);
    const player = session.me?.id ?? '';
    add({ player, puzzle, version: this.attempt?.version ?? 0, attempt }, call);
    this.waits = true;
    this.attempt = attempt;
    taken(this.id);
    sender.kick();
    return attempt;
  }

  async #done(puzzle: Puzzle, act: Act): Promise<[PuzzleAttempt, Call]> {
    const now = link.now();
    const { attempt } = this;
    if (act.kind === 'start' || !attempt) {
      return [device.begun(puzzle, attempt, now), { kind: 'start' }];
    }
    switch (act.kind) {
      case 'move': {
        const judged = await judge(puzzle, attempt.played, act.point);
        this.#refutation = judged.verdict === 'wrong' ? judged.line : [];
        const seconds = device.secondsOf(attempt, now);
        const call = { kind: 'move', point: act.point, seconds, verdict: judged.verdict } as const;
        return [device.moved(attempt, act.point, judged, now), call];
      }
      case 'hint': {
        const [move] = await continuation(puzzle, attempt.played);
        const after = move ? device.hinted(attempt, move) : null;
        if (!after) throw new Problem('no_more_hints', 'there are no more hints');
        return [after, { kind: 'hint' }];
      }
      case 'restart':
        return [device.restarted(attempt), { kind: 'restart' }];
      case 'give_up':
        return [device.givenUp(attempt, await continuation(puzzle, []), now), { kind: 'give_up' }];
    }
  }

  #see(view: api.View): PuzzleAttempt {
    this.puzzle = view.puzzle;
    taken(this.id);
    return this.#take(view.attempt);
  }

  #take(attempt: PuzzleAttempt): PuzzleAttempt {
    this.attempt = attempt;
    if (this.puzzle) remember({ puzzle: this.puzzle, attempt });
    return attempt;
  }
}
