/** Where keys lead on a board. */
import type { BoardModel } from './model.svelte';

/** The cell a key leads to, or -1 where there is none; null for keys that do not move. */
export function target(model: BoardModel, key: string, cell: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return walk(model, cell, -1, 0);
    case 'ArrowRight':
      return walk(model, cell, 1, 0);
    case 'ArrowUp':
      return walk(model, cell, 0, 1);
    case 'ArrowDown':
      return walk(model, cell, 0, -1);
    case 'Home':
      return edge(model, cell, -1, 0);
    case 'End':
      return edge(model, cell, 1, 0);
    case 'PageUp':
      return edge(model, cell, 0, 1);
    case 'PageDown':
      return edge(model, cell, 0, -1);
    case 'l':
      return model.cells.findIndex((at) => at.last);
    case 'n':
      return nextStone(model, cell, 1);
    case 'p':
      return nextStone(model, cell, -1);
    default:
      return null;
  }
}

/** One step, over points that do not exist; -1 at the edge. */
function walk({ geometry }: BoardModel, from: number, dx: number, dy: number): number {
  const [x, y] = geometry.point(from);
  for (let k = 1; k < geometry.size; k++) {
    const cell = geometry.at(x + k * dx, y + k * dy);
    if (cell >= 0) return cell;
  }
  return -1;
}

function edge({ geometry }: BoardModel, from: number, dx: number, dy: number): number {
  const [x, y] = geometry.point(from);
  for (let k = geometry.size - 1; k > 0; k--) {
    const cell = geometry.at(x + k * dx, y + k * dy);
    if (cell >= 0) return cell;
  }
  return -1;
}

function nextStone(model: BoardModel, cell: number, step: number): number {
  const count = model.geometry.cells;
  for (let k = 1; k < count; k++) {
    const at = (cell + k * step + count * model.geometry.size) % count;
    if (model.cells[at]?.stone) return at;
  }
  return -1;
}
