/**
 * Points collected before they are sent together: the stones of Swap and Swap2, the candidates for
 * the fifth stone. Kept through a reload of the page, for the ply they were meant for.
 */
export class Draft {
  points = $state.raw<readonly number[]>([]);
  #key = '';

  /** Takes up what was collected for this purpose, and drops what was for another. */
  use(key: string): void {
    if (key === this.#key) return;
    this.#key = key;
    this.points = key ? stored(key) : [];
  }

  add(cell: number): void {
    this.#set([...this.points, cell]);
  }

  remove(cell: number): void {
    this.#set(this.points.filter((point) => point !== cell));
  }

  undo(): void {
    this.#set(this.points.slice(0, -1));
  }

  clear(): void {
    this.#set([]);
  }

  #set(points: readonly number[]): void {
    this.points = points;
    try {
      if (points.length) sessionStorage.setItem(this.#key, JSON.stringify(points));
      else sessionStorage.removeItem(this.#key);
    } catch {
      // Then it lasts as long as the page does.
    }
  }
}

export function stored(key: string): readonly number[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(found) && found.every(Number.isInteger) ? found : [];
  } catch {
    return [];
  }
}
