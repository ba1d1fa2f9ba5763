/** What a point is called. */
import { t } from '../i18n/index.svelte';
import type { BoardModel } from './model.svelte';

export function pointWords(model: BoardModel, n: number): string {
  const cell = model.cells[n];
  const p = model.geometry.name(n);
  if (!cell) return p;
  if (cell.stone) {
    const text = t.board.stone({ p, colour: cell.stone });
    if (cell.wrong) return t.board.wrong({ text });
    return cell.last ? t.board.lastMove({ text }) : text;
  }
  if (cell.candidate) return t.board.candidate({ p, n: cell.candidate });
  if (cell.hinted) return t.board.hinted({ p });
  if (cell.forbidden) return t.board.forbidden({ p, kind: cell.forbidden });
  if (cell.equal) return t.board.equal({ p });
  const text = t.board.empty({ p });
  if (!model.zone) return text;
  return model.zone.has(n) ? t.board.inZone({ text }) : t.board.outOfZone({ text });
}

/** The four lines through a point, as far as stones of them are within four steps. */
export function linesWords(model: BoardModel, n: number): string {
  const { geometry } = model;
  const [x, y] = geometry.point(n);
  const directions = [
    ['row', 1, 0],
    ['column', 0, 1],
    ['rising', 1, 1],
    ['falling', 1, -1],
  ] as const;
  const lines = directions.map(([name, dx, dy]) => {
    const stones: string[] = [];
    for (let k = -4; k <= 4; k++) {
      const at = geometry.at(x + k * dx, y + k * dy);
      const colour = at >= 0 ? model.cells[at]?.stone : null;
      if (colour && k !== 0) stones.push(t.board.stone({ p: geometry.name(at), colour }));
    }
    return t.board.line({ name, stones: stones.join('; ') || t.board.lineEmpty() });
  });
  return lines.join('. ');
}

export function forbiddenWords(model: BoardModel): string {
  const points = model.cells.flatMap((cell, n) => (cell.forbidden ? [pointWords(model, n)] : []));
  return points.length ? points.join('. ') : t.board.noneForbidden();
}
