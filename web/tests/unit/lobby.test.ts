import { describe, expect, test } from 'vitest';
import {
  CLOCK_STEPS,
  DRAFT,
  type Draft,
  hasMarks,
  isRated,
  nearestStep,
  noMarks,
  noOpening,
  noRating,
  noSeat,
  noShape,
  noSize,
  noTakebacks,
  noTime,
  OPENINGS,
  preview,
  readDraft,
  SHAPES,
  SIZES,
  seatOf,
  settingsOf,
} from '../../src/lobby/form';
import {
  poolKey,
  readPools,
  roughMinutes,
  samePool,
  stopwatch,
  waitingIn,
} from '../../src/lobby/pools';

const own = (more: Partial<Draft> = {}): Draft => ({ ...DRAFT, mode: 'custom', ...more });

describe('the form of a custom game', () => {
  test('boards and openings as the server takes them', () => {
    const boards = SIZES.flatMap((size) =>
      SHAPES.filter((shape) => !noShape(own({ size }), shape)).map((shape) => `${shape} ${size}`),
    );
    expect(boards).toEqual([
      ...['square 9', 'square 13', 'square 15', 'octagon 15', 'cross 15', 'square 19'],
      ...['octagon 19', 'cross 19', 'square 20', 'octagon 20', 'cross 20'],
    ]);
    const even = OPENINGS.filter((opening) => !noOpening(own({ size: 20 }), opening));
    expect(even).toEqual(['none', 'swap', 'swap2']);
    expect(OPENINGS.every((opening) => !noOpening(own({ size: 19 }), opening))).toBe(true);
  });

  test('whichever was chosen first switches off what does not fit', () => {
    expect(noSize(own({ shape: 'cross' }), 13)).toBe('cutBoard');
    expect(noSize(own({ opening: 'rif' }), 20)).toBe('centreOpening');
    expect(noSize(own({ opening: 'swap2' }), 20)).toBeNull();
    expect(noShape(own({ size: 9 }), 'octagon')).toBe('smallBoard');
    expect(noShape(own({ size: 9 }), 'square')).toBeNull();
    expect(noOpening(own({ size: 20 }), 'yamaguchi')).toBe('evenBoard');
  });

  test('rated only where it is possible, and what follows from it', () => {
    const rated: Draft = { ...DRAFT, rated: true, takebacks: 3, seat: 'first' };
    expect(isRated(rated, false)).toBe(true);
    expect(noRating(rated, true)).toBe('needsAccount');
    expect(noRating({ ...rated, untimed: true }, false)).toBe('needsClock');
    expect(noRating({ ...rated, mode: 'x0_freestyle' }, false)).toBe('casualMode');
    expect(noRating(own(), false)).toBe('casualMode');
    expect(noTakebacks(rated, false)).toBe('ratedGame');
    expect(noSeat(rated, false)).toBe('drawnSeat');
    expect(settingsOf(rated, false)).toMatchObject({ rated: true, takebacks: 0 });
    expect(seatOf(rated, false)).toBeNull();
    // The same wishes in a casual game are granted.
    expect(settingsOf(rated, true)).toMatchObject({ rated: false, takebacks: 3 });
    expect(seatOf(rated, true)).toBe('first');
  });

  test('marks are usual in casual games with fouls', () => {
    expect(hasMarks(DRAFT, false)).toBe(true);
    expect(hasMarks({ ...DRAFT, rated: true }, false)).toBe(false);
    expect(hasMarks({ ...DRAFT, rated: true, marks: true }, false)).toBe(true);
    expect(noMarks({ ...DRAFT, mode: 'gomoku' })).toBe('noFouls');
    expect(hasMarks({ ...DRAFT, mode: 'gomoku', marks: true }, false)).toBe(false);
    expect(settingsOf({ ...DRAFT, mode: 'gomoku', marks: true }, false)).not.toHaveProperty(
      'foul_marks',
    );
  });

  test('a mode sends nothing of the board, a custom game all of it', () => {
    const swap2 = { size: 19, shape: 'cross', opening: 'swap2', nextMover: 'black' } as const;
    const sent = settingsOf(own({ ...swap2, ruleset: 'freestyle' }), false);
    expect(sent).toMatchObject({
      ...{ mode: 'custom', ruleset: 'freestyle', board_size: 19, shape: 'cross' },
      ...{ opening: 'swap2', next_mover: 'black' },
    });
    expect(settingsOf(own({ opening: 'swap' }), false)).not.toHaveProperty('next_mover');
    for (const key of ['ruleset', 'board_size', 'shape', 'opening', 'next_mover']) {
      expect(settingsOf({ ...DRAFT, ...swap2 }, false)).not.toHaveProperty(key);
    }
  });

  test('clocks', () => {
    expect(noTime({ ...DRAFT, seconds: 0, increment: 0 })).toBe(true);
    expect(noTime({ ...DRAFT, seconds: 0, increment: 0, untimed: true })).toBe(false);
    expect(preview({ ...DRAFT, seconds: 0, increment: 5 }, false).time_control).toEqual({
      ...{ untimed: false, initial_seconds: 5, increment_seconds: 5 },
    });
    expect(CLOCK_STEPS[0]).toBe(0);
    expect(CLOCK_STEPS.at(-1)).toBe(180 * 60);
    expect([...CLOCK_STEPS].sort((a, b) => a - b)).toEqual(CLOCK_STEPS);
    expect(CLOCK_STEPS[nearestStep(11 * 60 + 10)]).toBe(12 * 60);
    for (const [n, step] of CLOCK_STEPS.entries()) expect(nearestStep(step)).toBe(n);
  });

  test('what was kept is read with care', () => {
    expect(readDraft({})).toEqual(DRAFT);
    const bad = { mode: 'chess', size: 16, seconds: -1, games: 99, marks: 'yes', offer: 1 };
    expect(readDraft(bad)).toEqual(DRAFT);
    const good = own({ size: 19, shape: 'octagon', opening: 'rif', games: 3, marks: false });
    expect(readDraft(JSON.parse(JSON.stringify(good)))).toEqual(good);
    const impossible = readDraft({ ...own(), size: 20, opening: 'pro' });
    expect(impossible.opening).toBe('none');
    expect(readDraft({ ...own(), size: 9, shape: 'cross' }).shape).toBe('square');
  });
});

