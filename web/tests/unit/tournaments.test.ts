import { describe, expect, test, vi } from 'vitest';
import { Problem } from '../../src/api/problem';
import { i18n } from '../../src/i18n/index.svelte';
import { faultsOf, mostRounds, refusal } from '../../src/tournaments/check';
import { facts, stateWords } from '../../src/tournaments/facts';
import {
  bodyOf,
  type Draft,
  draftToKeep,
  isUnusual,
  readDraft,
  usualDraft,
} from '../../src/tournaments/form';
import { tournamentName } from '../../src/tournaments/names';
import {
  eveningStart,
  localOf,
  momentOf,
  soonStart,
  usualStart,
} from '../../src/tournaments/start';
import { daysAhead, dayWords, distance, momentWords } from '../../src/tournaments/when';

/** By the clocks here, whatever their zone. */
const at = (day: number, hours: number, minutes: number, seconds = 0): number =>
  new Date(2026, 10, day, hours, minutes, seconds).getTime();
const NOW = at(30, 15, 52, 10);
const draft = (more: Partial<Draft> = {}): Draft => ({ ...usualDraft(NOW), name: 'Cup', ...more });

describe('when a tournament starts', () => {
  test('the next full quarter that is ten minutes ahead', () => {
    expect(usualStart(at(30, 15, 49))).toBe(at(30, 16, 0));
    expect(usualStart(at(30, 15, 50))).toBe(at(30, 16, 0));
    expect(usualStart(at(30, 15, 50, 1))).toBe(at(30, 16, 15));
    expect(usualStart(at(30, 23, 55))).toBe(at(31, 0, 15));
  });

  test('quick choices', () => {
    expect(soonStart(at(30, 15, 52))).toBe(at(30, 16, 2));
    expect(soonStart(NOW)).toBe(at(30, 16, 3));
    expect(eveningStart(NOW)).toBe(at(30, 21, 0));
    expect(eveningStart(at(30, 20, 50))).toBe(at(30, 21, 0));
    expect(eveningStart(at(30, 20, 51))).toBe(at(31, 21, 0));
  });

  test('fields and moments', () => {
    const start = at(30, 9, 5);
    expect(localOf(start)).toEqual({ date: '2026-11-30', time: '09:05' });
    expect(momentOf(localOf(start))).toBe(start);
    for (const bad of [
      { date: '', time: '10:00' },
      { date: '2026-13-40', time: '10:00' },
    ]) {
      expect(momentOf(bad)).toBeNull();
    }
    expect(momentOf({ date: '2026-11-30', time: '' })).toBeNull();
    expect(momentOf({ date: '<b>', time: '1' })).toBeNull();
  });

  test('how far off', () => {
    const far = (minutes: number) => distance(NOW + minutes * 60_000, NOW);
    expect(far(0)).toEqual({ in: 'now' });
    expect(far(-5)).toEqual({ in: 'now' });
    expect(far(0.2)).toEqual({ in: 'minutes', minutes: 1 });
    expect(far(59)).toEqual({ in: 'minutes', minutes: 59 });
    expect(far(125)).toEqual({ in: 'hours', hours: 2, minutes: 5 });
    expect(far(8 * 60 + 40)).toEqual({ in: 'hours', hours: 9, minutes: 0 });
    expect(far(23 * 60 + 45)).toEqual({ in: 'days', days: 1 });
    expect(far(6.4 * 24 * 60)).toEqual({ in: 'days', days: 6 });
  });

  test('days by the calendar, in words', async () => {
    const iso = (moment: number) => new Date(moment).toISOString();
    expect(daysAhead(iso(at(30, 23, 59)), NOW)).toBe(0);
    expect(daysAhead(iso(at(31, 0, 1)), NOW)).toBe(1);
    const said = [];
    for (const locale of ['en', 'ru', 'vi'] as const) {
      i18n.locale = locale;
      said.push(dayWords(iso(at(30, 21, 0)), NOW), momentWords(iso(at(31, 21, 0)), NOW));
    }
    expect(said).toEqual([
      ...['Today, November 30', 'tomorrow 21:00', 'Сегодня, 30 ноября', 'завтра 21:00'],
      ...['Hôm nay, 30 tháng 11', 'ngày mai 21:00'],
    ]);
    i18n.locale = 'en';
  });
});

