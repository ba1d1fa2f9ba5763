/** Choosing the next puzzle: drawn by the server, or from those that are at hand. */
import { Problem } from '../api/problem';
import { session } from '../api/session.svelte';
import type { Puzzle } from '../api/types';
import { notices } from '../app/notices.svelte';
import { router } from '../app/router.svelte';
import { t } from '../i18n/index.svelte';
import * as api from './api';
import { isAway } from './away';
import { fill, nextAtHand } from './batch';
import type { Filters } from './filters';
import { handOver } from './remembered';

/** Opens the next one; gives false where there is none, and says why. */
export async function goOn(filters: Filters, current = ''): Promise<boolean> {
  try {
    const puzzle = await next(filters, current);
    handOver(puzzle);
    router.go(api.puzzleLink(puzzle.puzzle_id));
    return true;
  } catch (error) {
    const problem = Problem.from(error);
    const none = isAway(problem);
    notices.add(
      none
        ? t.puzzles.noneAtHand()
        : t.common.problem({ reason: problem.reason, detail: problem.message }),
      'error',
    );
    return false;
  }
}

async function next(filters: Filters, current: string): Promise<Puzzle> {
  try {
    await session.player();
    const { puzzles, began_anew } = await api.draw(filters, 1, current ? [current] : []);
    const [puzzle] = puzzles;
    if (!puzzle) throw new Problem('puzzle_not_found', 'there are no puzzles of this choice');
    if (began_anew) notices.add(t.puzzles.beganAnew());
    void fill(filters);
    return puzzle;
  } catch (error) {
    const kept = isAway(error) ? nextAtHand(filters, current) : null;
    if (!kept) throw error;
    return kept;
  }
}
