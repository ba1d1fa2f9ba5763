/** Tournaments in words. */
import type {
  BoardResult,
  RoundLine,
  Standings,
  Tournament,
  TournamentBoard,
  TournamentRound,
} from '../api/types';
import { controlWords } from '../app/settings-words';
import { i18n, t } from '../i18n/index.svelte';

export type Tiebreak = Standings['tiebreaks'][number];

/** "X-0, 3+2". */
export function gameWords({ mode, time_control }: Tournament['rules']): string {
  return `${t.common.mode({ mode })}, ${controlWords(time_control)}`;
}

/** "Swiss, 7 rounds"; before the start only what is certain. */
export function formatWords(one: Tournament): string {
  const format = one.format ?? one.rules.format;
  const rounds = one.total_rounds ?? one.rules.rounds;
  const name = t.tournament.format({ format: format ?? 'automatic' });
  return rounds ? `${name}, ${t.tournament.rounds({ n: rounds })}` : name;
}

export function peopleWords(one: Tournament): string {
  const n = one.participants;
  return one.rules.boards ? t.tournament.teams({ n }) : t.tournament.players({ n });
}

/** "0:24", "1:04:10", "3 days". */
export function countdown(seconds: number): string {
  if (seconds >= 48 * 3600) return t.tournament.days({ n: Math.floor(seconds / 86_400) });
  const two = (n: number) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = two(seconds % 60);
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** "2 min", "1 min 30 sec". */
export function duration(seconds: number): string {
  const unit = (value: number, name: 'second' | 'minute') =>
    new Intl.NumberFormat(i18n.locale, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
    }).format(value);
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  return [minutes && unit(minutes, 'minute'), (rest || !minutes) && unit(rest, 'second')]
    .filter(Boolean)
    .join(' ');
}

export function points(value: number): string {
  return new Intl.NumberFormat(i18n.locale).format(value);
}

/** Where it stands. `seconds`: until the start, or the end of the phase. */
export function stateWords(one: Tournament, seconds: number): string {
  const left = { time: countdown(seconds) };
  const n = one.round;
  const of = one.total_rounds ?? 0;
  switch (one.status) {
    case 'open':
      return seconds ? t.tournament.startsIn(left) : t.tournament.starting();
    case 'ended':
      return t.tournament.ended({ reason: one.end_reason ?? 'played' });
    case 'cancelled':
      return t.tournament.cancelled({ reason: one.end_reason ?? '' });
  }
  switch (one.phase) {
    case 'paired':
      return seconds
        ? t.tournament.roundBegins({ n, of, ...left })
        : t.tournament.roundStarting({ n, of });
    case 'starting':
      return t.tournament.roundStarting({ n, of });
    case 'break':
      return seconds
        ? t.tournament.roundOver({ n, of, ...left })
        : t.tournament.roundPaired({ n: n + 1, of });
    case 'playing':
      return t.tournament.roundPlayed({ n, of });
    default:
      return t.tournament.roundPaired({ n: n + 1, of });
  }
}

/** What is counted down to, if anything. */
export function goal(one: Tournament): string | null {
  if (one.status === 'open') return one.rules.start;
  return one.status === 'running' ? one.phase_until : null;
}

export function resultWords(result: BoardResult): string {
  return t.tournament.result({ result });
}

/** From the other side. */
export function turned(result: BoardResult): BoardResult {
  const other: Partial<Record<BoardResult, BoardResult>> = {
    win: 'loss',
    loss: 'win',
    forfeit_win: 'forfeit_loss',
    forfeit_loss: 'forfeit_win',
  };
  return other[result] ?? result;
}

/** A round of one participant, as few characters as can be: "1", "½", "+", "–". */
export function lineMark(line: RoundLine): string {
  if (line.result) {
    const marks = { win: '1', draw: '½', loss: '0', forfeit_win: '+', forfeit_loss: '−' };
    return line.result === 'double_forfeit' ? '−' : marks[line.result];
  }
  if (line.bye) return { full: '1', half: '½', zero: '0', absent: '–', rest: '–' }[line.bye];
  return line.opponent ? '*' : '–';
}

/** The same for people who listen. */
export function lineWords(line: RoundLine): string {
  if (line.bye) return t.tournament.bye({ kind: line.bye });
  if (!line.opponent) return t.tournament.bye({ kind: 'absent' });
  const { name } = line.opponent;
  return t.tournament.lineAgainst({ name, result: line.result ?? 'runs' });
}

/** A board whose two players are there has a game as soon as its round is being played. */
export function hasGame(
  board: TournamentBoard,
  round: TournamentRound,
  { round: last, status, phase }: Tournament,
): boolean {
  if (!board.first || !board.second) return false;
  const made = phase !== 'paired' && phase !== 'starting';
  const waits = round.number === last && status === 'running' && !made;
  return !waits && !forfeited(board.result);
}

/** Nobody sat down: it may be that there never was a game. */
function forfeited(result: TournamentBoard['result']): boolean {
  return result === 'forfeit_win' || result === 'forfeit_loss' || result === 'double_forfeit';
}
