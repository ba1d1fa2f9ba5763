/** Brings people to games that begin because somebody took an offer of theirs. */
import { untrack } from 'svelte';
import { session } from '../api/session.svelte';
import { inbox } from '../app/inbox.svelte';
import { notices } from '../app/notices.svelte';
import { router } from '../app/router.svelte';
import { t } from '../i18n/index.svelte';
import { look } from './seeks';

class Arrivals {
  #waiting = new Set<string>();
  #later = new Set<string>();
  #of: string | undefined;

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
    });
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) return;
      for (const id of this.#later) this.#tell(id);
      this.#later.clear();
    });
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
    if (document.hidden && !hidden) this.#later.add(game);
    else if (playing) this.#tell(game);
    else router.go(address);
  }

  async #ask(id: string): Promise<void> {
    try {
      const seek = await look(id);
      if (seek.status === 'matched' && seek.game_id) this.to(seek.game_id);
    } catch {
      // The strip with running games shows it all the same.
    }
  }

  #tell(id: string): void {
    const game = inbox.games.find(({ game_id }) => game_id === id);
    if (!game || router.place.path === `/g/${id}`) return;
    const { name } = game.first.player_id === session.me?.id ? game.second : game.first;
    notices.add(t.common.gameStarted({ name }), 'info', {
      label: t.common.goToGame(),
      run: () => router.go(`/g/${id}`),
    });
  }
}

export const arrivals = new Arrivals();
