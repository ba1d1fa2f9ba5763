/** Addresses of the client. Links are ordinary `<a href>`; clicks on our own are taken here. */

export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly hash: string;
}

class Router {
  place = $state.raw<Place>(here());
  /** Grows with every change of place that a person made, not with `replace`. */
  visits = $state(0);
  #leave: (() => boolean) | null = null;

  constructor() {
    addEventListener('popstate', () => this.#arrive());
    document.addEventListener('click', (event) => this.#click(event));
  }

  go(address: string, { replace = false } = {}): void {
    if (!replace && this.#leave && !this.#leave()) return;
    if (replace) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    this.#arrive(!replace);
  }

  /** Changes the address without a visit: for a filter, a ply, a tab of a page. */
  note(address: string): void {
    history.replaceState(history.state, '', address);
    this.place = here();
  }

  /** Asks before the page is left by a link. Gives a function that ends it. */
  guard(mayLeave: () => boolean): () => void {
    this.#leave = mayLeave;
    return () => {
      if (this.#leave === mayLeave) this.#leave = null;
    };
  }

  #arrive(visit = true): void {
    const before = this.place;
    this.place = here();
    if (visit && before.path !== this.place.path) this.visits += 1;
  }

  #click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest('a');
    if (!link || link.target || link.hasAttribute('download')) return;
    const url = new URL(link.href, location.href);
    if (url.origin !== location.origin || url.pathname.startsWith('/v1/')) return;
    if (url.pathname === '/docs') return;
    // A place on this page: the browser scrolls by itself.
    if (url.hash && url.pathname === location.pathname && url.search === location.search) return;
    event.preventDefault();
    this.go(url.pathname + url.search + url.hash);
  }
}

function here(): Place {
  return {
    path: location.pathname,
    query: new URLSearchParams(location.search),
    hash: location.hash,
  };
}

export const router = new Router();
