/**
 * The one WebSocket to the gateway: signs in, follows topics, sends actions, measures the server's
 * clock, and comes back by itself. What a topic holds is its followers' business.
 */
import { untrack } from 'svelte';
import { newId } from './http';
import { Problem } from './problem';
import { session } from './session.svelte';
import { localNow, ServerTime } from './time';
import type { Action, FromServer, Room, ToServer } from './types';

export type TopicMessage = Extract<FromServer, { topic: string; version: number }>;

export interface Follower {
  /** The last version it has, or null; asked on every new connection. */
  from(): number | null;
  receive(message: TopicMessage): void;
  /** The topic cannot be followed. */
  refused?(problem: Problem): void;
}

type State = 'idle' | 'connecting' | 'online' | 'lost';

const FIRST_DELAY = 500;
const LONGEST_DELAY = 8_000;
const ANSWER_LIMIT = 10_000;
/** No pong for so long: people are told. */
const UNSTEADY_AFTER = 2_000;
/** No pong for so long: the connection is given up. */
const DEAD_AFTER = 8_000;
const PING_PLAYING = 3_000;
const PING_IDLE = 20_000;
/** A fresh token is sent so long before the old one ends. */
const TOKEN_EARLY = 60_000;

interface Waiting {
  resolve(version: number | null): void;
  reject(problem: Problem): void;
  timer: ReturnType<typeof setTimeout>;
}

class Link {
  state = $state<State>('idle');
  /** False while an answer of the server is overdue. */
  steady = $state(true);
  /** The instance said that it stops: it is being replaced. */
  restarting = $state(false);
  readonly time = new ServerTime();

  #socket: WebSocket | null = null;
  #followers = new Map<string, Set<Follower>>();
  #waiting = new Map<string, Waiting>();
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pinger: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #reauth: ReturnType<typeof setTimeout> | undefined;
  #pings = new Map<string, number>();