describe('the form of a new tournament', () => {
  test('what is sent by default is what is usual', () => {
    expect(bodyOf(draft({ name: '  Cup ' }))).toMatchObject({
      ...{ name: 'Cup', mode: 'x0', password: null, format: null, rounds: null, boards: 0 },
      ...{ minimum: 2, maximum: null, min_rating: null, max_rating: null, late_entry: true },
      ...{ tiebreaks: ['buchholz', 'berger', 'progress'], repeat_policy: 'end_early' },
      ...{ no_show_seconds: 120, break_seconds: 30, lead_seconds: 10, chat: 'all', draw_ply: 0 },
      start: new Date(at(30, 16, 15)).toISOString(),
    });
    expect(isUnusual(draft())).toBe(false);
    expect(isUnusual(draft({ mode: 'renju', teams: true, boards: 6 }))).toBe(false);
    expect(isUnusual(draft({ maximum: 16 }))).toBe(true);
    expect(isUnusual(draft({ tiebreaks: ['berger', 'buchholz', 'progress'] }))).toBe(true);
  });

  test('what does not fit the rest is not sent', () => {
    expect(bodyOf(draft({ rounds: 5 })).rounds).toBeNull();
    expect(bodyOf(draft({ rounds: 5, format: 'swiss' })).rounds).toBe(5);
    expect(bodyOf(draft({ halfByes: 2, format: 'round_robin' })).half_byes).toBe(0);
    expect(bodyOf(draft({ minRating: 1500, mode: 'x0_freestyle' })).min_rating).toBeNull();
    expect(bodyOf(draft({ boards: 6 })).boards).toBe(0);
    expect(bodyOf(draft({ boards: 6, teams: true })).boards).toBe(6);
  });

  test.each<[Partial<Draft>, string]>([
    [{}, ''],
    [{ name: ' ' }, 'name name'],
    [{ name: 'я'.repeat(81) }, 'name longName'],
    [{ name: '🏆'.repeat(80) }, ''],
    [{ seconds: 0, increment: 0 }, 'clock clock'],
    [{ date: '' }, 'start noStart'],
    [{ date: '2026-11-29' }, 'start past'],
    [{ date: '2028-01-01' }, 'start far'],
    [{ format: 'swiss', rounds: 31 }, 'rounds most'],
    [{ format: 'swiss', rounds: 8, maximum: 8 }, 'rounds most'],
    [{ format: 'swiss', rounds: 7, maximum: 8 }, ''],
    [{ format: 'swiss', rounds: 0 }, 'rounds least'],
    [{ rounds: 31 }, ''],
    [{ minimum: 1 }, 'minimum least'],
    [{ minimum: 9, maximum: 8 }, 'minimum bounds'],
    [{ maximum: 9, format: 'round_robin' }, 'maximum most'],
    [{ minimum: 9, format: 'round_robin' }, 'minimum most'],
    [{ maximum: 5_001 }, 'maximum most'],
    [{ minRating: 1800, maxRating: 1500 }, 'minRating ratings'],
    [{ minRating: 0 }, 'minRating least'],
    [{ minRating: 1800, maxRating: 1500, mode: 'x0_freestyle' }, ''],
  ])('%j: %s', (change, wanted) => {
    const found = faultsOf(draft(change), NOW).map(({ field, fault }) => `${field} ${fault}`);
    expect(found.join()).toBe(wanted);
  });

  test('rounds that can be played', () => {
    expect([null, 2, 5, 8, 40].map(mostRounds)).toEqual([30, 1, 5, 7, 30]);
  });

  test('what was kept is read with care', () => {
    expect(readDraft({}, NOW)).toEqual(usualDraft(NOW));
    const bad = { mode: 'custom', seconds: -1, boards: 1, rounds: 2.5, tiebreaks: ['x'], name: 3 };
    expect(readDraft({ ...bad, noShow: 7, chat: null, date: '<', time: 1 }, NOW)).toEqual(
      usualDraft(NOW),
    );
    const good = draft({
      ...{ mode: 'renju', teams: true, boards: 12, format: 'swiss', rounds: 7, maximum: 64 },
      ...{ tiebreaks: ['wins', 'berger'], lateEntry: false, date: '2026-12-24', time: '18:30' },
    });
    expect(readDraft(JSON.parse(JSON.stringify(draftToKeep(good))), NOW)).toEqual(good);
    expect(readDraft({ tiebreaks: ['berger', 'berger', 'no'] }, NOW).tiebreaks).toEqual(['berger']);
  });

  test('a start that has passed gives way, and the password is not kept', () => {
    const past = readDraft({ date: '2026-11-30', time: '10:00' }, NOW);
    expect(momentOf(past)).toBe(usualStart(NOW));
    expect(draftToKeep(draft({ password: 'secret' }))).not.toHaveProperty('password');
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['bad_tournament', { field: 'time_control' }, 'clock clock'],
    ['bad_tournament', { field: 'start' }, 'start startServer'],
    ['bad_tournament', { field: 'no_show_seconds' }, 'noShow other'],
    ['bad_tournament', { field: 'news' }, 'null '],
    ['invalid', { errors: [{ at: ['body', 'min_rating'], message: '' }] }, 'minRating ratings'],
    ['invalid', { errors: 3 }, 'null '],
    ['bounds', {}, 'minimum '],
    ['too_many_rounds', { limit: '7' }, 'rounds most'],
    ['too_many_for_round_robin', { limit: '8' }, 'maximum '],
    ['bad_password', {}, 'password '],
    ['too_many_tournaments', {}, 'null '],
  ])('refused: %s %j', (reason, told, wanted) => {
    const { field, fault } = refusal(new Problem(reason, '', 400, '', 0, told));
    expect(`${field} ${fault}`).toBe(wanted);
  });
});

