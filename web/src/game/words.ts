/** What happens in a game, in words. */
import type { Snapshot, Turn } from '../api/types';
import { opposite, other } from '../api/types';
import { pointName } from '../board/points';
import { t } from '../i18n/index.svelte';
import type { Task } from './opening';

/** A turn as it is announced. `index`: its place in `snapshot.turns`. */
export function turnWords(snapshot: Snapshot, turn: Turn, stoneNumber: number): string {
  const name = snapshot[turn.seat].name;
  const black = snapshot.live.black;
  switch (turn.type) {
    case 'place':
      return t.game.sayMove({ n: stoneNumber, colour: turn.colour, p: pointName(turn.point) });
    case 'pass':
      return t.game.sayPass({ name });
    case 'swap':
      return t.game.saySwap({ name, black: black ? snapshot[black].name : '' });
    case 'keep':
      return t.game.sayKeep({ name });
    case 'choose':
      return t.game.sayChoose({
        name,
        colour: turn.colour,
        other: snapshot[other(turn.seat)].name,
        otherColour: opposite(turn.colour),
      });
    case 'add_two':
      return t.game.sayAddTwo({ name });
    case 'offer':
      return t.game.sayOffer({
        name,
        n: turn.points.length,
        points: turn.points.map(pointName).join(', '),
      });
    case 'pick':
      return t.game.sayPick({ name, p: pointName(turn.point) });
    case 'declare':
      return t.game.sayDeclare({ name, n: turn.count });
  }
}

/** What whoever is to act has to do, said to that player. */
export function taskWords(snapshot: Snapshot, task: Task, collected: number): string {
  const n = snapshot.stones.length + 1;
  switch (task.kind) {
    case 'place': {
      const colour = t.common[task.colour]();
      if (task.stones) {
        return t.game.askStones({ n: Math.min(collected + 1, task.stones), of: task.stones });
      }
      if (task.also.swap) return t.game.askFifth();
      if (!task.zone) return t.game.askAnywhere({ n, colour });
      const side = squareSide(task.zone.size);
      if (task.zone.size === 1) return t.game.askCentre();
      return side ? t.game.askSquare({ n, colour, side }) : t.game.askZone({ n, colour });
    }
    case 'decide': {
      const { decisions } = task;
      if (decisions.includes('swap')) return t.game.askSwap();
      return decisions.includes('add_two') ? t.game.askSwap2() : t.game.askColour();
    }
    case 'declare':
      return t.game.askDeclare({ min: task.min, max: task.max });
    case 'offer':
      return t.game.askOffer({ n: collected, of: task.count });
    case 'pick':
      return t.game.askPick({ n: task.points.length });
  }
}

/** The side of the central square in which so many points are free, at most four of them taken. */
function squareSide(free: number): number {
  for (const side of [3, 5, 7, 9]) {
    if (free <= side * side && free >= side * side - 4) return side;
  }
  return 0;
}
