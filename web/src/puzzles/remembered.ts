/** The puzzle that was opened last, so that a reload without a connection finds it. */
import { session } from '../api/session.svelte';
import type { Puzzle } from '../api/types';
import { keep, kept } from '../app/kept';
import type { View } from './api';
import { isMine } from './mine';

const KEY = 'x0.puzzles.last';

export function remember(view: View): void {
  keep(KEY, { ...view, player: session.me?.id ?? '' });
}

export function remembered(id: string): View | null {
  const { puzzle, attempt, player = '' } = kept(KEY) as Partial<View & { player: string }>;
  if (!puzzle || !attempt || puzzle.puzzle_id !== id || !isMine(player)) return null;
  return { puzzle, attempt };
}

/** From one page to the next: a puzzle that was just drawn need not be asked for again. */
let handed: Puzzle | null = null;

export function handOver(puzzle: Puzzle): void {
  handed = puzzle;
}

export function handedOver(id: string): Puzzle | null {
  const found = handed?.puzzle_id === id ? handed : null;
  handed = null;
  return found;
}
