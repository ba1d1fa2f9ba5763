/** What is on offer and what is played. Kept between visits, so that a page is there at once. */
import { Topic } from '../api/topic.svelte';
import type { GameSummary, Lobby } from '../api/types';

export const lobby = new Topic<Lobby>('lobby');
export const live = new Topic<{ readonly games: readonly GameSummary[] }>('live');
