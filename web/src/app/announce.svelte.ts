/** What a screen reader is told. `ui/Announcer.svelte` renders it once for the whole client. */

class Announcer {
  /** Two regions that take turns, so that the same words twice are spoken twice. */
  polite = $state.raw<readonly [string, string]>(['', '']);
  alert = $state('');
  #second = false;

  say(text: string): void {
    this.polite = this.#second ? ['', text] : [text, ''];
    this.#second = !this.#second;
  }

  /** For what cannot wait: the connection, one's own last seconds. */
  alarm(text: string): void {
    // The same words once more are spoken only if they come anew.
    this.alert = '';
    setTimeout(() => {
      this.alert = text;
    }, 100);
  }
}

export const announcer = new Announcer();
export const say = (text: string): void => announcer.say(text);
export const alarm = (text: string): void => announcer.alarm(text);
