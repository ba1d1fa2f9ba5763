/** A tournament as its page follows it: what everybody sees, and what concerns the viewer. */
import { untrack } from 'svelte';
import { session } from '../api/session.svelte';
import { Topic } from '../api/topic.svelte';
import type { Participant, StandingsRow, TournamentNow, TournamentView } from '../api/types';
import { notices, words } from '../app/notices.svelte';
import * as api from './api';
import { Fresh } from './fresh.svelte';

const VIEW_EVERY = 1_000;
const ROW_EVERY = 2_000;
const PEOPLE_EVERY = 2_000;

export class EventModel {
  readonly topic: Topic<TournamentNow>;
  readonly view: Fresh<TournamentView>;
  /** The own row where it is not among the first, which come by themselves. */
  readonly row: Fresh<StandingsRow | null>;
  readonly participants: Fresh<readonly Participant[]>;

  /** Something is being done. */
  busy = $state(false);

  readonly now = $derived.by(() => this.topic.value);
  readonly tournament = $derived.by(() => this.now?.tournament);
  readonly teams = $derived.by(() => (this.tournament?.rules.boards ?? 0) > 0);
  readonly own = $derived.by(() => this.view.value?.own ?? null);
  readonly me = $derived(session.me && !session.me.guest ? session.me.id : undefined);
  readonly over = $derived.by(
    () => this.tournament?.status === 'ended' || this.tournament?.status === 'cancelled',
  );
  readonly creates = $derived.by(
    () => this.me !== undefined && this.tournament?.creator_player_id === this.me,
  );
  readonly organises = $derived.by(
    () =>
      this.creates ||
      (this.me !== undefined && this.tournament?.helper_player_ids.includes(this.me) === true),
  );
  readonly ownRow = $derived.by((): StandingsRow | null => {
    const id = this.own?.player_id;
    if (!id) return null;
    const among = this.now?.standings.rows.find((row) => row.player_id === id);
    return among ?? (this.row.value?.player_id === id ? this.row.value : null);
  });
  /** Changes when something about the viewer's part may have. */
  readonly #mine = $derived.by(() => {
    const t = this.tournament;
    const board = this.now?.round?.boards.find(
      ({ first, second }) => first?.player_id === this.me || second?.player_id === this.me,
    );
    return t && [session.me?.id, t.status, t.phase, t.round, t.participants, board?.result].join();
  });
  readonly #people = $derived.by(() => this.tournament?.helper_player_ids.join());

  constructor(readonly id: string) {
    this.topic = new Topic<TournamentNow>(`tournament:${id}`);
    this.view = new Fresh(() => api.view(id), VIEW_EVERY);
    this.participants = new Fresh(() => api.participants(id), PEOPLE_EVERY);
    this.row = new Fresh(async () => {
      const player = this.own?.player_id;
      return player ? api.rowOf(id, player) : null;
    }, ROW_EVERY);
  }

  /** To be called in an effect of whoever shows it; gives what ends it. */
  start(): () => void {
    const leave = this.topic.follow();
    const stop = $effect.root(() => {
      $effect(() => {
        if (this.#mine === undefined || this.#people === undefined) return;
        // Nobody is asked for before it is known who asks.
        if (session.me !== undefined) untrack(() => this.view.changed());
      });
      $effect(() => {
        const { own, now } = this;
        if (!own || !now?.standings.rows.length) return;
        if (now.standings.rows.some((row) => row.player_id === own.player_id)) return;
        untrack(() => this.row.changed());
      });
    });
    return () => {
      stop();
      leave();
      this.view.clear();
      this.row.clear();
    };
  }

  /** Does something and says so, or what was wrong. */
  async act(work: () => Promise<unknown>, said: string): Promise<void> {
    const wrong = await this.tried(work, said);
    if (wrong) notices.add(wrong, 'error');
  }

  /** The same, for dialogs: they lie over messages and say themselves what was wrong. '': nothing. */
  async tried(work: () => Promise<unknown>, said: string): Promise<string> {
    if (this.busy) return '';
    this.busy = true;
    let wrong = '';
    try {
      await work();
      notices.add(said);
    } catch (error) {
      wrong = words(error);
    }
    this.busy = false;
    void this.view.read();
    return wrong;
  }

  /** A name as it stands anywhere on the page. */
  name(player: string): string {
    return (
      this.view.value?.people.find((one) => one.player_id === player)?.name ??
      this.participants.value?.find((one) => one.player_id === player)?.name ??
      this.now?.standings.rows.find((row) => row.player_id === player)?.name ??
      ''
    );
  }
}
