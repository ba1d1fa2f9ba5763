/** Small things kept on this device; where its storage is closed or full, until the page is left. */

const unsaved = new Map<string, string>();

export function kept(key: string): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(unsaved.get(key) ?? localStorage.getItem(key) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export function keep(key: string, value: object): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    unsaved.delete(key);
  } catch {
    unsaved.set(key, text);
  }
}

export function forget(key: string): void {
  unsaved.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // There is nothing.
  }
}
