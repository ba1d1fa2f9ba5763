/** Installing the client as an app. The browser says once, early, that it can. */

interface InstallEvent extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

class Install {
  /** The browser offers it. */
  offered = $state.raw<InstallEvent | null>(null);
  done = $state(false);

  constructor() {
    this.done =
      matchMedia('(display-mode: standalone)').matches ||
      (navigator as { standalone?: boolean }).standalone === true;
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault();
      this.offered = event as InstallEvent;
    });
    addEventListener('appinstalled', () => {
      this.offered = null;
      this.done = true;
    });
  }

  async ask(): Promise<void> {
    const event = this.offered;
    if (!event) return;
    // It can be asked once.
    this.offered = null;
    await event.prompt();
    await event.userChoice;
  }
}

export const install = new Install();

/** There it is done by hand. iPads call themselves Macs. */
export function onIos(agent: string, touchPoints: number): boolean {
  return /iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && touchPoints > 1);
}
