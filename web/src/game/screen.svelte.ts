/**
 * What the game's page is doing: the game as it is followed, the board that shows it, what is being
 * collected or looked at. Components show it; nothing here touches the document.
 */
import { link } from '../api/link.svelte';
import { Problem } from '../api/problem';
import { session } from '../api/session.svelte';
import type { Action, Colour } from '../api/types';
import { say } from '../app/announce.svelte';
import { notices, words } from '../app/notices.svelte';
import { settings } from '../app/settings.svelte';
import { BoardModel, type FoulKind } from '../board/model.svelte';
import { t } from '../i18n/index.svelte';
import { Explainer } from '../review/explain.svelte';
import { shownAt } from '../review/shown';
import { type Timeline, timeline } from '../review/timeline';
import { left } from './clock';
import { Draft, stored } from './draft.svelte';
import { equalTo } from './fifths';
import { LiveGame } from './live.svelte';
import { colourAfter, type Task, taskOf } from './opening';
import { Premove } from './premove.svelte';
import { buzz, play } from './sounds';

const HURRY = 20_000;

export class Screen {
  readonly game: LiveGame;
  readonly board = new BoardModel();
  readonly draft = new Draft();
  readonly premove: Premove;
  /** Taraguchi-10: the ten are being chosen, rather than a single fifth stone. */
  offering = $state(false);
  sending = $state(false);
  /** How many turns are shown; null: all of them, and those that come. */
  step = $state<number | null>(null);
  /** Answers why a point is forbidden, while looking back. */
  readonly explainer = new Explainer();

  #known: Timeline | null = null;

  readonly snapshot = $derived.by(() => this.game.snapshot);
  readonly timeline: Timeline | null = $derived.by(() => {
    this.#known = this.snapshot && timeline(this.snapshot, this.#known);
    return this.#known;
  });
  readonly last = $derived((this.timeline?.steps.length ?? 1) - 1);
  readonly shownStep = $derived(Math.min(this.step ?? this.last, this.last));
  readonly atNow = $derived(this.shownStep === this.last);
  /** The tournament that it belongs to; null for other games. */
  readonly tournament: string | null = $derived.by(
    () => this.snapshot?.match?.tournament_id ?? null,
  );
  /** There is no chat for whoever is here: as the tournament has it. */
  readonly chatOff: boolean = $derived.by(() => {
    const chat = this.snapshot?.settings.chat;
    return chat === 'off' || (chat === 'players' && this.game.seat === null);
  });
  /** What the opening asks; null in ordinary play and after the end. */
  readonly task: Task | null = $derived.by(() =>
    this.snapshot ? taskOf(this.snapshot, this.game.geometry) : null,
  );
  readonly mine = $derived.by(() => this.game.myTurn && this.atNow);

  /** Points that are collected and sent together, and how many. */
  readonly collecting: { kind: 'stones' | 'offer'; count: number } | null = $derived.by(() => {
    if (!this.mine || !this.task) return null;
    const { task } = this;
    if (task.kind === 'offer') return { kind: 'offer', count: task.count };
    if (task.kind !== 'place') return null;
    if (task.stones) return { kind: 'stones', count: task.stones };
    const offer = task.also.offer;
    return this.offering && offer ? { kind: 'offer', count: offer } : null;
  });
  readonly complete = $derived(
    this.collecting !== null && this.draft.points.length >= this.collecting.count,
  );
  /** Empty points that give the same shape as a chosen candidate, with the one they are equal to. */
  readonly equal: ReadonlyMap<number, number> = $derived.by(() => {
    if (this.collecting?.kind !== 'offer' || !this.snapshot) return new Map();
    const stones = this.snapshot.stones.map((stone) => ({
      cell: this.game.geometry.cell(stone.point),
      colour: stone.colour,
    }));
    return equalTo(this.game.geometry, stones, this.draft.points);
  });

