/**
 * What the page of a puzzle is doing: the board, the stone that is being judged, replies that come
 * one after the other, looking through a solution. Components show it.
 */
import { untrack } from 'svelte';
import { Problem } from '../api/problem';
import { session } from '../api/session.svelte';
import { type Colour, type Foul, opposite, type Point, type PuzzleProgress } from '../api/types';
import { say } from '../app/announce.svelte';
import { notices, words } from '../app/notices.svelte';
import { settings } from '../app/settings.svelte';
import { BoardModel, type FoulKind } from '../board/model.svelte';
import { pointName } from '../board/points';
import { buzz, play as sound } from '../game/sounds';
import { t } from '../i18n/index.svelte';
import * as api from './api';
import { type Looked, look } from './look';
import { Play } from './play.svelte';
import * as speech from './words';

/** A stone of the player that is not part of the line. */
export interface Trial {
  readonly cell: number;
  readonly verdict: 'sent' | 'wrong' | 'foul' | 'undecided';
  readonly foul: Foul | null;
}

export type Stage = 'loading' | 'play' | 'wait' | 'wrong' | 'undecided' | 'over';

const BEAT = 400;

export class Screen {
  readonly board = new BoardModel();
  readonly play: Play;
  trial = $state.raw<Trial | null>(null);
  /** What refutes the wrong stone, and how much of it is on the board. */
  refutation = $state.raw<readonly Point[]>([]);
  refuted = $state(0);
  /** How much of the line is on the board. */
  shown = $state(0);
  busy = $state(false);
  /** Whether anything was done here yet. */
  touched = false;
  progress = $state.raw<PuzzleProgress | null>(null);
  #looked = $state.raw<(Looked & { readonly at: string }) | null>(null);
  #stopped = false;

  readonly puzzle = $derived.by(() => this.play.puzzle);
  readonly attempt = $derived.by(() => this.play.attempt);
  readonly over = $derived.by(() => this.attempt !== null && this.attempt.status !== 'open');
  readonly attacker: Colour = $derived.by(() => this.puzzle?.attacker ?? 'black');
  /** All that can be on the board after the first position. */
  readonly line: readonly Point[] = $derived.by(() => {
    const { attempt } = this;
    if (attempt?.status === 'given_up') return attempt.solution?.line ?? [];
    return attempt?.played ?? [];
  });
  readonly stage: Stage = $derived.by(() => {
    if (!this.puzzle) return 'loading';
    if (this.busy) return 'wait';
    if (this.trial?.verdict === 'undecided') return 'undecided';
    if (this.trial) return 'wrong';
    return this.over ? 'over' : 'play';
  });
  readonly canPlay = $derived.by(() => this.stage === 'play' && this.shown === this.line.length);
  readonly hints = $derived.by(() => (this.over ? [] : (this.attempt?.hints ?? [])));
  readonly moreHints = $derived.by(() => !this.hints.some(({ kind }) => kind === 'point'));
  readonly refuting = $derived(this.refuted < this.refutation.length);

  constructor(id: string) {
    this.play = new Play(id);
  }

  /** To be called while the page is shown. */
  start(): () => void {
    const close = this.play.start();
    const stop = $effect.root(() => {
      // Another attempt than the one that was played here.
      $effect(() => {
        if (this.play.resets) untrack(() => this.#reset());
      });
      $effect(() => void this.#look());
      $effect(() => this.#draw());
      $effect(() => {
        if (!this.canPlay) this.board.ghost = -1;
      });
    });
    return () => {
      this.#stopped = true;
      stop();
      close();
    };
  }

  async place(cell: number): Promise<void> {
    if (!this.canPlay) return;
    const point = this.board.geometry.point(cell);
    const before = this.line.length;
    const foul = this.#foulAt(cell);
    this.trial = { cell, verdict: 'sent', foul: null };
    buzz();
    sound('own');
    await this.#work(async () => {
      try {
        const { last } = await this.play.act({ kind: 'move', point });
        if (last && last.verdict !== 'right') {
          this.trial = { cell, verdict: last.verdict, foul };
          say(speech.verdictWords(last.verdict, point, foul));
          return;
        }
        this.trial = null;
        this.shown = before + 1;
        await this.#replies(point);
      } catch (error) {
        this.trial = null;
        throw error;
      }
    });
  }

  /** Takes a wrong stone back. */
  tryAgain(): void {
    if (!this.trial || this.busy) return;
    this.#clear();
    say(t.puzzles.takenBack());
  }

  async showWhy(): Promise<void> {
    const { trial } = this;
    if (!trial || this.busy) return;
    await this.#work(async () => {
      this.refuted = 0;
      this.refutation = await this.play.explain();
      if (!this.refutation.length) return notices.add(t.puzzles.cannotExplain());
      say(speech.refutationWords(this.refutation, opposite(this.attacker)));
      while (this.refuting && (await this.#wait())) {
        this.refuted += 1;
        sound('other');
      }
    });
  }

