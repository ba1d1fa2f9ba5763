/**
 * What the server asks of names and tags of clans, as far as it can be said before a form is sent.
 * The server has the last word; the reasons are its own.
 */

export const NAME = { least: 3, most: 40 };
export const TAG = { least: 2, most: 6 };
export const ABOUT = { most: 500 };

/** The form in which a name is kept. Phones type ’ where names have '. */
export function tidyName(typed: string): string {
  return typed.normalize('NFKC').replace(/[‘’]/g, "'").split(/\s+/).filter(Boolean).join(' ');
}

export function tidyTag(typed: string): string {
  return typed.trim().normalize('NFKC').toUpperCase();
}

/** Whether two names are the same to the server, up to its finer points. */
export function sameName(one: string, other: string): boolean {
  return tidyName(one).toLowerCase() === tidyName(other).toLowerCase();
}

/** The reason why a name is refused, or ''. `name` is tidy. */
export function nameProblem(name: string): string {
  const { length } = [...name];
  if (length < NAME.least) return 'clan_name_too_short';
  if (length > NAME.most) return 'clan_name_too_long';
  if (!/^[\p{L}0-9][\p{L}0-9 \-_.'&]*$/u.test(name) || !/\p{L}/u.test(name)) {
    return 'clan_name_characters';
  }
  return name.split(' ').some(mixed) ? 'clan_name_mixes_scripts' : '';
}

export function tagProblem(tag: string): string {
  const { length } = [...tag];
  if (length < TAG.least || length > TAG.most) return 'tag_length';
  if (!/^[\p{L}0-9]+$/u.test(tag) || !/\p{L}/u.test(tag)) return 'tag_characters';
  return mixed(tag) ? 'tag_mixes_scripts' : '';
}

export function aboutProblem(about: string): string {
  return [...about.trim()].length > ABOUT.most ? 'clan_about_too_long' : '';
}

function mixed(word: string): boolean {
  return /\p{Script=Latin}/u.test(word) && /\p{Script=Cyrillic}/u.test(word);
}
