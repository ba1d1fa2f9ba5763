/**
 * Who uses the client. The refresh token lives in a cookie that scripts cannot read; the access
 * token in memory only. All tabs share the cookie: they refresh one after the other, and tell each
 * other when somebody signs in or out.
 */
import { ask, bare, http, newId, useTokens } from './http';
import { Problem } from './problem';
import type { Session as SessionBody } from './types';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly guest: boolean;
}

/**
 * 'guest' or 'account': says only that there may be a session to resume, and of what kind; a
 * visitor without one is not asked about.
 */
const FLAG = 'x0.signed-in';
/** A token is renewed so long before its end, in ms. */
const EARLY = 60_000;
const FIRST_DELAY = 500;
const LONGEST_DELAY = 8_000;
/** After so many attempts the page goes on without knowing who is there. */
const PATIENCE = 3;

type Listener = () => void;

class Session {
  /** Undefined until it is known. */
  me = $state.raw<Person | null | undefined>(undefined);
  sessionId = '';
  #token = '';
  #expires = 0;
  #renewing: Promise<string | null> | null = null;
  #making: Promise<Person> | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #listeners = new Set<Listener>();
  #tabs = new BroadcastChannel('x0-session');

  constructor() {
    useTokens(() => this.token());
    this.#tabs.onmessage = () => void this.resume();
  }

  /** There is a session, but it is not known yet whose. */
  get unknown(): boolean {
    return !this.me && flagged();
  }

  /**
   * An account uses the client. Until it is known who does, as it was the last time: what is offered
   * shall not change under the finger.
   */
  get account(): boolean {
    if (this.me === undefined) return localStorage.getItem(FLAG) === 'account';
    return this.me !== null && !this.me.guest;
  }

  /** Called after somebody else came to use the client, or somebody left. */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Takes up the session of the cookie. While the server cannot be reached everything is left as it
   * is, and tried again.
   */
  async resume(attempt = 0): Promise<void> {
    if (!flagged()) return this.#become(null);
    try {
      await this.#renew();
    } catch {
      const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** attempt);
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => void this.resume(attempt + 1), delay);
      if (this.me === undefined && attempt >= PATIENCE) this.me = null;
    }
  }

  /** A valid access token, or null for somebody who is not signed in. */
  async token(): Promise<string | null> {
    if (this.#token && Date.now() < this.#expires - EARLY) return this.#token;
    if (!this.#token && !flagged()) return null;
    return this.#renew();
  }

  /** Throws away the access token: the server did not take it. */
  distrust(): void {
    this.#expires = 0;
  }

  async signIn(name: string, password: string): Promise<void> {
    this.#take(await ask(bare.POST('/v1/sessions', { body: { name, password, cookie: true } })));
    this.#tell();
  }

  /** A new account. A guest becomes it, and keeps the games that run. */
  async signUp(name: string, password: string): Promise<void> {
    const params = { header: { 'Idempotency-Key': newId() } };
    const body = { name, password, cookie: true };
    this.#take(await ask(http.POST('/v1/accounts', { params, body })));
    this.#tell();
  }

  /** Whoever is here; a new guest where there is nobody yet. */
  async player(): Promise<Person> {
    if (this.me === undefined) await this.resume();
    if (this.me) return this.me;
    this.#making ??= this.#guest().finally(() => {
      this.#making = null;
    });
    return this.#making;
  }

  async signOut(): Promise<void> {
    try {
      const path = { session_id: this.sessionId };
      await ask(http.DELETE('/v1/sessions/{session_id}', { params: { path } }));
    } catch (error) {
      if (Problem.from(error).offline) throw error;
    }
    this.forget();
  }

  /** The session is over: it was ended here or elsewhere, or the account is gone. */
  forget(): void {
    localStorage.removeItem(FLAG);
    this.#token = '';
    this.#become(null);
    this.#tell();
  }

  /** The name was changed. */
  rename(name: string): void {
    if (this.me) this.me = { ...this.me, name };
    this.#tell();
  }

  async #guest(): Promise<Person> {
    // Another tab may be making one at this moment: then that one is meant.
    return oneAtATime('x0-guest', async () => {
      if (flagged()) await this.#renew();
      if (this.me) return this.me;
      const params = { header: { 'Idempotency-Key': newId() } };
      const found = await ask(bare.POST('/v1/guests', { params, body: { cookie: true } }));
      const person = this.#take(found);
      this.#tell();
      return person;
    });
  }

  #renew(): Promise<string | null> {
    this.#renewing ??= this.#refresh().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  async #refresh(): Promise<string | null> {
    try {
      // One tab after the other: a refresh token can be used once.
      const found = await oneAtATime('x0-session', () =>
        ask(bare.POST('/v1/sessions/refresh', { body: { cookie: true } })),
      );
      this.#take(found);
      return found.access_token;
    } catch (error) {
      const problem = Problem.from(error);
      if (problem.status !== 401) throw problem;
      localStorage.removeItem(FLAG);
      this.#token = '';
      this.#become(null);
      return null;
    }
  }

  #take(found: SessionBody): Person {
    localStorage.setItem(FLAG, found.guest ? 'guest' : 'account');
    this.#token = found.access_token;
    this.#expires = Date.parse(found.access_expires_at);
    this.sessionId = found.session_id;
    const person = { id: found.player_id, name: found.name, guest: found.guest };
    this.#become(person);
    return person;
  }

  #become(person: Person | null): void {
    const before = this.me;
    const same =
      before?.id === person?.id && before?.name === person?.name && before?.guest === person?.guest;
    if (before !== undefined && same) return;
    this.me = person;
    for (const listener of this.#listeners) listener();
  }

  #tell(): void {
    this.#tabs.postMessage('changed');
  }
}

function flagged(): boolean {
  return localStorage.getItem(FLAG) !== null;
}

async function oneAtATime<T>(what: string, work: () => Promise<T>): Promise<T> {
  // Locks exist on secure origins only; elsewhere the server's grace for a reused token must do.
  if (!('locks' in navigator)) return work();
  return await navigator.locks.request(what, work);
}

export const session = new Session();
