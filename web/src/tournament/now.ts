/** The server's time, for whoever counts down: read in an effect or a component, it moves on. */
import { createSubscriber } from 'svelte/reactivity';
import { link } from '../api/link.svelte';

const EVERY = 250;

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, EVERY);
  return () => clearInterval(timer);
});

/** Whole seconds until a moment, at least 0. */
export function secondsTo(moment: string): number {
  subscribe();
  return Math.max(0, Math.ceil((Date.parse(moment) - link.now()) / 1000));
}
