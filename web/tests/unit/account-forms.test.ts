import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { deviceOf } from '../../src/account/agents';
import { nextQuery, safeNext } from '../../src/account/next';
import { nameProblem, passwordProblem } from '../../src/account/rules';

const HERE = 'https://x0.example';
const next = (wanted: string | null) => safeNext(wanted, '/', HERE);

describe('the way back', () => {
  test('places of ours', () => {
    for (const path of ['/g/abc', '/ranking/renju?x=1#top', '/u/%D0%98%D0%B2%D0%B0%D0%BD', '/']) {
      expect(next(path)).toBe(path);
    }
    expect(next('/u/Иван')).toBe('/u/%D0%98%D0%B2%D0%B0%D0%BD');
    expect(nextQuery('/g/a?b=c&d')).toBe('?next=%2Fg%2Fa%3Fb%3Dc%26d');
    expect(nextQuery(null)).toBe('');
  });

  test('nothing else', () => {
    const hostile = [
      null,
      '',
      '//evil.example',
      '///evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      '\t//evil.example',
      ' //evil.example',
      'https://evil.example/',
      'https:evil.example',
      'javascript:alert(1)',
      'data:text/html,x',
      '/g/../../\\evil.example',
      '/.//evil.example',
      '/x/..//evil.example',
      '@evil.example',
      'evil.example',
      '/v1/sessions',
      '/login',
      '/register?next=/login',
      `/${'a'.repeat(3000)}`,
    ];
    for (const wanted of hostile) expect([wanted, next(wanted)]).toEqual([wanted, '/']);
  });
});

describe('rules of names and passwords', () => {
  test('names', () => {
    const cases: [string, string][] = [
      ['Anna', ''],
      ['Нгуен', ''],
      ['Nguyễn_Văn-1', ''],
      ['ab', 'name_too_short'],
      ['a'.repeat(21), 'name_too_long'],
      ['1abc', 'name_must_start_with_letter'],
      ['_abc', 'name_must_start_with_letter'],
      ['a b c', 'name_characters'],
      ['<b>x</b>', 'name_characters'],
      ['日本語', 'name_characters'],
      ['Annа', 'name_mixes_scripts'],
      ['guest123', 'name_reserved'],
    ];
    for (const [name, problem] of cases) expect([name, nameProblem(name)]).toEqual([name, problem]);
  });

  test('passwords', () => {
    expect(passwordProblem('a quiet evening', 'Anna')).toBe('');
    expect(passwordProblem('1234567', 'Anna')).toBe('password_too_short');
    expect(passwordProblem('x'.repeat(129), 'Anna')).toBe('password_too_long');
    expect(passwordProblem('abababab', 'Anna')).toBe('password_too_common');
    expect(passwordProblem('ANNABELLE', 'annabelle')).toBe('password_is_name');
    expect(passwordProblem('пароль подлиннее', '')).toBe('');
  });
});

test('browsers in words', () => {
  const cases: [string, string, string, string][] = [
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
      'Firefox',
      'Linux',
      '',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPhone',
      '',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
      'Samsung Internet',
      'Android',
      '',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
      'Edge',
      'Windows',
      '',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
      'Chrome',
      'macOS',
      '',
    ],
    ['x0-python/1.0', '', '', 'x0-python'],
    ['Mozilla/5.0', '', '', ''],
    ['<script>alert(1)</script>', '', '', ''],
    ['', '', '', ''],
  ];
  for (const [agent, browser, system, program] of cases) {
    expect(deviceOf(agent)).toEqual({ browser, system, program });
  }
});

describe('words for refusals', () => {
  const root = new URL('../../../', import.meta.url);
  const raised =
    /\b(?:Refused|Refusal|Invalid|Forbidden|NotFound|NotAllowed|Conflict|AlreadyExists|RateLimited|Unauthenticated|Unavailable|Internal|BadSettings|BadRules|BadRequest|NotNow|MovedOn)\(\s*"([a-z_]+)"/g;
  const returned =
    /\breturn "((?:name|password|about|bad|clan|tag)_[a-z_]+)"|else "(bad_[a-z_]+)"/g;
  const named = /=> "([a-z_]+)"/g;
  const limited = /\.check\([^;\n]*, "(too_many_[a-z_]+)"/g;
  const listed = /class Problem\(StrEnum\):[\s\S]*?\n\n\n/g;
  const member = /^ {4}[A-Z_]+ = "([a-z_]+)"$/gm;

  function reasons(): Set<string> {
    const found = new Set<string>();
    const read = (path: string, shape: RegExp) => {
      for (const match of fs.readFileSync(new URL(path, root), 'utf8').matchAll(shape)) {
        found.add(match[1] ?? match[2] ?? '');
      }
    };
    for (const service of ['account', 'game', 'rating', 'tournament', 'puzzle', 'gateway']) {
      const folder = `services/${service}/x0_${service}/`;
      for (const file of fs.readdirSync(new URL(folder, root), { recursive: true })) {
        if (String(file).endsWith('.py')) {
          read(folder + file, raised);
          read(folder + file, returned);
          read(folder + file, limited);
        }
      }
    }
    for (const file of ['opening/action.rs', 'error.rs'])
      read(`engine-rs/rules/src/${file}`, named);
    for (const file of ['format.py', 'teams.py']) {
      const path = new URL(`services/tournament/x0_tournament/domain/${file}`, root);
      for (const [problems] of fs.readFileSync(path, 'utf8').matchAll(listed)) {
        for (const match of problems.matchAll(member)) found.add(match[1] ?? '');
      }
    }
    // Said to whoever runs the service.
    found.delete('recalculation');
    return found;
  }

  test('every reason of the server is said in every language', () => {
    const all = reasons();
    expect(all.size).toBeGreaterThan(130);
    for (const language of ['en', 'ru', 'vi']) {
      const file = new URL(`web/locales/${language}/common.json`, root);
      const { problem } = JSON.parse(fs.readFileSync(file, 'utf8')) as { problem: string };
      const missing = [...all].filter((reason) => !problem.includes(` ${reason} {`));
      expect([language, missing]).toEqual([language, []]);
    }
  });
});
