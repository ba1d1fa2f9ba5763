/** Players whose games one wants to see, kept on this device. */
export interface Followed {
  readonly id: string;
  readonly name: string;
  readonly guest: boolean;
}

const KEY = 'x0.followed';
const MOST = 50;

class FollowedPlayers {
  list = $state.raw<readonly Followed[]>(stored());

  constructor() {
    // Another tab changed it.
    addEventListener('storage', (event) => {
      if (event.key === KEY) this.list = stored();
    });
  }

  has(id: string): boolean {
    return this.list.some((one) => one.id === id);
  }

  add({ id, name, guest }: Followed): void {
    this.#keep([{ id, name, guest }, ...this.list.filter((one) => one.id !== id)].slice(0, MOST));
  }

  remove(id: string): void {
    this.#keep(this.list.filter((one) => one.id !== id));
  }

  #keep(list: readonly Followed[]): void {
    this.list = list;
    try {
      localStorage.setItem(KEY, JSON.stringify(list));
    } catch {
      // It then holds until the page is closed.
    }
  }
}

function stored(): readonly Followed[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(found)) return [];
    return found.filter(isFollowed).slice(0, MOST);
  } catch {
    return [];
  }
}

function isFollowed(one: unknown): one is Followed {
  if (typeof one !== 'object' || one === null) return false;
  const { id, name, guest } = one as Record<string, unknown>;
  return typeof id === 'string' && typeof name === 'string' && typeof guest === 'boolean';
}

export const followed = new FollowedPlayers();