describe('in words', () => {
  const tournament = {
    ...{ series: 'renju-friday', status: 'open', format: null, participants: 3, round: 0 },
    ...{ total_rounds: null, end_reason: null },
    rules: {
      ...{ name: 'Renju Friday', mode: 'renju', maximum: 5_000, boards: 0, format: null },
      ...{ min_rating: null, max_rating: null },
      time_control: { untimed: false, initial_seconds: 300, increment_seconds: 3 },
    },
  } as unknown as Parameters<typeof facts>[0];

  test('names, facts, state', async () => {
    vi.stubGlobal('document', { documentElement: {} });
    await i18n.need('common', 'tournaments');
    const said: string[] = [];
    for (const locale of ['en', 'ru', 'vi'] as const) {
      await i18n.use(locale);
      said.push(tournamentName(tournament), facts(tournament).join(', '));
    }
    expect(said).toEqual([
      ...['Renju Friday', 'Renju, 5+3, automatic format, 3 players'],
      ...['Рэндзю по пятницам', 'Рэндзю, 5+3, автовыбор системы, 3 участника'],
      ...['Renju thứ Sáu', 'Renju, 5+3, thể thức tự động, 3 người'],
    ]);
    await i18n.use('en');
    expect(tournamentName({ ...tournament, series: 'new-one' })).toBe('Renju Friday');
    expect(tournamentName({ ...tournament, series: null })).toBe('Renju Friday');
    const limited = { ...tournament.rules, maximum: 16, boards: 4, min_rating: 1200 };
    expect(facts({ ...tournament, rules: limited }).slice(3)).toEqual([
      ...['teams, 4 boards', '3 of 16 teams', 'rating from 1200'],
    ]);
    const running = { ...tournament, status: 'running', round: 3, total_rounds: 7 } as const;
    expect(stateWords(running)).toBe('Round 3 of 7');
    const over = {
      ...tournament,
      status: 'cancelled',
      end_reason: 'too_few_participants',
    } as const;
    expect(stateWords(over)).toBe('Cancelled: too few players');
    expect(stateWords(tournament)).toBe('');
  });
});
