/**
 * The search for a quick game. It belongs to this tab and goes on across pages; the server forgets
 * it after 45 s, so it is renewed. What became of it the server is asked whenever something in the
 * inbox changes, which also covers what was missed while the connection was away.
 */
import { untrack } from 'svelte';
import { ask, http } from '../api/http';
import { link } from '../api/link.svelte';
import { Problem } from '../api/problem';
import { session } from '../api/session.svelte';
import type { Seek } from '../api/types';
import { say } from '../app/announce.svelte';
import { inbox } from '../app/inbox.svelte';
import { notices, words } from '../app/notices.svelte';
import { t } from '../i18n/index.svelte';
import { arrivals } from './arrivals.svelte';
import { type Pool, poolOf, samePool, settingsOf } from './pools';
import { cancel, look, newKey } from './seeks';
import { poolWords } from './words';

const RENEW_AFTER = 20_000;
const RETRY_AFTER = 3_000;
/** What the clocks of two servers may differ by. */
const SKEW = 1_000;
/** Nobody is to meet somebody who has gone away. */
const AWAY_AFTER = 10 * 60_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

class Search {
  pool = $state.raw<Pool | null>(null);
  /** In whole seconds. */
  waited = $state(0);
  /** The server does not know at the moment that somebody waits. */
  unsteady = $state(false);

  #seek: Seek | null = null;
  /** The server knows of the search: from then on it can be asked. */
  #posted = $state(false);
  /** Grows with every search, so that late answers are known for what they are. */
  #run = 0;
  #since = 0;
  #next = 0;
  #posting = false;
  #looking = false;
  #again = false;
  #hiddenSince = 0;
  #end: (() => void) | null = null;
  #tabs = new BroadcastChannel('x0-search');

  constructor() {
    this.#tabs.onmessage = () => this.#stop(() => t.lobby.stoppedOtherTab());
    document.addEventListener('visibilitychange', () => {
      this.#hiddenSince = document.hidden ? Date.now() : 0;
    });
    addEventListener('pagehide', () => {
      if (!this.pool) return;
      const id = this.#seek?.seek_id;
      this.#finish();
      if (id) void cancel(id, true).catch(() => {});
    });
    session.onChange(() => {
      const by = this.#seek?.by.player_id;
      if (by && session.me?.id !== by) this.#stop(() => t.lobby.stoppedSignedOut());
    });
  }

  searches(pool: Pool): boolean {
    return this.pool !== null && samePool(this.pool, pool);
  }

  /** Begins a search, in place of another one; the same again ends it. */
  toggle(pool: Pool): void {
    if (this.searches(pool)) void this.cancel();
    else this.#begin(pool);
  }

  async cancel(): Promise<void> {
    const seek = this.#seek;
    if (!this.pool) return;
    this.#finish();
    say(t.lobby.searchCancelled());
    if (seek) await this.#withdraw(seek.seek_id);
  }

  #begin(pool: Pool): void {
    this.#finish();
    this.pool = pool;
    this.#since = Date.now();
    this.#next = 0;
    this.#tabs.postMessage('searching');
    say(t.lobby.searchBegun({ what: poolWords(pool) }));
    const timer = setInterval(() => this.#tick(), 1000);
    const stop = $effect.root(() => {
      $effect(() => {
        void inbox.games;
        void inbox.own;
        if (this.#posted && link.online) untrack(() => this.#arrived() || void this.#look());
      });
    });
    this.#end = () => {
      clearInterval(timer);
      stop();
    };
    void this.#post();
  }