  /** Of the stone that a click would put; null where a click puts none. */
  readonly colour: Colour | null = $derived.by(() => {
    const { snapshot, task, collecting, game } = this;
    if (!snapshot || !game.active || game.seat === null || !this.atNow) return null;
    if (collecting?.kind === 'stones' && task?.kind === 'place') {
      return this.complete ? null : colourAfter(task.colour, this.draft.points.length);
    }
    if (collecting?.kind === 'offer') return 'black';
    if (this.mine) return task?.kind === 'pick' ? 'black' : snapshot.live.colour_to_place;
    return this.canAim ? game.colourOf(game.seat) : null;
  });
  /** A click may put a stone or a candidate now. */
  readonly canPlay = $derived.by(() => {
    if (!this.mine || !this.game.canAct || this.sending) return false;
    if (this.collecting?.kind === 'stones') return !this.complete;
    const { task } = this;
    return task === null || task.kind === 'place' || task.kind === 'offer' || task.kind === 'pick';
  });
  /** A point may be chosen ahead of one's turn, to be placed when it comes. */
  readonly canAim = $derived.by(
    () =>
      this.game.active &&
      this.game.seat !== null &&
      this.atNow &&
      this.task === null &&
      this.game.pending === null,
  );
  readonly input = $derived.by(() => {
    if (this.collecting) return 'never';
    const { input, hurry } = settings.current;
    const { snapshot, game } = this;
    if (hurry && snapshot && game.seat && game.myTurn) {
      const ms = left(snapshot.live.clocks, game.seat, link.now());
      if (ms !== null && ms < HURRY) return 'immediate';
    }
    return input;
  });

  constructor(id: string) {
    this.game = new LiveGame(id);
    this.premove = new Premove(this.game);
  }

