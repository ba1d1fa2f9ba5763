/**
 * Puzzles that are kept on this device, so that there is a next one without a connection: some for
 * each of the filters that were used last, drawn by the server, and not seen yet.
 */
import { session } from '../api/session.svelte';
import type { Puzzle } from '../api/types';
import { keep, kept } from '../app/kept';
import * as api from './api';
import type { Filters } from './filters';

const KEY = 'x0.puzzles.batch';
const FULL = 10;
const FEW = 5;
/** So many filters are remembered. */
const MOST_FILTERS = 6;

interface Batch extends Filters {
  readonly puzzles: readonly Puzzle[];
}

function batches(): readonly Batch[] {
  const { batches: found, player } = kept(KEY);
  // What is unseen to one may be solved by another who uses the same device.
  const me = session.me?.id;
  if (me && player && player !== me) return [];
  return Array.isArray(found) ? found.filter(isBatch) : [];
}

function isBatch(found: unknown): found is Batch {
  const { mode, level, puzzles } = (found ?? {}) as Record<string, unknown>;
  return typeof mode === 'string' && typeof level === 'number' && Array.isArray(puzzles);
}

const fits = (filters: Filters) => (batch: Batch) =>
  batch.mode === filters.mode && batch.level === filters.level;

function store(list: readonly Batch[]): void {
  const player = session.me?.id ?? kept(KEY).player ?? '';
  keep(KEY, { player, batches: list.slice(0, MOST_FILTERS) });
}

export function atHand(filters: Filters): readonly Puzzle[] {
  return batches().find(fits(filters))?.puzzles ?? [];
}

/** One that is kept, whatever it was drawn for. */
export function keptPuzzle(id: string): Puzzle | null {
  const all = batches().flatMap((batch) => batch.puzzles);
  return all.find((puzzle) => puzzle.puzzle_id === id) ?? null;
}

/** The next one without a connection; it stays at hand until it is begun. */
export function nextAtHand(filters: Filters, except = ''): Puzzle | null {
  return atHand(filters).find((puzzle) => puzzle.puzzle_id !== except) ?? null;
}

/** It was begun: nobody is given it again. */
export function taken(id: string): void {
  if (!keptPuzzle(id)) return;
  store(
    batches().map((batch) => ({
      ...batch,
      puzzles: batch.puzzles.filter((puzzle) => puzzle.puzzle_id !== id),
    })),
  );
}

const filling = new Map<string, Promise<void>>();

/** Draws more where few are left. What goes wrong is tried again the next time. */
export function fill(filters: Filters): Promise<void> {
  const key = `${filters.mode} ${filters.level}`;
  const running = filling.get(key);
  if (running) return running;
  const work = draw(filters)
    .catch(() => {})
    .finally(() => filling.delete(key));
  filling.set(key, work);
  return work;
}

async function draw(filters: Filters): Promise<void> {
  const before = atHand(filters);
  if (before.length >= FEW) {
    touch(filters, before);
    return;
  }
  const ids = before.map((puzzle) => puzzle.puzzle_id);
  const { puzzles } = await api.draw(filters, FULL - before.length, ids);
  // Meanwhile one may have been begun.
  touch(filters, [...atHand(filters), ...puzzles.filter((one) => !ids.includes(one.puzzle_id))]);
}

/** The filters that were used last come first. */
function touch({ mode, level }: Filters, puzzles: readonly Puzzle[]): void {
  const others = batches().filter((batch) => !fits({ mode, level })(batch));
  store([{ mode, level, puzzles }, ...others]);
}
