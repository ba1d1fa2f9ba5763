/** What is heard while a game goes on: turns, the own task, the end; sounds with it. */
import type { Snapshot } from '../api/types';
import { say } from '../app/announce.svelte';
import { notices } from '../app/notices.svelte';
import { t } from '../i18n/index.svelte';
import { foulSpeech, resultWords } from '../review/words';
import type { Screen } from './screen.svelte';
import { buzz, play } from './sounds';
import { taskWords, turnWords } from './words';

/** Compares what was with what is, and tells the difference. */
export function tell(before: Snapshot, now: Snapshot, screen: Screen): void {
  const { game } = screen;
  const parts: string[] = [];
  const added = now.turns.slice(before.turns.length);
  let stones = before.stones.length;
  for (const turn of added) {
    if (turn.type === 'place' || turn.type === 'pick') stones += 1;
    parts.push(turnWords(now, turn, stones));
  }
  const own = added.length > 0 && added.every((turn) => turn.seat === game.seat);
  if (now.stones.length > before.stones.length) {
    play(own ? 'own' : 'other');
    if (own) buzz();
  }
  if (now.turns.length < before.turns.length) parts.push(t.game.takebackGiven());
  if (game.seat) {
    const seat = game.seat;
    const colour = colourOf(now, seat);
    if (colour && colour !== colourOf(before, seat)) {
      const text = t.game[colourOf(before, seat) ? 'swapped' : 'nowColour'];
      parts.push(text({ colour: t.common[colour]() }));
    }
    // Of several stones that go out one after the other, the next one is no new task.
    const going = own && screen.sending;
    if (now.status === 'active' && game.myTurn && !going && parts.length > 0) {
      if (!own) play('turn');
      parts.push(screen.task ? taskWords(now, screen.task, 0) : t.game.yourMove());
    }
    tellOffers(before, now, seat);
  }
  if (before.status === 'active' && now.status !== 'active') {
    const { title, reason } = resultWords(now, game.seat);
    parts.push(`${title}.`, reason);
    if (now.result?.foul) parts.push(foulSpeech(now.result.foul));
    play('end');
  }
  if (parts.length) say(parts.join(' '));
}

function tellOffers(before: Snapshot, now: Snapshot, seat: 'first' | 'second'): void {
  const name = now[seat === 'first' ? 'second' : 'first'].name;
  const was = before.live;
  const is = now.live;
  const active = now.status === 'active';
  if (is.draw_offered_by !== was.draw_offered_by) {
    if (is.draw_offered_by && is.draw_offered_by !== seat) say(t.game.drawOffered({ name }));
    // Gone, and no turn answered it: it was declined.
    const declined = was.draw_offered_by === seat && now.turns.length === before.turns.length;
    if (declined && active && !is.draw_offered_by) notices.add(t.game.drawDeclined());
  }
  if (is.takeback_asked_by !== was.takeback_asked_by) {
    if (is.takeback_asked_by && is.takeback_asked_by !== seat) say(t.game.takebackAsked({ name }));
    const declined = was.takeback_asked_by === seat && now.turns.length === before.turns.length;
    if (declined && active && !is.takeback_asked_by) notices.add(t.game.takebackDeclined());
  }
  if (is.rematch_offered_by !== was.rematch_offered_by && !is.next_game_id) {
    if (is.rematch_offered_by && is.rematch_offered_by !== seat) {
      say(t.game.rematchOffered({ name }));
    }
    if (was.rematch_offered_by === seat) notices.add(t.game.rematchDeclined());
  }
}

function colourOf(snapshot: Snapshot, seat: 'first' | 'second') {
  const { black } = snapshot.live;
  if (!black) return null;
  return black === seat ? 'black' : 'white';
}
