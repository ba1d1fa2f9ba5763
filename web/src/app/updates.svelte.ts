/** New versions of the client: they wait for a moment that disturbs nobody. */
import { inbox } from './inbox.svelte';

class Updates {
  /** A new version is installed and waits. */
  ready = $state(false);
  readonly disturbing = $derived(inbox.games.length > 0);
  #registration: ServiceWorkerRegistration | null = null;

  async start(): Promise<void> {
    if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
    try {
      this.#registration = await navigator.serviceWorker.register('/sw.js');
    } catch {
      // Without it everything works but a start without a network.
      return;
    }
    const registration = this.#registration;
    // Some privacy modes let `register` give nothing.
    if (!registration) return;
    const look = () => {
      this.ready = registration.waiting !== null && navigator.serviceWorker.controller !== null;
    };
    look();
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', look);
    });
  }

  /** Asks the server whether there is something newer. */
  check(): void {
    this.#registration?.update().catch(() => {});
  }

  apply(): void {
    const reload = () => location.reload();
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
    this.#registration?.waiting?.postMessage('update');
  }
}

export const updates = new Updates();
