/**
 * What a board shows at a step of a game: `model.set(shownAt(snapshot, steps, n, geometry, explainer))`.
 * `more` is added, or takes the place of what is given here.
 */
import type { Foul, Snapshot } from '../api/types';
import type { Shown } from '../board/model.svelte';
import type { Geometry } from '../board/points';
import { type Step, stonesAt } from './timeline';

export function shownAt(
  snapshot: Snapshot,
  steps: readonly Step[],
  n: number,
  geometry: Geometry,
  explained: { readonly foul: Foul | null } | null = null,
  more: Partial<Shown> = {},
): Shown {
  const step = steps[Math.min(n, steps.length - 1)] as Step;
  const stones = stonesAt(snapshot, step).map(({ point, colour }) => ({
    cell: geometry.cell(point),
    colour,
  }));
  const end = step.number === steps.length - 1 ? snapshot.result : null;
  const foul = explained?.foul ?? end?.foul ?? null;
  return {
    stones,
    last: stones.at(-1)?.cell ?? -1,
    candidates: step.offered.map((point) => geometry.cell(point)),
    row: (end?.line ?? []).map((point) => geometry.cell(point)),
    foul: foul && { cell: geometry.cell(foul.point), lines: foul.lines },
    ...more,
  };
}
