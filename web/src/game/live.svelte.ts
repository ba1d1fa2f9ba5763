/**
 * A game as it is followed: snapshot, events, clocks and what this player sends.
 *
 * At most one turn is under way. Whatever happens to the connection, a turn is sent for one ply
 * under one id: after a reconnect it goes out again only if the game still stands at that ply.
 */
import { newId } from '../api/http';
import { link, type TopicMessage } from '../api/link.svelte';
import { Problem } from '../api/problem';
import { session } from '../api/session.svelte';
import {
  type Action,
  other,
  type RatedGame,
  type Seat,
  type Snapshot,
  type Turn,
} from '../api/types';
import { Geometry } from '../board/points';
import { apply } from './apply';

/** What happened while the client was away. */
export interface Return {
  readonly turns: number;
  /** The turn that waited was dropped, since the game had gone on. */
  readonly dropped: boolean;
}

const TURNS = new Set([
  'place',
  'pass',
  'swap',
  'keep',
  'choose',
  'add_two',
  'offer',
  'pick',
  'declare',
]);

interface Pending {
  readonly action: Action;
  readonly ply: number;
  readonly id: string;
  readonly turnsBefore: number;
}

export class LiveGame {
  snapshot = $state.raw<Snapshot | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** The turn on its way, not yet acknowledged. */
  pending = $state.raw<Pending | null>(null);
  /** Own clock stands still on the screen from sending until the answer (server ms). */
  frozenAt = $state<number | null>(null);
  rated = $state.raw<RatedGame | null>(null);
  /** False from a loss of the connection until what was missed is here. */
  synced = $state(false);
  /** How often the server gave time back, since it had been away. */
  timeGivenBack = $state(0);
  /** Set once after each return; whoever shows it clears it. */
  returned = $state.raw<Return | null>(null);

  readonly #size = $derived(this.snapshot?.settings.board_size ?? 15);
  readonly #shape = $derived(this.snapshot?.settings.shape ?? 'square');
  /** One object for the whole game: what is made from it is not made again with every move. */
  readonly geometry = $derived(new Geometry(this.#size, this.#shape));
  readonly active = $derived(this.snapshot?.status === 'active');
  /** The seat of whoever uses the client; null for spectators. */
  readonly seat = $derived(seatOf(this.snapshot, session.me?.id));
  readonly toAct = $derived(this.active ? (this.snapshot?.live.to_act ?? null) : null);
  readonly myTurn = $derived(this.seat !== null && this.toAct === this.seat);
  readonly ply = $derived(this.snapshot?.stones.length ?? 0);
  /** May a turn be sent now? */
  readonly canAct = $derived(this.myTurn && this.synced && link.online && this.pending === null);

  #stop: (() => void)[] = [];
  #turnsAtLoss: number | null = null;

  constructor(readonly id: string) {}

  /** Follows the game until `close`. */
  open(): void {
    this.#stop.push(
      link.follow(`game:${this.id}`, {
        from: () => this.snapshot?.version ?? null,
        receive: (message) => this.#receive(message),
        refused: (problem) => {
          this.problem = problem;
        },
      }),
      link.follow(`rating:${this.id}`, {
        from: () => null,
        receive: (message) => this.#receiveRating(message),
      }),
    );
    const stopEffect = $effect.root(() => {
      $effect(() => {
        if (link.state === 'lost') this.#lost();
      });
    });
    this.#stop.push(stopEffect);
  }

  close(): void {
    for (const stop of this.#stop.splice(0)) stop();
  }

  /** Which seat plays this colour; null while colours belong to nobody. */
  seatOf(colour: 'black' | 'white'): Seat | null {
    const black = this.snapshot?.live.black ?? null;
    if (black === null) return null;
    return colour === 'black' ? black : other(black);
  }

  /** The colour of a seat; null while colours belong to nobody. */
  colourOf(seat: Seat): 'black' | 'white' | null {
    const black = this.snapshot?.live.black ?? null;
    if (black === null) return null;
    return black === seat ? 'black' : 'white';
  }

  /**
   * Sends an action and waits until it is done.
   *
   * @throws Problem with the server's reason; `turn_pending` when another is on its way; `dropped`
   *   when the game had gone on before the turn got through.
   */
  async act(action: Action): Promise<void> {
    if (!TURNS.has(action.type)) {
      await link.act(this.id, action, null);
      return;
    }
    if (this.pending) throw new Problem('turn_pending', 'another turn is on its way');
    const ply = this.ply;
    const turnsBefore = this.snapshot?.turns.length ?? 0;
    const pending = { action, ply, id: newId(), turnsBefore };
    this.pending = pending;
    this.frozenAt = link.now();
    try {
      await this.#deliver(pending);
    } finally {
      this.#settled(pending);
    }
  }

  #settled(pending: Pending): void {
    if (this.pending !== pending) return;
    this.pending = null;
    this.frozenAt = null;
  }

  async #deliver(pending: Pending): Promise<void> {
    for (;;) {
      try {
        const version = await link.act(this.id, pending.action, pending.ply, pending.id);
        await this.#reached(version);
        return;
      } catch (error) {
        const problem = Problem.from(error);
        const unknown = ['disconnected', 'no_answer', 'unavailable', 'busy'].includes(
          problem.reason,
        );
        if (!unknown) throw problem;
      }
      await this.#backInSync();
      if (!this.active) throw new Problem('dropped', 'the game ended meanwhile');
      if (this.#seenMine(pending)) return;
      if (this.ply !== pending.ply || !this.myTurn) {
        this.returned = { turns: 0, dropped: true };
        throw new Problem('dropped', 'the game went on meanwhile');
      }
    }
  }

  /** The turn had reached the game before the connection was lost. */
  #seenMine({ action, turnsBefore }: Pending): boolean {
    const turn = this.snapshot?.turns[turnsBefore];
    return turn !== undefined && turn.seat === this.seat && same(turn, action);
  }

