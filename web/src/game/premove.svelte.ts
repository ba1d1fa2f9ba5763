/**
 * A stone chosen ahead of one's turn, that is played by itself when the turn comes. Off unless a
 * person switched it on, and never in rated games. It is meant for one ply and is gone with the page.
 */
import { say } from '../app/announce.svelte';
import { notices } from '../app/notices.svelte';
import { settings } from '../app/settings.svelte';
import { t } from '../i18n/index.svelte';
import type { LiveGame } from './live.svelte';

export class Premove {
  chosen = $state.raw<{ readonly cell: number; readonly ply: number } | null>(null);
  readonly #game: LiveGame;

  constructor(game: LiveGame) {
    this.#game = game;
  }

  get allowed(): boolean {
    const snapshot = this.#game.snapshot;
    const free = snapshot?.live.opening.done === true && !snapshot.settings.rated;
    return settings.current.premove && free && this.#game.active;
  }

  set(cell: number): void {
    this.chosen = { cell, ply: this.#game.ply + 1 };
    say(t.game.premoveSet({ p: this.#game.geometry.name(cell) }));
  }

  cancel(): void {
    this.chosen = null;
  }

  /** Plays it when its ply has come; drops it when that is no longer what was meant. */
  tend(): void {
    const { chosen } = this;
    const game = this.#game;
    if (!chosen) return;
    if (!game.active || game.ply > chosen.ply || !this.allowed) return this.#drop();
    if (game.ply !== chosen.ply || !game.canAct) return;
    const point = game.geometry.point(chosen.cell);
    const same = ([x, y]: readonly [number, number]) => x === point[0] && y === point[1];
    const taken = game.snapshot?.stones.some((stone) => same(stone.point));
    const forbidden = game.snapshot?.live.forbidden.some((found) => same(found.point));
    if (taken || forbidden) return this.#drop();
    this.chosen = null;
    game.act({ type: 'place', point }).catch(() => notices.add(t.game.premoveDropped(), 'error'));
  }

  #drop(): void {
    this.chosen = null;
    if (this.#game.active) notices.add(t.game.premoveDropped());
  }
}