describe('quick pairing', () => {
  const control = { untimed: false, initial_seconds: 300, increment_seconds: 3 };
  const pool = { mode: 'x0', control, rated: false } as const;

  test('pools', () => {
    expect(poolKey(pool)).toBe('x0:300+3:casual');
    expect(samePool(pool, { ...pool, control: { ...control } })).toBe(true);
    expect(samePool(pool, { ...pool, rated: true })).toBe(false);
    const waiting = [
      { mode: 'x0', time_control: control, rated: false, waiting: 2 },
      { mode: 'renju', time_control: control, rated: true, waiting: 3 },
    ] as const;
    expect(waitingIn(waiting)).toBe(5);
    expect(waitingIn(waiting, (other) => samePool(other, pool))).toBe(2);
  });

  test('kept pools', () => {
    expect(readPools([pool])).toEqual([pool]);
    const bad = [null, 1, {}, { ...pool, mode: 'custom' }, { ...pool, rated: 'no' }];
    const worse = { ...pool, control: { ...control, initial_seconds: '300' } };
    expect(readPools([...bad, worse, { ...pool, control: null }])).toEqual([]);
    expect(readPools('x')).toEqual([]);
  });

  test('figures', () => {
    expect(roughMinutes(control)).toBe(12);
    expect([0, 9, 65, 600].map(stopwatch)).toEqual(['0:00', '0:09', '1:05', '10:00']);
  });
});