  #reached(version: number): Promise<void> {
    return this.#until(() => (this.snapshot?.version ?? 0) >= version || !link.online, 3_000);
  }

  async #backInSync(): Promise<void> {
    await pause(300);
    await this.#until(() => this.synced && link.online, Number.POSITIVE_INFINITY);
  }

  /** Resolves when it holds or, after `limit` ms, anyway. */
  #until(holds: () => boolean, limit: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = Number.isFinite(limit) ? setTimeout(done, limit) : undefined;
      const stop = $effect.root(() => {
        $effect(() => {
          if (holds()) queueMicrotask(done);
        });
      });
      function done() {
        clearTimeout(timer);
        stop();
        resolve();
      }
    });
  }

  #lost(): void {
    if (this.synced) this.#turnsAtLoss = this.snapshot?.turns.length ?? 0;
    this.synced = false;
  }

  #receive(message: TopicMessage): void {
    if (message.type === 'subscribed') {
      if (this.#turnsAtLoss !== null) {
        const turns = Math.max(0, (this.snapshot?.turns.length ?? 0) - this.#turnsAtLoss);
        this.returned = { turns, dropped: false };
        this.#turnsAtLoss = null;
      }
      this.problem = null;
      this.synced = true;
      return;
    }
    if (message.kind !== 'game') return;
    if (message.type === 'snapshot') {
      this.snapshot = message.snapshot;
      return;
    }
    if (!this.snapshot) return;
    const next = attempt(this.snapshot, message);
    if (!next) return this.#renew();
    if (next === this.snapshot) return;
    this.snapshot = next;
    // The turn is on the board: the next one need not wait until it is acknowledged too.
    if (this.pending && this.#seenMine(this.pending)) this.#settled(this.pending);
    if (message.event.type === 'clocks_adjusted') this.timeGivenBack += 1;
  }

  /** Nothing is sent until the board is the server's again. */
  #renew(): void {
    if (!this.synced) return;
    this.synced = false;
    link.renew(`game:${this.id}`);
  }

  #receiveRating(message: TopicMessage): void {
    if (message.type === 'snapshot' && message.kind === 'rating') this.rated = message.snapshot;
    if (message.type === 'event' && message.kind === 'rating') this.rated = message.event;
  }
}

/** Is this turn what the action asked for? Another tab of the same player may have played another. */
function same(turn: Turn, action: Action): boolean {
  const known: Record<string, unknown> = { ...turn };
  return Object.entries(action).every(
    ([key, value]) => JSON.stringify(known[key]) === JSON.stringify(value),
  );
}

function seatOf(snapshot: Snapshot | null, player: string | undefined): Seat | null {
  if (!snapshot || !player) return null;
  if (snapshot.first.player_id === player) return 'first';
  return snapshot.second.player_id === player ? 'second' : null;
}

/** The next snapshot; null when the event does not follow, or is not what an event looks like. */
function attempt(
  snapshot: Snapshot,
  { version, event }: Extract<TopicMessage, { type: 'event'; kind: 'game' }>,
): Snapshot | null {
  try {
    return apply(snapshot, version, event);
  } catch {
    return null;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
