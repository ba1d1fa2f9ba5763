/** The time for words like "in 5 min": read in a component, it moves on. */
import { createSubscriber } from 'svelte/reactivity';
import { link } from '../api/link.svelte';

const EVERY = 10_000;

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, EVERY);
  return () => clearInterval(timer);
});

/** Server time in epoch ms. */
export function nowish(): number {
  subscribe();
  return link.now();
}
