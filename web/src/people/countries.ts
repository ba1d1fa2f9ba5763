/** Countries by their ISO 3166-1 code, named in the language in use. */
import { i18n } from '../i18n/index.svelte';

// Those that the server takes.
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS ' +
  'BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE ' +
  'EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM ' +
  'HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC ' +
  'LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA ' +
  'NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO ' +
  'TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

const LANGUAGES =
  'en ru vi ar be bg bn cs da de el es et fa fi fr he hi hr hu hy id it ja ka kk ko lt lv mn ms nl ' +
  'no pl pt ro sk sl sr sv th tr uk uz zh';

export interface Named {
  readonly code: string;
  readonly name: string;
}

export function countryName(code: string): string {
  return named('region', code);
}

export function languageName(code: string): string {
  return named('language', code);
}

export const countries = (): Named[] => sorted('region', CODES.split(' '));

/** `also` is listed whatever it is: it was chosen before. */
export function languages(also: string): Named[] {
  const codes = LANGUAGES.split(' ');
  return sorted('language', also && !codes.includes(also) ? [...codes, also] : codes);
}

/** Two letters that most systems draw as a flag. */
export function flag(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return '';
  return String.fromCodePoint(...[...code].map((letter) => letter.charCodeAt(0) + 0x1f1a5));
}

function named(type: 'region' | 'language', code: string): string {
  try {
    return new Intl.DisplayNames([i18n.locale], { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

function sorted(type: 'region' | 'language', codes: readonly string[]): Named[] {
  const { compare } = new Intl.Collator(i18n.locale);
  const all = codes.map((code) => ({ code, name: named(type, code) }));
  return all.sort((a, b) => compare(a.name, b.name));
}
