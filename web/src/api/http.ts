/** REST calls to the gateway: `await ask(http.GET('/v1/modes'))` gives the body or throws Problem. */
import createClient from 'openapi-fetch';
import type { paths } from './gen/rest';
import { Problem } from './problem';

/** Gives the access token of whoever uses the client, or null. Set by the session. */
let accessToken: () => Promise<string | null> = async () => null;
export function useTokens(source: () => Promise<string | null>): void {
  accessToken = source;
}

/** Signing in and refreshing: sends no token, so that it can be used to get one. */
export const bare = createClient<paths>({ baseUrl: location.origin });
export const http = createClient<paths>({ baseUrl: location.origin });
http.use({
  async onRequest({ request }) {
    const token = await accessToken();
    if (token) request.headers.set('Authorization', `Bearer ${token}`);
    return request;
  },
});

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

export async function ask<T>(call: Promise<Answer<T>>): Promise<T> {
  let answer: Answer<T>;
  try {
    answer = await call;
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('offline', 'the server could not be reached');
  }
  const { data, error, response } = answer;
  if (response.ok) return data as T;
  const body = (typeof error === 'object' && error !== null ? error : {}) as Record<
    string,
    unknown
  >;
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : '');
  throw new Problem(
    text('reason') || (response.status >= 500 ? 'unavailable' : 'unknown'),
    text('detail') || text('title') || response.statusText,
    response.status,
    text('instance') || (response.headers.get('x-request-id') ?? ''),
    Number(response.headers.get('retry-after')) || 0,
    body,
  );
}

export function newId(): string {
  return crypto.randomUUID();
}