  /** Keeps the board and what is collected as the game is. To be called while the page is shown. */
  start(): () => void {
    this.game.open();
    const stop = $effect.root(() => {
      $effect(() => this.board.use(this.game.geometry));
      $effect(() => this.draft.use(this.#draftKey()));
      $effect(() => this.#draw());
      $effect(() => {
        if (!this.mine) this.offering = false;
      });
      // Candidates that were being collected before a reload are still being collected.
      $effect(() => {
        const { task } = this;
        if (!this.mine || task?.kind !== 'place' || !task.also.offer) return;
        if (stored(this.#offerKey()).length) this.offering = true;
      });
      // Where nothing can be placed, now or later, nothing is chosen.
      $effect(() => {
        const { task } = this;
        const point = task === null || task.kind === 'place' || task.kind === 'offer';
        const wanted = this.mine && (point || task.kind === 'pick');
        if (!wanted && !this.canAim) this.board.ghost = -1;
      });
      // The first stone in the centre is no decision.
      $effect(() => {
        const { task } = this;
        if (!this.canPlay || task?.kind !== 'place' || task.zone?.size !== 1) return;
        const [cell] = task.zone;
        if (cell !== undefined) void this.act(this.#placed(cell));
      });
      $effect(() => this.premove.tend());
    });
    return () => {
      stop();
      this.game.close();
    };
  }

  /** The board's owner was told that this point is to be played. */
  place(cell: number): void {
    if (!this.canPlay) {
      if (this.canAim && this.premove.allowed) this.premove.set(cell);
      return;
    }
    if (this.collecting) this.#collect(cell, this.collecting);
    else if (this.task?.kind === 'pick') void this.act(this.#at('pick', cell));
    else void this.act(this.#placed(cell));
  }

  /** Why a point cannot be a candidate. */
  refuse(cell: number): string | null {
    if (this.collecting?.kind !== 'offer' || this.draft.points.includes(cell)) return null;
    const name = (of: number) => this.game.geometry.name(of);
    const same = this.equal.get(cell);
    if (same !== undefined) return t.game.equalRefused({ p: name(cell), q: name(same) });
    return this.complete ? t.game.enoughChosen({ of: this.collecting.count }) : null;
  }

  /** Sends what was collected. */
  async send(): Promise<void> {
    const { collecting } = this;
    if (!collecting || !this.complete || this.sending) return;
    this.sending = true;
    try {
      if (collecting.kind === 'offer') {
        const points = this.draft.points.map((cell) => this.game.geometry.point(cell));
        if (await this.act({ type: 'offer', points })) this.draft.clear();
        return;
      }
      // One turn a stone: what got through is taken off, the rest stays if the line breaks.
      for (const cell of this.draft.points) {
        if (!(await this.act(this.#placed(cell)))) return;
        this.draft.remove(cell);
      }
    } finally {
      this.sending = false;
    }
  }

  /** An action; a refusal is said. Gives whether it was done. */
  async act(action: Action): Promise<boolean> {
    try {
      await this.game.act(action);
      return true;
    } catch (error) {
      const { reason } = Problem.from(error);
      // Said by what happened on the board.
      const known = reason === 'game_over' || (reason === 'dropped' && this.game.returned !== null);
      if (!known) notices.add(words(error), 'error');
      return false;
    }
  }

  #collect(cell: number, { kind, count }: { kind: 'stones' | 'offer'; count: number }): void {
    const p = this.game.geometry.name(cell);
    if (this.draft.points.includes(cell)) {
      this.draft.remove(cell);
      say(t.game.candidateRemoved({ p, n: this.draft.points.length, of: count }));
      return;
    }
    const colour = this.colour ?? 'black';
    this.draft.add(cell);
    const n = this.draft.points.length;
    buzz();
    play('own');
    if (kind === 'offer') say(t.game.candidateAdded({ p, n, of: count }));
    else say(t.game.stoneAdded({ colour, p, n, of: count }));
  }

  #placed(cell: number): Action {
    return this.#at('place', cell);
  }

  #at(type: 'place' | 'pick', cell: number): Action {
    return { type, point: this.game.geometry.point(cell) };
  }

  #draftKey(): string {
    if (!this.collecting || !this.snapshot || !session.me) return '';
    const { id } = this.game;
    if (this.collecting.kind === 'offer') return this.#offerKey();
    return `x0.draft.${id}.stones.${this.snapshot.stones.length < 3 ? 'three' : 'two'}`;
  }

  #offerKey(): string {
    return `x0.draft.${this.game.id}.offer.${this.game.ply}`;
  }

  #draw(): void {
    const { snapshot, game, timeline: all, collecting } = this;
    if (!snapshot || !all) return;
    const { geometry } = game;
    const numbers = settings.current.moveNumbers;
    const { live } = snapshot;
    const now = {
      unsure: this.#unsure(),
      candidates:
        collecting?.kind === 'offer'
          ? this.draft.points
          : live.opening.offered.map((p) => geometry.cell(p)),
      equal: new Set(this.equal.keys()),
      forbidden: new Map<number, FoulKind>(
        live.forbidden.map((found) => [geometry.cell(found.point), found.kind]),
      ),
      zone: this.#zone(),
    };
    const more = this.atNow ? { numbers, ...now } : { numbers };
    this.board.set(shownAt(snapshot, all.steps, this.shownStep, geometry, this.explainer, more));
  }

  #zone(): ReadonlySet<number> | null {
    const { task } = this;
    if (this.collecting?.kind === 'offer') return null;
    // The other player and spectators see the zone too.
    if (task?.kind === 'place') return task.zone;
    return this.mine && task?.kind === 'pick' ? new Set(task.points) : null;
  }

  #unsure(): { cell: number; colour: Colour }[] {
    const { task, snapshot, game } = this;
    const pending = game.pending?.action;
    const found: { cell: number; colour: Colour }[] = [];
    if (this.collecting?.kind === 'stones' && task?.kind === 'place') {
      for (const [n, cell] of this.draft.points.entries()) {
        found.push({ cell, colour: colourAfter(task.colour, n) });
      }
    } else if (pending?.type === 'place' && snapshot?.live.colour_to_place) {
      const cell = game.geometry.cell(pending.point);
      found.push({ cell, colour: snapshot.live.colour_to_place });
    }
    return found;
  }
}
