/** Pixels a cell. */
export const MOST_SCALE = 64;
const MOST_PIXELS = 12e6;

/** The largest scale at which a picture of so many cells is drawn; beyond it pixels grow. */
export function mostScale(w: number, h: number): number {
  return Math.max(1, Math.min(MOST_SCALE, Math.floor(Math.sqrt(MOST_PIXELS / (w * h)))));
}
