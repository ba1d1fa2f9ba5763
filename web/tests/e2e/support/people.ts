// Players, made over REST, and their way into a browser.
//
//   const ann = await account();                a new account with a random name
//   const guest = await guest();
//   await signIn(context, ann);                 before the first page: it then finds itself signed in
//   const page = await visit(browser, ann);     a page in a browser of her own; a stranger's without her
//   await ann.api.GET('/v1/inbox');             typed, with her access token (good for 15 minutes)
//
// The client keeps its refresh token in the HttpOnly cookie `x0_refresh` and remembers by
// localStorage['x0.signed-in'] that there is a session to resume. A refresh token works once, so
// each context needs a session of its own: `signIn` logs an account in again for every further one;
// a guest fits in one context only.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from '../../../src/api/gen/rest.ts';
import { stack } from './stack.ts';

type Schemas = components['schemas'];
export type Api = Client<paths>;

export interface Person {
  name: string;
  playerId: string;
  guest: boolean;
  /** Empty for a guest. */
  password: string;
  token: string;
  api: Api;
  /** A refresh token that no browser has been given yet. */
  unused: string | null;
}

export const PASSWORD = 'a quiet long evening';

export async function guest(url = home()): Promise<Person> {
  const made = await createClient<paths>({ baseUrl: url }).POST('/v1/guests', {
    body: { cookie: true },
  });
  return person(url, made, '');
}

/** The name must be free: leave it out, or start it with something random (`unique('Ann')`). */
export async function account(name = unique('p'), url = home()): Promise<Person> {
  const made = await createClient<paths>({ baseUrl: url }).POST('/v1/accounts', {
    body: { name, password: PASSWORD, cookie: true },
  });
  return person(url, made, PASSWORD);
}

/** A name of at most 20 characters that nobody has. */
export function unique(prefix: string): string {
  return `${prefix.slice(0, 11)}${Math.random().toString(36).slice(2, 11)}`;
}

export async function signIn(context: BrowserContext, who: Person): Promise<void> {
  let refresh = who.unused;
  who.unused = null;
  if (refresh === null) {
    if (who.guest) throw new Error('a guest cannot be signed in twice: make another');
    const session = await createClient<paths>({ baseUrl: home() }).POST('/v1/sessions', {
      body: { name: who.name, password: who.password, cookie: true },
    });
    refresh = cookieOf(session.response);
  }
  const origins = stack().urls.map((url) => new URL(url));
  const host = origins[0] as URL;
  await context.setStorageState({
    cookies: [
      {
        name: 'x0_refresh',
        value: refresh,
        domain: host.hostname,
        path: '/v1/sessions',
        httpOnly: true,
        secure: host.protocol === 'https:',
        sameSite: 'Strict',
        expires: Math.floor(Date.now() / 1000) + 86_400,
      },
    ],
    origins: origins.map(({ origin }) => ({
      origin,
      localStorage: [{ name: 'x0.signed-in', value: who.guest ? 'guest' : 'account' }],
    })),
  });
}

export async function visit(browser: Browser, who?: Person): Promise<Page> {
  const context = await browser.newContext();
  if (who) await signIn(context, who);
  return context.newPage();
}

/** What a request gave; a refusal becomes an error that says what was refused and why. */
export function done<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  if (answer.data === undefined) {
    const { status, url } = answer.response;
    throw new Error(`${status} from ${url}: ${JSON.stringify(answer.error)}`);
  }
  return answer.data;
}

function home(): string {
  const url = stack().urls[0];
  if (!url) throw new Error('no system runs: start the tests with `npm run e2e`');
  return url;
}

function person(
  url: string,
  made: { data?: Schemas['Session']; error?: unknown; response: Response },
  password: string,
): Person {
  const session = done(made);
  const token = session.access_token;
  return {
    name: session.name,
    playerId: session.player_id,
    guest: session.guest,
    password,
    token,
    api: createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${token}` } }),
    unused: cookieOf(made.response),
  };
}

function cookieOf(response: Response): string {
  for (const cookie of response.headers.getSetCookie()) {
    const value = /^x0_refresh=([^;]+)/.exec(cookie)?.[1];
    if (value) return value;
  }
  throw new Error(`no x0_refresh cookie in the answer ${response.status} of ${response.url}`);
}
