/** Games that are to be played, in words. */
import type { Seek, Settings } from '../api/types';
import { controlWords, settingsWords } from '../app/settings-words';
import { i18n, t } from '../i18n/index.svelte';
import type { Pool } from './pools';

export function poolWords({ mode, control, rated }: Pool): string {
  return [
    t.common.mode({ mode }),
    controlWords(control),
    rated ? t.common.rated() : t.common.casual(),
  ].join(', ');
}

/** What is not usual about a game, one thing each. */
export function unusual(settings: Settings): string[] {
  const { mode, board_size, shape, opening, next_mover } = settings;
  const said: string[] = [];
  if (mode === 'custom') {
    said.push(t.lobby.ruleset({ ruleset: settings.ruleset }));
    if (board_size !== 15 || shape !== 'square') {
      said.push(t.lobby.boardWords({ size: String(board_size), shape }));
    }
    if (opening !== 'none')
      said.push(t.lobby.openingWords({ opening: t.lobby.opening({ opening }) }));
    if (opening === 'swap2') said.push(t.lobby.nextMover({ colour: next_mover ?? 'white' }));
  }
  if (settings.games > 1) said.push(t.lobby.matchWords({ games: settings.games }));
  if (settings.no_draw) said.push(t.lobby.noDrawWords());
  if (settings.takebacks) said.push(t.lobby.takebackWords({ takebacks: settings.takebacks }));
  // Marks are usual in casual games, and nothing to say where there are no fouls.
  if (settings.ruleset === 'renju' && settings.foul_marks === settings.rated) {
    said.push(settings.foul_marks ? t.lobby.marksWords() : t.lobby.noMarksWords());
  }
  if (settings.private) said.push(t.lobby.privateWords());
  return said;
}

/** All of it: "Custom, 5+3, casual · board 19 × 19 · match of 3 games". */
export function wholeWords(settings: Settings): string {
  return [settingsWords(settings), ...unusual(settings)].join(' · ');
}

export function playerWords({ name, guest, rating }: Seek['by']): string {
  const shown = name || t.common.deletedPlayer();
  if (rating !== null)
    return t.lobby.withRating({ name: shown, rating: String(Math.round(rating)) });
  return guest ? t.lobby.guestNamed({ name: shown }) : shown;
}

/** "14:35", with the day if it is not today. */
export function timeWords(moment: string): string {
  const date = new Date(moment);
  const today = date.toDateString() === new Date().toDateString();
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const form = today ? clock : ({ weekday: 'short', ...clock } as const);
  return new Intl.DateTimeFormat(i18n.locale, form).format(date);
}
