/** Keys that go somewhere: arrows, and hjkl as in Vim. */

/** North, east, south, west. */
export const STEPS = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;

const KEYS = [
  ["arrowup", "k"],
  ["arrowright", "l"],
  ["arrowdown", "j"],
  ["arrowleft", "h"],
];

/** The number of the direction that a key means, or -1. */
export function wayOf({ key }: KeyboardEvent): number {
  return KEYS.findIndex((keys) => keys.includes(key.toLowerCase()));
}
