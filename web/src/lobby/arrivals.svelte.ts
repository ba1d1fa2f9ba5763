/** Brings people to games that begin: somebody took an offer of theirs, or a round has begun. */
import { untrack } from 'svelte';
import { session } from '../api/session.svelte';
import { inbox } from '../app/inbox.svelte';
import { notices } from '../app/notices.svelte';
import { router } from '../app/router.svelte';
import { t } from '../i18n/index.svelte';
import { look } from './seeks';

class Arrivals {
  #waiting = new Set<string>();
  /** To be told about, once they are in the inbox and somebody looks. */
  #news = new Set<string>();
  #of: string | undefined;
  /** Games to which somebody was brought, or came. */
  #seen = new Set<string>();

  start(): void {
    $effect.root(() => {
      $effect(() => {
        const me = session.me?.id;
        const now = new Set(inbox.own.filter((s) => s.kind !== 'quick').map((s) => s.seek_id));
        if (!inbox.loaded) return;
        untrack(() => {
          const gone = this.#of === me ? [...this.#waiting].filter((id) => !now.has(id)) : [];
          this.#of = me;
          this.#waiting = now;
          for (const id of gone) void this.#ask(id);
        });
      });
      $effect(() => {
        void inbox.games;
        untrack(() => this.#tell());
      });
      $effect(() => {
        const game = /^\/g\/([^/]+)/.exec(router.place.path)?.[1];
        if (game) this.#seen.add(game);
      });
    });
    inbox.onGame((game) => {
      if (game.match?.tournament_id) this.#call(game.game_id);
    });
    document.addEventListener('visibilitychange', () => this.#tell());
  }

  /** To a game that is to be played now, wherever one is: its clock runs. Once. */
  #call(game: string): void {
    if (this.#seen.has(game)) return;
    this.#seen.add(game);
    this.to(game, { hidden: true });
  }

  /**
   * To a game that has just begun. Whoever is playing another one is told about it; whoever is not
   * looking is told later.
   */
  to(game: string, { hidden = false } = {}): void {
    const address = `/g/${game}`;
    if (router.place.path === address) return;
    const playing = inbox.games.some(
      ({ game_id }) => game_id !== game && router.place.path === `/g/${game_id}`,
    );
    if (!playing && (hidden || !document.hidden)) return router.go(address);
    this.#news.add(game);
    this.#tell();
  }

  async #ask(id: string): Promise<void> {
    try {
      const seek = await look(id);
      if (seek.status === 'matched' && seek.game_id) this.to(seek.game_id);
    } catch {
      // The strip with running games shows it all the same.
    }
  }

  #tell(): void {
    if (document.hidden) return;
    for (const game of inbox.games) {
      const address = `/g/${game.game_id}`;
      if (!this.#news.delete(game.game_id) || router.place.path === address) continue;
      const { name } = game.first.player_id === session.me?.id ? game.second : game.first;
      notices.add(t.common.gameStarted({ name }), 'info', {
        label: t.common.goToGame(),
        run: () => router.go(address),
      });
    }
  }
}

export const arrivals = new Arrivals();
