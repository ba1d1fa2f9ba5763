/**
 * What the server asks of names and passwords, as far as it can be said while somebody types. The
 * server has the last word; the reasons are its own.
 */

export const NAME = { least: 3, most: 20 };
export const PASSWORD = { least: 8, most: 128 };

const CYRILLIC = /\p{Script=Cyrillic}/u;
const LATIN = /\p{Script=Latin}/u;

/** The reason why a name is refused, or ''. */
export function nameProblem(typed: string): string {
  const name = typed.normalize('NFKC');
  const letters = [...name];
  if (letters.some((char) => !/[\p{L}0-9_-]/u.test(char))) return 'name_characters';
  if (letters.some((char) => /\p{L}/u.test(char) && !CYRILLIC.test(char) && !LATIN.test(char))) {
    return 'name_characters';
  }
  if (letters[0] && !/\p{L}/u.test(letters[0])) return 'name_must_start_with_letter';
  if (CYRILLIC.test(name) && LATIN.test(name)) return 'name_mixes_scripts';
  if (letters.length > NAME.most) return 'name_too_long';
  if (letters.length < NAME.least) return 'name_too_short';
  if (name.toLowerCase().startsWith('guest')) return 'name_reserved';
  return '';
}

export function passwordProblem(password: string, name: string): string {
  const letters = [...password];
  if (letters.length < PASSWORD.least) return 'password_too_short';
  if (letters.length > PASSWORD.most) return 'password_too_long';
  const folded = password.normalize('NFKC').toLowerCase();
  if (name && folded === name.normalize('NFKC').toLowerCase()) return 'password_is_name';
  if (new Set(folded).size < 3) return 'password_too_common';
  return '';
}
