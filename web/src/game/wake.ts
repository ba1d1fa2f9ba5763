/** Keeps the screen on while a clock of one's own runs. Gives a function that ends it. */
export function stayAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => {};
  let lock: WakeLockSentinel | null = null;
  let over = false;

  const take = async () => {
    if (over || document.hidden || lock) return;
    try {
      const taken = await navigator.wakeLock.request('screen');
      if (over) return void taken.release();
      lock = taken;
      taken.addEventListener('release', () => {
        lock = null;
      });
    } catch {
      // Low battery, or not allowed: the screen then does as it always does.
    }
  };
  // The system lets it go whenever the page is hidden.
  const again = () => void take();
  document.addEventListener('visibilitychange', again);
  void take();
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', again);
    void lock?.release();
  };
}
