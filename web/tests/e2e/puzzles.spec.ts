// Puzzles: chosen, played, explained, given up, shared; with a mouse, a finger and keys.
import { listen } from './support/complaints.ts';
import { nameOf, newContext } from './support/game.ts';
import { done, guest, unique } from './support/people.ts';
import { point } from './support/play.ts';
import {
  find,
  foulIn,
  get,
  judged,
  type Mode,
  type Puzzle,
  PuzzlePage,
  rightMove,
  wrongMove,
} from './support/puzzle.ts';
import { attemptOf, keep, someone } from './support/solving.ts';
import { stack } from './support/stack.ts';
import { expect, test } from './support/test.ts';

const MODES: readonly Mode[] = ['x0', 'gomoku', 'renju'];

test.beforeEach(async ({ page }) => {
  // Replies come at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

for (const mode of MODES) {
  test(`${mode}: one of each level is solved`, async ({ page, isMobile }) => {
    const complaints = listen(page);
    const { api } = await someone(page);
    const at = new PuzzlePage(page);
    for (const level of isMobile ? [3] : [1, 2, 3, 4, 5, 6]) {
      const puzzle = await find(api, mode, level);
      expect(puzzle.level).toBe(level);
      await at.open(puzzle.puzzle_id);
      await expect(at.about).toContainText(`Level ${level}`);
      await at.solve(puzzle);
      await expect(at.end).toContainText('Solved at the first try!');
      await expect(at.end).toContainText(/Puzzle rating \d+ → \d+ \(\+\d+\)/);
      await expect(page.locator('svg line.row')).toHaveCount(1);
    }
    // That there is no attempt yet is an answer, which the browser takes for a failure.
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  });
}

test('chosen by rules and level, and remembered', async ({ page }) => {
  await page.goto('/puzzles');
  await expect(page.getByTestId('count')).toContainText(/^\d[\d,]* puzzles$/);
  await expect(page.getByText('What you solve is counted here.')).toBeVisible();
  await page.getByRole('radio', { name: 'Renju' }).check();
  const slider = page.getByRole('slider', { name: 'Highest level' });
  await slider.focus();
  for (let n = 0; n < 6; n++) await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', 'Level 1: 1 move to find');
  await page.getByRole('button', { name: 'Start' }).click();
  const at = new PuzzlePage(page);
  await at.ready();
  expect(at.id).toMatch(/^renju-\d+$/);
  await expect(at.about).toContainText('Level 1');
  const first = at.id;
  await at.button('Next').click();
  await expect(page).not.toHaveURL(new RegExp(`${first}$`));
  await expect(at.about).toContainText('Renju');
  await page.goto('/puzzles');
  await expect(page.getByRole('radio', { name: 'Renju' })).toBeChecked();
  await expect(slider).toHaveValue('1');
  await page.getByRole('link', { name: 'Your last puzzles' }).click();
  await expect(page.getByRole('listitem').first()).toContainText('begun');
  await expect(page.locator(`main a[href="/puzzles/${first}"]`)).toBeVisible();
});

test('another choice during a puzzle is another puzzle', async ({ page, isMobile }) => {
  const { api } = await someone(page);
  await keep(page, {}, { mode: 'renju', level: 3 });
  const at = new PuzzlePage(page);
  const puzzle = await find(api, 'renju', 3);
  await at.open(puzzle.puzzle_id);
  await at.solve(puzzle, 1);
  if (isMobile) await at.button('More').click();
  await page.getByRole('radio', { name: 'Gomoku' }).check();
  await expect(at.about).toContainText('Gomoku');
  await expect(at.prompt).toContainText('Find the win.');
  const played = (await get(api, at.id)).moves.length;
  await expect(page.locator('svg .x0-stone')).toHaveCount(played);
  if (isMobile) await at.button('More').click();
  await page.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await expect(at.about).toContainText('Level 1');
  const { id } = at;
  await at.button('Next').click();
  await expect(page).not.toHaveURL(new RegExp(`${id}$`));
  await expect(at.about).toContainText(/Gomoku.*Level 1/s);
});

test('a wrong move: shown, explained, taken back', async ({ page }) => {
  const person = await someone(page);
  const at = new PuzzlePage(page);
  const puzzle = await find(person.api, 'gomoku', 2);
  const wrong = await wrongMove(puzzle);
  await at.open(puzzle.puzzle_id);
  await at.place(wrong);
  await expect(at.prompt).toHaveText('That does not win.');
  await at.sees(wrong, `${puzzle.attacker}, wrong`);
  await expect(page.locator('svg .x0-wrong')).toHaveCount(1);
  await expect(
    page.getByRole('status').filter({ hasText: `${wrong}. That does not win.` }),
  ).toBeAttached();
  await at.button('Show why not').click();
  await expect(page.getByTestId('refutation')).toContainText('there is no forced win.');
  await expect(page.locator('svg .x0-stone')).not.toHaveCount(puzzle.moves.length + 1);
  await at.button('Try again').click();
  await at.sees(wrong, 'empty');
  await at.solve(puzzle);
  await expect(at.end).toContainText('Solved with 1 mistake and no hint.');
  await expect(at.end).toContainText(/\(-\d+\)/);
  // Once more: the rating stays.
  await at.end.getByRole('button', { name: 'Play again' }).click();
  await expect(page.locator('svg .x0-stone')).toHaveCount(puzzle.moves.length);
  await at.solve(puzzle);
  await expect(at.end).toContainText('Played again: the rating stays as it is.');
});

test('after the deciding move the rest plays itself, stone by stone', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'the same with a finger');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const { api } = await someone(page);
  const at = new PuzzlePage(page);
  const puzzle = await find(api, 'gomoku', 1);
  await at.open(puzzle.puzzle_id);
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const stones = document.querySelectorAll('svg .x0-stone:not(.x0-hover, .x0-ghost)').length;
      if (stones !== seen.at(-1)) seen.push(stones);
      requestAnimationFrame(look);
    };
    look();
  });
  const played = await at.solve(puzzle);
  const before = puzzle.moves.length;
  expect(await page.evaluate(() => (window as unknown as { seen: number[] }).seen)).toEqual(
    [...Array(played.length + 1)].map((_, n) => before + n),
  );
});

