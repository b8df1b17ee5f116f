// What does not compile.
import { Mapwright, type Recipe } from "mapwright";

const head = { version: 1, width: 9, height: 9 } as const;
export const fine: Recipe = {
  ...head,
  initial: { use: "prim-maze", max_degree: 3, root: { at: [1, 2] } },
  metas: [{ use: "exit" }],
};
// @ts-expect-error there is no such stage
export const unknown: Recipe = { ...head, initial: { use: "prim-mase" } };
// @ts-expect-error it changes a map
export const meta: Recipe = { ...head, initial: { use: "lock-and-key" } };
// @ts-expect-error it has no such parameter
export const parameter: Recipe = { ...head, initial: { use: "prim-maze" }, metas: [{ use: "lock-and-key", kees: 2 }] };
// @ts-expect-error a number
export const value: Recipe = { ...head, initial: { use: "prim-maze" }, metas: [{ use: "lock-and-key", keys: "two" }] };
// @ts-expect-error a cell has two numbers
export const cell: Recipe = { ...head, initial: { use: "prim-maze", root: { at: [1] } } };

const map = (await Mapwright.load()).build(fine);
export const lock: number | null | undefined = map.doors[0]?.lock;
export const at: readonly [number, number] | undefined = map.spawns[0]?.at;
// @ts-expect-error a map cannot be changed
map.width = 3;
