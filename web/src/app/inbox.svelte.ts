/** What waits for whoever uses the client: unfinished games, challenges, own seeks. */
import { session } from '../api/session.svelte';
import { Topic } from '../api/topic.svelte';
import type { GameSummary, Inbox as InboxBody, Seek, Tournament } from '../api/types';

type GameListener = (game: GameSummary) => void;

class Inbox {
  #topic = new Topic<InboxBody>('player');
  #known: Set<string> | null = null;
  #listeners = new Set<GameListener>();

  readonly games = $derived<readonly GameSummary[]>(this.#topic.value?.games ?? []);
  readonly seeks = $derived<readonly Seek[]>(this.#topic.value?.seeks ?? []);
  /** Entered ones that are to come, run, or were over an hour ago at most. */
  readonly tournaments = $derived<readonly Tournament[]>(this.#topic.value?.tournaments ?? []);
  /** Challenges by others that wait for an answer. */
  readonly challenges = $derived(
    this.seeks.filter((seek) => seek.status === 'waiting' && seek.to?.player_id === session.me?.id),
  );
  /** Own seeks that still wait for somebody. */
  readonly own = $derived(
    this.seeks.filter((seek) => seek.status === 'waiting' && seek.by.player_id === session.me?.id),
  );
  readonly loaded = $derived(this.#topic.value !== undefined);

  /** Called once for every game that begins while the client is open. */
  onGame(listener: GameListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells once more of a game: somebody is where it matters. */
  tell(game: GameSummary): void {
    for (const listener of this.#listeners) listener(game);
  }

  /** Follows whoever is signed in, for as long as the client is open. */
  start(): void {
    $effect.root(() => {
      $effect(() => {
        const id = session.me?.id;
        this.#topic.forget();
        this.#known = null;
        return id ? this.#topic.follow() : undefined;
      });
      $effect(() => {
        if (this.loaded) this.#compare(this.games);
      });
    });
  }

  #compare(games: readonly GameSummary[]): void {
    const known = this.#known;
    this.#known = new Set([...(known ?? []), ...games.map((game) => game.game_id)]);
    if (!known) return;
    for (const game of games) {
      if (!known.has(game.game_id)) this.tell(game);
    }
  }
}

export const inbox = new Inbox();
