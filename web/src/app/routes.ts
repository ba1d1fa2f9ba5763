/** Every page: its address, its chunk, and the texts it needs besides `common`. */
import type { Component } from 'svelte';
import type { Namespace } from '../i18n/index.svelte';

export interface Route {
  /** "/g/:id"; a part that ends with "?" may be left out. */
  readonly pattern: string;
  readonly texts: readonly Namespace[];
  // Each page declares which parts of the address it takes.
  // biome-ignore lint/suspicious/noExplicitAny: the pattern and the page's props agree
  load(): Promise<{ default: Component<any> }>;
  /** The page uses the whole window: no navigation around it on phones. */
  readonly full?: boolean;
}

export const routes: readonly Route[] = [
  { pattern: '/', texts: ['lobby'], load: () => import('../lobby/Lobby.svelte') },
  { pattern: '/new', texts: ['lobby'], load: () => import('../lobby/NewGame.svelte') },
  { pattern: '/c/:id', texts: ['lobby'], load: () => import('../lobby/Challenge.svelte') },
  {
    pattern: '/g/:id',
    texts: ['board', 'game', 'review'],
    load: () => import('../game/Game.svelte'),
    full: true,
  },
  {
    pattern: '/watch',
    texts: ['watch'],
    load: () => import('../watch/Watch.svelte'),
  },
  {
    pattern: '/watch/:name',
    texts: ['watch'],
    load: () => import('../watch/Player.svelte'),
  },
  { pattern: '/u/:name', texts: ['people'], load: () => import('../people/Profile.svelte') },
  { pattern: '/ranking/:mode?', texts: ['people'], load: () => import('../people/Ranking.svelte') },
  { pattern: '/clans', texts: ['clans', 'account'], load: () => import('../clans/Clans.svelte') },
  {
    pattern: '/clans/:id',
    texts: ['clans', 'account'],
    load: () => import('../clans/Clan.svelte'),
  },
  {
    pattern: '/t',
    texts: ['tournaments'],
    load: () => import('../tournaments/Tournaments.svelte'),
  },
  {
    pattern: '/t/new',
    texts: ['tournaments', 'lobby', 'account'],
    load: () => import('../tournaments/NewTournament.svelte'),
  },
  {
    pattern: '/t/:id',
    texts: ['tournament', 'tournaments'],
    load: () => import('../tournament/Event.svelte'),
  },
  {
    pattern: '/puzzles',
    texts: ['puzzles'],
    load: () => import('../puzzles/Start.svelte'),
  },
  {
    pattern: '/puzzles/attempts',
    texts: ['puzzles'],
    load: () => import('../puzzles/Attempts.svelte'),
  },
  {
    pattern: '/puzzles/:id',
    texts: ['puzzles', 'board', 'game', 'review'],
    load: () => import('../puzzles/PuzzlePage.svelte'),
    full: true,
  },
  { pattern: '/settings', texts: ['settings'], load: () => import('../settings/Settings.svelte') },
  { pattern: '/login', texts: ['account'], load: () => import('../account/Login.svelte') },
  { pattern: '/register', texts: ['account'], load: () => import('../account/Register.svelte') },
  {
    pattern: '/account',
    texts: ['account', 'people'],
    load: () => import('../account/Account.svelte'),
  },
  { pattern: '/rules', texts: ['rules'], load: () => import('../rules/Rules.svelte') },
  {
    pattern: '/rules/:page',
    texts: ['rules', 'board'],
    load: () => import('../rules/RulesPage.svelte'),
  },
];

export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

export function match(path: string, table: readonly Route[] = routes): Match | null {
  const parts = split(path);
  for (const route of table) {
    const params = fitted(split(route.pattern), parts);
    if (params) return { route, params };
  }
  return null;
}

function fitted(pattern: string[], parts: string[]): Record<string, string> | null {
  if (parts.length > pattern.length) return null;
  const params: Record<string, string> = {};
  for (const [n, wanted] of pattern.entries()) {
    const part = parts[n];
    if (!wanted.startsWith(':')) {
      if (part !== wanted) return null;
    } else if (part !== undefined) {
      try {
        params[wanted.replace(/^:|\?$/g, '')] = decodeURIComponent(part);
      } catch {
        return null;
      }
    } else if (!wanted.endsWith('?')) return null;
  }
  return params;
}

function split(path: string): string[] {
  return path.split('/').filter(Boolean);
}