test('what is forbidden to Black is marked, asked about, and said', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same with a finger');
  const { api } = await someone(page);
  let found: { puzzle: Puzzle; foul: string } | null = null;
  for (let number = 1; !found; number++) {
    const puzzle = await get(api, `renju-${number}`);
    const foul = puzzle.attacker === 'black' ? await foulIn(puzzle) : null;
    if (foul) found = { puzzle, foul };
  }
  const { puzzle, foul } = found;
  const at = new PuzzlePage(page);
  await at.open(puzzle.puzzle_id);
  await expect(at.cell(foul)).toHaveAttribute('aria-label', /forbidden for Black/);
  await at.cell(foul).click();
  await at.button(`Place ${foul}`).click();
  await expect(at.prompt).toContainText('forbidden for Black');
  await at.sees(foul, 'black, wrong');
  await expect(page.locator('.foul .title')).toContainText(foul);
  await at.button('Try again').click();
  await at.solve(puzzle);
  await expect(at.end).toContainText('1 mistake');
});

test('another first move that wins is right too', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same with a finger');
  const { api } = await guest();
  let other: { puzzle: Puzzle; move: string } | null = null;
  for (let number = 1; !other; number++) {
    const path = { puzzle_id: `x0-${number}` };
    const { attempt, puzzle } = done(
      await api.PUT('/v1/puzzles/{puzzle_id}/attempt', { params: { path } }),
    );
    const body = { version: attempt.version };
    const given = await api.POST('/v1/puzzles/{puzzle_id}/attempt/give-up', {
      params: { path },
      body,
    });
    const [main] = done(given).solution?.line ?? [];
    const more = done(given).solution?.first_moves.find((move) => String(move) !== String(main));
    if (more)
      other = {
        puzzle: puzzle as unknown as Puzzle,
        move: nameOf(more as unknown as [number, number]),
      };
  }
  const { puzzle, move } = other;
  await someone(page);
  const at = new PuzzlePage(page);
  await at.open(puzzle.puzzle_id);
  await at.place(move);
  await expect(at.prompt.or(at.end)).toHaveText(/Right|Solved/);
  const first = await judged(puzzle, move);
  if (!first.over) await at.solve(puzzle, 99, first.played);
  await expect(at.end).toContainText('Solved at the first try!');
});

test('giving up shows the solution, step by step', async ({ page }) => {
  const person = await someone(page);
  const at = new PuzzlePage(page);
  const puzzle = await find(person.api, 'x0', 3);
  await at.open(puzzle.puzzle_id);
  await at.solve(puzzle, 1);
  await at.button('More').click();
  const giveUp = page.getByRole('dialog').getByRole('button', { name: /^Give up/ });
  await giveUp.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /counts as not solved/ })
    .click();
  await expect(at.end).toContainText('it counts as not solved');
  await expect(page.locator('svg .x0-stone')).toHaveCount(puzzle.moves.length);
  const { attempt } = done(await attemptOf(person, puzzle.puzzle_id));
  const line = attempt.solution?.line ?? [];
  const forward = page.getByRole('button', { name: 'One move forward' });
  for (let n = 1; n <= line.length; n++) {
    await forward.first().click();
    await expect(page.locator('svg .x0-stone')).toHaveCount(puzzle.moves.length + n);
  }
  await expect(page.locator('svg line.row')).toHaveCount(1);
  await page.reload();
  await expect(at.end).toContainText('it counts as not solved');
});

test('hints, one at a time', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same with a finger');
  const person = await someone(page);
  const at = new PuzzlePage(page);
  const puzzle = await find(person.api, 'renju', 2);
  await at.open(puzzle.puzzle_id);
  const hints = page.getByTestId('hint');
  const shown = async (n: number) => {
    await at.button('Hint').click();
    await expect(hints).toHaveCount(n);
  };
  await shown(1);
  await shown(2);
  const themes = /^Hint: the move is inside/.test((await hints.first().textContent()) ?? '')
    ? 0
    : 1;
  if (themes) await shown(3);
  await expect(page.locator('svg path.area')).toHaveCount(1);
  await expect(page.locator('svg .x0-hint')).toHaveCount(1);
  await expect(at.button('Hint')).toBeDisabled();
  const move = /the move is ([A-O]\d+)/.exec((await hints.last().textContent()) ?? '')?.[1] ?? '';
  await at.sees(move, 'hint: here');
  await at.solve(puzzle);
  await expect(at.end).toContainText(`Solved with no mistake and ${2 + themes} hints.`);
});