  #tick(): void {
    this.waited = Math.floor((Date.now() - this.#since) / 1000);
    if (this.#hiddenSince && Date.now() - this.#hiddenSince > AWAY_AFTER) {
      const id = this.#seek?.seek_id;
      this.#stop(() => t.lobby.stoppedAway());
      if (id) void cancel(id).catch(() => {});
    } else if (Date.now() >= this.#next) void this.#post();
  }

  async #post(): Promise<void> {
    const { pool } = this;
    if (!pool || this.#posting) return;
    const run = this.#run;
    this.#posting = true;
    this.#next = Date.now() + RENEW_AFTER;
    try {
      await session.player();
      if (run !== this.#run) return;
      const params = { header: { 'Idempotency-Key': newKey() } };
      const body = { kind: 'quick', settings: settingsOf(pool) } as const;
      const seek = await ask(http.POST('/v1/seeks', { params, body }));
      if (run === this.#run) {
        this.unsteady = false;
        this.#take(seek);
      } else if (!this.pool) await this.#withdraw(seek.seek_id);
    } catch (error) {
      if (run === this.#run) this.#failed(Problem.from(error));
    } finally {
      this.#posting = false;
      // Another search was begun meanwhile.
      if (run !== this.#run && this.pool) void this.#post();
    }
  }

  #failed(problem: Problem): void {
    const passing = problem.status === 429 || problem.status >= 500 || problem.reason === 'busy';
    if (!problem.offline && !passing) return this.#stop(() => words(problem));
    this.unsteady = true;
    this.#next = Date.now() + Math.max(RETRY_AFTER, problem.retryAfterSeconds * 1000);
  }

  async #look(): Promise<void> {
    const id = this.#seek?.seek_id;
    if (!id) return;
    // An answer that is under way may not know of the last change.
    if (this.#looking) {
      this.#again = true;
      return;
    }
    const run = this.#run;
    this.#looking = true;
    this.#again = false;
    try {
      const seek = await look(id);
      if (run === this.#run && !this.#posting) this.#take(seek);
    } catch {
      // The next renewal says what is wrong.
    } finally {
      this.#looking = false;
      if (this.#again) void this.#look();
    }
  }

  #take(seek: Seek): void {
    const { pool } = this;
    if (!pool) return;
    this.#seek = seek;
    this.#posted = true;
    const same = samePool(poolOf(seek.settings), pool);
    if (seek.status === 'matched' && seek.game_id && same) {
      this.#finish();
      arrivals.to(seek.game_id, { hidden: true });
    } else if (seek.status === 'expired') void this.#post();
    else if (seek.status !== 'waiting' || !same) {
      if (!this.#arrived()) this.#stop(() => t.lobby.stoppedElsewhere());
    }
  }

  /** A game has begun since: the one that was looked for, or another, which ends the search too. */
  #arrived(): boolean {
    const { pool } = this;
    const since = Date.parse(this.#seek?.created_at ?? '') - SKEW;
    const games = inbox.games.filter((game) => Date.parse(game.created_at) > since);
    if (!pool || !games.length) return false;
    const game = games.find(({ settings }) => samePool(poolOf(settings), pool));
    this.#finish();
    if (game) arrivals.to(game.game_id, { hidden: true });
    return true;
  }

  /** Ends a search at the server. It may have found somebody in this very moment. */
  async #withdraw(id: string): Promise<void> {
    try {
      await cancel(id);
    } catch (error) {
      const { reason } = Problem.from(error);
      if (reason !== 'being_paired' && reason !== 'seek_over') return;
      for (let n = 0; n < 5 && !this.pool; n++) {
        const seek = await look(id).catch(() => null);
        if (seek?.status === 'matched' && seek.game_id) {
          notices.add(t.lobby.tooLateToCancel());
          return arrivals.to(seek.game_id);
        }
        if (seek?.status !== 'waiting') return;
        await pause(400);
      }
    }
  }

  #finish(): void {
    this.#run += 1;
    this.#end?.();
    this.#end = null;
    this.#seek = null;
    this.#posted = false;
    this.#again = false;
    this.pool = null;
    this.waited = 0;
    this.unsteady = false;
  }

  #stop(why: () => string): void {
    if (!this.pool) return;
    this.#finish();
    notices.add(why());
  }
}

export const search = new Search();