  async hint(): Promise<void> {
    await this.#work(async () => {
      const { hints } = await this.play.act({ kind: 'hint' });
      const hint = hints.at(-1);
      if (hint) say(speech.hintWords(hint));
    });
  }

  async restart(): Promise<void> {
    await this.#work(async () => {
      await this.play.act({ kind: 'restart' });
      this.#reset();
    });
  }

  async giveUp(): Promise<void> {
    await this.#work(async () => {
      await this.play.act({ kind: 'give_up' });
      this.#clear();
      this.shown = 0;
      say(t.puzzles.givenUp());
      void this.#count();
    });
  }

  /** Once more from the beginning. */
  async again(): Promise<void> {
    await this.#work(async () => {
      await this.play.act({ kind: 'start' });
      this.#reset();
    });
  }

  /** Through the line, once it is over. */
  go(step: number): void {
    if (this.over && !this.busy) this.shown = Math.min(this.line.length, Math.max(0, step));
  }

  /** Stones of the line and how each is called, for who listens. */
  stepWords(step: number): string {
    const point = this.line[step - 1];
    if (!point) return '';
    const colour = step % 2 ? this.attacker : opposite(this.attacker);
    return t.board.stone({ p: pointName(point), colour });
  }

  /** What follows a right move, stone by stone. */
  async #replies(point: Point): Promise<void> {
    const follows = this.line.slice(this.shown);
    const reply = follows[0];
    if (!this.over && reply) say(speech.rightWords(point, reply, opposite(this.attacker)));
    else if (this.over) say(t.puzzles.decided({ p: pointName(point) }));
    while (this.shown < this.line.length && (await this.#wait())) {
      this.shown += 1;
      sound('other');
    }
    if (!this.over || this.#stopped) return;
    sound('end');
    if (this.attempt) say(speech.solvedWords(this.attempt));
    await this.#count();
  }

  /** Streaks and rating after it; they are not missed where they cannot be had. */
  async #count(): Promise<void> {
    const me = session.me?.id;
    if (!me || this.play.waits) return;
    try {
      this.progress = await api.progress(me);
    } catch {
      this.progress = null;
    }
  }

  /** One thing at a time; what goes wrong is said. */
  async #work(work: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.touched = true;
    try {
      await work();
    } catch (error) {
      if (!this.#stopped) notices.add(words(Problem.from(error)), 'error');
    } finally {
      this.busy = false;
    }
  }

  /** False: the page is gone meanwhile. */
  async #wait(): Promise<boolean> {
    const time = settings.reducedMotion ? 0 : BEAT;
    if (time) await new Promise((resolve) => setTimeout(resolve, time));
    return !this.#stopped;
  }

  #clear(): void {
    this.trial = null;
    this.refutation = [];
    this.refuted = 0;
    this.board.ghost = -1;
  }

  #reset(): void {
    this.#clear();
    this.shown = this.attempt?.status === 'given_up' ? 0 : this.line.length;
  }

  #foulAt(cell: number): Foul | null {
    const at = ({ point }: Foul) => this.board.geometry.cell(point) === cell;
    return this.#looked?.fouls.find(at) ?? null;
  }

  /** What is on the board after the first position, but for what is not judged yet. */
  #moves(): readonly Point[] {
    const line = this.line.slice(0, this.shown);
    if (!this.trial || !this.#judged) return line;
    const tried = this.board.geometry.point(this.trial.cell);
    return [...line, tried, ...this.refutation.slice(0, this.refuted)];
  }

  get #judged(): boolean {
    return (
      this.trial !== null && this.trial.verdict !== 'sent' && this.trial.verdict !== 'undecided'
    );
  }

  /** Asks the rules for what is marked: fouls where Black is to find a move, the row at an end. */
  async #look(): Promise<void> {
    const { puzzle } = this;
    if (!puzzle) return;
    const fouls = this.canPlay && puzzle.ruleset === 'renju' && this.attacker === 'black';
    if (!fouls && !this.over && !this.refuted) return;
    const moves = this.#moves();
    const at = moves.join(' ');
    if (this.#looked?.at === at) return;
    try {
      this.#looked = { at, ...(await look(puzzle, moves)) };
    } catch {
      // Without the engine the marks are missing; the judge knows the rules.
    }
  }

  #draw(): void {
    const { puzzle, trial, board } = this;
    if (!puzzle) return;
    const { geometry } = board;
    const moves = this.#moves();
    const stones = [...puzzle.moves, ...moves].map((point, n) => ({
      cell: geometry.cell(point),
      colour: n % 2 ? ('white' as const) : ('black' as const),
    }));
    const judged = this.#judged;
    const last = stones.at(-1);
    const looked = this.#looked?.at === moves.join(' ') ? this.#looked : null;
    const marked = looked && !trial ? looked.fouls : [];
    const foul = trial?.foul ?? null;
    const hint = (kind: 'area' | 'point') => this.hints.find((one) => one.kind === kind);
    const [area, spot] = [hint('area'), hint('point')];
    board.set({
      stones,
      last: last?.cell ?? -1,
      numbers: settings.current.moveNumbers,
      unsure: trial && !judged ? [{ cell: trial.cell, colour: this.attacker }] : [],
      wrong: trial && judged ? trial.cell : -1,
      forbidden: new Map<number, FoulKind>(
        this.over ? [] : marked.map((one) => [geometry.cell(one.point), one.kind]),
      ),
      foul: foul && !this.refuted ? { cell: geometry.cell(foul.point), lines: foul.lines } : null,
      row: (looked?.row ?? []).map((point) => geometry.cell(point)),
      area: area?.kind === 'area' ? speech.cellsOf(geometry, area.low, area.high) : null,
      hinted: spot?.kind === 'point' ? geometry.cell(spot.point) : -1,
    });
  }
}