test('a link can be opened by anybody', async ({ page, browser, isMobile }) => {
  const { api } = await someone(page);
  const puzzle = await find(api, 'gomoku', 1);
  const context = await newContext(browser, isMobile ? { hasTouch: true } : {});
  const stranger = new PuzzlePage(await context.newPage(), stack().urls[0]);
  await stranger.open(puzzle.puzzle_id);
  await expect(stranger.prompt).toContainText('Find the win.');
  // Whoever only looks is nobody yet.
  const flag = () => stranger.page.evaluate(() => localStorage.getItem('x0.signed-in'));
  expect(await flag()).toBeNull();
  await stranger.solve(puzzle);
  await expect(stranger.end).toContainText('Solved at the first try!');
  expect(await flag()).toBe('guest');
  await stranger.page.goto(`${stranger.url}/puzzles/renju-999999`);
  await expect(stranger.page.getByText('There is no such puzzle.')).toBeVisible();
  await stranger.page.goto(`${stranger.url}/puzzles/chess-1`);
  await expect(stranger.page.getByText('There is no such puzzle.')).toBeVisible();
  await context.close();
});

test('the puzzle of the day, from the lobby', async ({ page }) => {
  const { api } = await someone(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Puzzle of the day' }).click();
  const at = new PuzzlePage(page);
  await at.ready();
  const { puzzle } = done(await api.GET('/v1/puzzles/daily'));
  expect(at.id).toBe(puzzle.puzzle_id);
  await at.solve(puzzle as unknown as Puzzle);
  await page.goto('/puzzles');
  await expect(page.getByTestId('daily')).toContainText('Solved 1 day in a row.');
});

test('what a guest has solved stays when the guest gets an account', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same with a finger');
  const { api } = await someone(page);
  const at = new PuzzlePage(page);
  const puzzle = await find(api, 'x0', 1);
  await at.open(puzzle.puzzle_id);
  await at.solve(puzzle);
  await page.goto('/register?next=/puzzles');
  const name = unique('solver');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill('a quiet long evening');
  await page.locator('form').getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByTestId('puzzle-rating')).toHaveText(/^\d+$/);
  await expect(page.getByRole('table')).toContainText('1 of');
  await page.goto(`/u/${name}`);
  await expect(page.getByRole('heading', { name: 'Ratings' })).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.getByTestId('puzzles')).toContainText('X-0: 1 puzzle solved');
});

test('by keys alone', async ({ page, isMobile }) => {
  test.skip(isMobile, 'phones have no keys');
  const { api } = await someone(page);
  const at = new PuzzlePage(page);
  const puzzle = await find(api, 'x0', 2);
  await at.open(puzzle.puzzle_id);
  const heard = (text: string | RegExp) =>
    expect(page.getByRole('status').filter({ hasText: text })).toBeAttached();
  await at.cell('H8').focus();
  const go = async (name: string) => {
    const [x, y] = point(name);
    for (let n = 0; n < 15; n++) await page.keyboard.press('ArrowLeft');
    for (let n = 0; n < 15; n++) await page.keyboard.press('ArrowDown');
    for (let n = 0; n < x; n++) await page.keyboard.press('ArrowRight');
    for (let n = 0; n < y; n++) await page.keyboard.press('ArrowUp');
    await expect(at.cell(name)).toBeFocused();
  };
  const wrong = await wrongMove(puzzle);
  await go(wrong);
  await page.keyboard.press('Enter');
  await heard(`${wrong} chosen.`);
  await page.keyboard.press('Enter');
  await heard(`${wrong}. That does not win.`);
  await page.keyboard.press('Escape');
  await heard('Taken back. Try again.');
  await page.keyboard.press('h');
  await heard(/^Hint: /);
  const right = await rightMove(puzzle);
  const first = await judged(puzzle, right);
  await go(right);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await heard(`${right} is right.`);
  // The rest by names.
  await page.keyboard.press('m');
  await page.keyboard.type(await rightMove(puzzle, first.played));
  await page.keyboard.press('Enter');
  await heard(/Solved with 1 mistake and 1 hint\./);
  await expect(at.end).toBeVisible();
  await at.cell('H8').focus();
  await page.keyboard.press('[');
  await heard(/^Turn \d+ of \d+/);
});

test('when all were seen they begin anew, and it is said', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same with a finger');
  await someone(page);
  await page.route('**/v1/puzzles/draw', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), began_anew: true } });
  });
  await page.goto('/puzzles');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.notice')).toHaveText(/You have seen all puzzles of this choice/);
  await new PuzzlePage(page).ready();
});
