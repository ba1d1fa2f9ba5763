// What the server would refuse of a clan's name, tag and text, said before it is asked.
import { describe, expect, test } from 'vitest';
import { leads, mayManage } from '../../src/clans/roles.ts';
import {
  aboutProblem,
  nameProblem,
  sameName,
  tagProblem,
  tidyName,
  tidyTag,
} from '../../src/clans/rules.ts';

const problem = (typed: string) => nameProblem(tidyName(typed));

describe('names', () => {
  test.each(['Ann', 'Клуб X-0', 'Hội cờ 5', "O’Brien's & Co.", '  two   words ', '15 by 15'])(
    '%j is one',
    (typed) => expect(problem(typed)).toBe(''),
  );

  test.each([
    ['ab', 'clan_name_too_short'],
    ['   a  ', 'clan_name_too_short'],
    ['x'.repeat(41), 'clan_name_too_long'],
    ['-abc', 'clan_name_characters'],
    ['123', 'clan_name_characters'],
    ['a<b>c', 'clan_name_characters'],
    ['five 🙂', 'clan_name_characters'],
    ['Cтарт', 'clan_name_mixes_scripts'],
  ])('%j is refused: %s', (typed, reason) => expect(problem(typed)).toBe(reason));

  test('are kept in a tidy form', () => {
    expect(tidyName(' O’Brien   &  Co ')).toBe("O'Brien & Co");
    expect(sameName(' FIVE  in a row', 'Five in a Row')).toBe(true);
    expect(sameName('Five', 'Four')).toBe(false);
  });
});

describe('tags', () => {
  test.each(['x0', 'ВЕТЕР', 'A12345'])('%j is one', (typed) =>
    expect(tagProblem(tidyTag(typed))).toBe(''),
  );

  test.each([
    ['a', 'tag_length'],
    ['abcdefg', 'tag_length'],
    ['12', 'tag_characters'],
    ['a b', 'tag_characters'],
    ['XО', 'tag_mixes_scripts'],
  ])('%j is refused: %s', (typed, reason) => expect(tagProblem(tidyTag(typed))).toBe(reason));
});

test('a text has 500 characters at most', () => {
  expect(aboutProblem(` ${'🙂'.repeat(500)} `)).toBe('');
  expect(aboutProblem('x'.repeat(501))).toBe('clan_about_too_long');
});

test('who may manage whom', () => {
  expect([leads('captain'), leads('officer'), leads('member'), leads(undefined)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(mayManage('captain', 'officer')).toBe(true);
  expect(mayManage('officer', 'member')).toBe(true);
  expect(mayManage('officer', 'officer')).toBe(false);
  expect(mayManage('member', 'member')).toBe(false);
  expect(mayManage('captain', 'captain')).toBe(false);
});
