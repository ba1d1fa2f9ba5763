/** The server's time for what is shown: read in an effect or a component, it moves on. */
import { createSubscriber } from 'svelte/reactivity';
import { link } from './link.svelte';

function every(ms: number): () => void {
  return createSubscriber((update) => {
    const timer = setInterval(update, ms);
    return () => clearInterval(timer);
  });
}

const often = every(250);
const seldom = every(10_000);

/** Whole seconds until a moment, at least 0, for countdowns. */
export function secondsTo(moment: string): number {
  often();
  return Math.max(0, Math.ceil((Date.parse(moment) - link.now()) / 1000));
}

/** Epoch ms, for words like "in 5 min". */
export function nowish(): number {
  seldom();
  return link.now();
}
