/** Where the loupe goes: above the finger, beside it at the top of the board. Lengths in px. */
export const LOUPE = 120;

export function loupeAt(x: number, y: number, width: number): { left: number; top: number } {
  const above = y - LOUPE - 40;
  const fits = above > -110;
  const left = fits ? x - LOUPE / 2 : x < width / 2 ? x + 50 : x - LOUPE - 50;
  return {
    left: Math.max(-6, Math.min(width - LOUPE + 6, left)),
    top: fits ? above : y - LOUPE / 2,
  };
}