  constructor() {
    session.onChange(() => void this.#authenticate());
    addEventListener('online', () => this.#hurry());
    addEventListener('offline', () => this.#giveUp());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.#hurry();
    });
    // A page that comes back out of the browser's cache has a dead socket.
    addEventListener('pageshow', (event) => {
      if (event.persisted) this.#hurry();
    });
  }

  get online(): boolean {
    return this.state === 'online';
  }

  /** Server time in epoch ms. */
  now(): number {
    return this.time.now();
  }

  /** Follows until the function it gives is called. An effect that follows does not follow `state`. */
  follow(topic: string, follower: Follower): () => void {
    return untrack(() => this.#follow(topic, follower));
  }

  #follow(topic: string, follower: Follower): () => void {
    const present = this.#followers.get(topic);
    if (present) present.add(follower);
    else this.#followers.set(topic, new Set([follower]));
    if (this.online) {
      this.#send({ type: 'subscribe', topic, from: present ? null : follower.from() });
      this.#schedulePing();
    } else this.#open();
    return () => {
      const all = this.#followers.get(topic);
      if (!all?.delete(follower) || all.size) return;
      this.#followers.delete(topic);
      if (this.online) this.#send({ type: 'unsubscribe', topic });
    };
  }

  /** Asks for the whole of a topic: what came does not fit to what is there. */
  renew(topic: string): void {
    if (this.online && this.#followers.has(topic)) {
      this.#send({ type: 'subscribe', topic, from: null });
    }
  }

  /**
   * An action in a game; gives the game's version after it. The same id may be sent again.
   * Rejects with the server's reason, or `disconnected` or `no_answer`: then nobody knows whether
   * it was done.
   */
  async act(game: string, action: Action, ply: number | null, id = newId()): Promise<number> {
    const version = await this.#request(id, { type: 'act', id, game, ply, action });
    return version ?? 0;
  }

  async say(game: string, room: Room, text: string, id = newId()): Promise<void> {
    await this.#request(id, { type: 'chat', id, game, room, text });
  }

  #request(id: string, message: ToServer): Promise<number | null> {
    return new Promise((resolve, reject) => {
      if (!this.online) {
        reject(new Problem('disconnected', 'there is no connection'));
        return;
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Problem('no_answer', 'the server did not answer'));
      }, ANSWER_LIMIT);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#send(message);
    });
  }

  #open(): void {
    if (this.#socket || !navigator.onLine) {
      if (!navigator.onLine) this.state = 'lost';
      return;
    }
    clearTimeout(this.#retry);
    this.state = this.state === 'idle' ? 'connecting' : 'lost';
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/v1/socket`);
    this.#socket = socket;
    socket.onopen = () => void this.#authenticate();
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      const message = parsed(event.data);
      // Nobody knows what that was: a new connection brings what was missed.
      if (message) this.#receive(message);
      else this.#break();
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#closed();
    };
  }

  #closed(): void {
    this.#socket = null;
    this.state = 'lost';
    clearTimeout(this.#pinger);
    clearTimeout(this.#watchdog);
    clearTimeout(this.#reauth);
    this.#pings.clear();
    for (const [id, waiting] of this.#waiting) {
      clearTimeout(waiting.timer);
      this.#waiting.delete(id);
      waiting.reject(new Problem('disconnected', 'the connection was lost'));
    }
    if (!this.#followers.size) {
      this.state = 'idle';
      return;
    }
    const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.#attempt);
    this.#attempt += 1;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#open(), delay * (0.5 + Math.random() / 2));
  }

  /** The network is gone: nothing comes of waiting for the socket to notice. */
  #giveUp(): void {
    if (!this.#socket) return;
    this.#break();
    clearTimeout(this.#retry);
  }

  /** Ends the connection as if it was lost, and comes back after the usual delay. */
  #break(): void {
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = null;
    socket.close();
    this.#closed();
  }

  /** The network or the page is back. */
  #hurry(): void {
    if (!this.#followers.size) return;
    this.#attempt = 0;
    if (this.#socket) this.#ping();
    else this.#open();
  }

  async #authenticate(): Promise<void> {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    let token: string | null;
    try {
      token = await session.token();
    } catch {
      // Without the network there is no socket either; it comes back by itself.
      socket.close();
      return;
    }
    if (socket === this.#socket) this.#send({ type: 'auth', token });
  }

  #receive(message: FromServer): void {
    switch (message.type) {
      case 'welcome':
        return this.#welcome(message.now, message.expires_at);
      case 'ping':
        return this.#send({ type: 'pong', n: message.n });
      case 'pong':
        return this.#pong(message.id, message.now);
      case 'ack':
        return this.#answered(message.id)?.resolve(message.version);
      case 'error':
        return this.#error(message);
      case 'notice':
        if (message.reason === 'restarting') this.restarting = true;
        else {
          session.distrust();
          void this.#authenticate();
        }
        return;
      case 'subscribed':
      case 'snapshot':
      case 'event':
        for (const follower of this.#followers.get(message.topic) ?? []) follower.receive(message);
        return;
      // A topic that ended with the last person is asked for again with the welcome of the next.
      case 'unsubscribed':
        return;
    }
  }

  #welcome(now: number, expiresAt: number | null): void {
    if (this.time.trip === null) this.time.add(localNow(), now, localNow());
    this.state = 'online';
    this.steady = true;
    this.restarting = false;
    this.#attempt = 0;
    for (const [topic, followers] of this.#followers) {
      const versions = [...followers].map((follower) => follower.from());
      const from = versions.includes(null) ? null : Math.min(...(versions as number[]));
      this.#send({ type: 'subscribe', topic, from });
    }
    clearTimeout(this.#reauth);
    if (expiresAt !== null) {
      const wait = Math.max(1_000, expiresAt - now - TOKEN_EARLY);
      this.#reauth = setTimeout(() => void this.#authenticate(), wait);
    }
    this.#ping();
  }

  #error(message: Extract<FromServer, { type: 'error' }>): void {
    const seconds = Number(message.metadata.retry_after_ms ?? 0) / 1000;
    const problem = new Problem(
      message.reason,
      message.message,
      0,
      '',
      seconds,
      message.metadata as Record<string, unknown>,
    );
    if (message.id === null) {
      // Only an `auth` has no id: its token was not taken.
      session.distrust();
      this.#socket?.close();
      return;
    }
    const waiting = this.#answered(message.id);
    if (waiting) return waiting.reject(problem);
    for (const follower of this.#followers.get(message.id) ?? []) follower.refused?.(problem);
  }

  #answered(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    if (waiting) clearTimeout(waiting.timer);
    this.#waiting.delete(id);
    return waiting;
  }

  #ping(): void {
    if (!this.online) return;
    const id = newId();
    // What is overdue stays overdue, however often it is asked for.
    const overdue = this.#pings.size > 0;
    this.#pings.set(id, localNow());
    this.#send({ type: 'ping', id });
    this.#schedulePing();
    if (overdue) return;
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      this.steady = false;
      this.#watchdog = setTimeout(() => this.#giveUpAndRetry(), DEAD_AFTER - UNSTEADY_AFTER);
    }, UNSTEADY_AFTER);
  }

  #giveUpAndRetry(): void {
    this.#giveUp();
    this.#open();
  }

  #schedulePing(): void {
    clearTimeout(this.#pinger);
    const playing = [...this.#followers.keys()].some((topic) => topic.startsWith('game:'));
    this.#pinger = setTimeout(() => this.#ping(), playing ? PING_PLAYING : PING_IDLE);
  }

  #pong(id: string, now: number): void {
    const sent = this.#pings.get(id);
    if (sent === undefined) return;
    this.#pings.clear();
    clearTimeout(this.#watchdog);
    this.steady = true;
    this.time.add(sent, now, localNow());
  }

  #send(message: ToServer): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}

function parsed(data: unknown): FromServer | null {
  try {
    const found: unknown = JSON.parse(String(data));
    return typeof found === 'object' && found !== null ? (found as FromServer) : null;
  } catch {
    return null;
  }
}

export const link = new Link();
