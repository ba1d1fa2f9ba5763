/** A game as files for other programs, and links into it. */
import type { GamePlayer, Snapshot, Stone } from '../api/types';
import { other } from '../api/types';
import { settingsWords } from '../app/settings-words';
import { pointName } from '../board/points';
import { t } from '../i18n/index.svelte';
import { type Step, stepOfPly } from './timeline';
import { describeTurn, resultWords } from './words';

/** The step that an address asks for, or null: `?step=12`, or by stones on the board `?ply=10`. */
export function stepFrom(query: URLSearchParams, steps: readonly Step[]): number | null {
  const step = whole(query.get('step'));
  if (step !== null) return Math.min(step, steps.length - 1);
  const ply = whole(query.get('ply'));
  return ply === null ? null : stepOfPly(steps, ply);
}

/** The address of a step; of the last one it is that of the game. */
export function addressOf(game: string, step: number, last: number): string {
  return step >= last ? `/g/${game}` : `/g/${game}?step=${step}`;
}

/** "h8 g9 j8". */
export function moveList(stones: readonly Stone[]): string {
  return stones.map(({ point }) => pointName(point).toLowerCase()).join(' ');
}

/** Who, what, when, the turns of an opening in words, and the moves as the last line. */
export function asText(snapshot: Snapshot, steps: readonly Step[], origin: string): string {
  const last = steps.at(-1) as Step;
  const { title, reason } = resultWords(snapshot);
  const players = last.black
    ? [
        `${t.common.black()}: ${playerLine(snapshot[last.black])}`,
        `${t.common.white()}: ${playerLine(snapshot[other(last.black)])}`,
      ]
    : [playerLine(snapshot.first), playerLine(snapshot.second)];
  const actions = steps.filter((step) => step.turn && !step.stone && step.turn.type !== 'pass');
  const lines = [
    `X-0  ${origin}/g/${snapshot.game_id}`,
    settingsWords(snapshot.settings),
    ...players,
    `${snapshot.created_at.slice(0, 16).replace('T', ' ')} UTC`,
    [title, reason].filter(Boolean).join('. '),
    ...actions.map((step) => `(${step.ply}) ${describeTurn(step, snapshot)}`),
    '',
    moveList(snapshot.stones),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Smart Game Format, FF[4] with GM[4], "Gomoku+Renju" (red-bean.com/sgf): two letters a point, rows
 * counted from the top. Turns without a stone become comments of the move after them.
 */
export function asSgf(snapshot: Snapshot, steps: readonly Step[], origin: string): string {
  const { settings, first, second, created_at, game_id } = snapshot;
  const { time_control: control, board_size: size } = settings;
  const black = (steps.at(-1) as Step).black ?? 'first';
  const players = { first, second };
  const root = [
    property('FF', '4'),
    property('GM', '4'),
    property('CA', 'UTF-8'),
    property('AP', 'X-0'),
    property('SZ', String(size)),
    property('PB', players[black].name),
    property('PW', players[other(black)].name),
    rating('BR', players[black]),
    rating('WR', players[other(black)]),
    property('DT', created_at.slice(0, 10)),
    property('RE', sgfResult(snapshot)),
    property('RU', `${settings.ruleset}, opening ${settings.opening}`),
    control.untimed ? '' : property('TM', String(control.initial_seconds)),
    control.untimed || !control.increment_seconds
      ? ''
      : property('OT', `${control.increment_seconds}s per turn`),
    property('PC', `${origin}/g/${game_id}`),
  ];
  const nodes: string[] = [];
  let said: string[] = [];
  for (const step of steps) {
    if (!step.turn) continue;
    const pass = step.turn.type === 'pass';
    if (!step.stone && !pass) {
      said.push(describeTurn(step, snapshot));
      continue;
    }
    const colour = step.stone?.colour ?? (step.black === step.turn.seat ? 'black' : 'white');
    const [side, left] = colour === 'black' ? ['B', 'BL'] : ['W', 'WL'];
    const at = step.stone ? sgfPoint(step.stone, size) : '';
    // The clock of whoever placed it, where that is the player of this colour.
    const owner = step.black !== null && (colour === 'black') === (step.turn.seat === step.black);
    const clock =
      step.clocks && owner ? property(left, (step.clocks[step.turn.seat] / 1000).toFixed(1)) : '';
    nodes.push(`;${side}[${at}]${clock}${said.length ? property('C', said.join('\n')) : ''}`);
    said = [];
  }
  const rest = said.length ? `;${property('C', said.join('\n'))}` : '';
  return `(;${root.join('')}\n${nodes.join('\n')}${rest})\n`;
}

export function sgfText(text: string): string {
  return text.replace(/[\\\]]/g, '\\$&').replace(/\r\n?/g, '\n');
}

function property(name: string, value: string): string {
  return `${name}[${sgfText(value)}]`;
}

function rating(name: string, player: GamePlayer): string {
  return player.rating === null ? '' : property(name, String(Math.round(player.rating)));
}

function sgfPoint({ point: [x, y] }: Stone, size: number): string {
  return String.fromCharCode(97 + x) + String.fromCharCode(97 + size - 1 - y);
}

function sgfResult({ result, status }: Snapshot): string {
  if (!result) return status === 'aborted' ? 'Void' : '?';
  const { winner_colour: colour, reason } = result;
  if (!result.winner) return 'Draw';
  // Nobody had a colour yet when somebody left in the opening.
  if (!colour) return '?';
  const how = { resignation: 'Resign', time: 'Time', foul: 'Forfeit' }[reason as string] ?? '';
  return `${colour === 'black' ? 'B' : 'W'}+${how}`;
}

function playerLine({ name, rating }: GamePlayer): string {
  return rating === null ? name : `${name} (${Math.round(rating)})`;
}

/** Gives a text to be kept as a file. */
export function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,4}$/.test(text) ? Number(text) : null;
}
