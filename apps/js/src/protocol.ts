/** What crosses between threads. */
import type { Fault } from "./errors.js";
import type { SearchOptions } from "./index.js";
import type { Built } from "./map.js";

export type Work =
  | { do: "build"; recipe: string; seed?: bigint }
  | { do: "search"; recipe: string; options: SearchOptions }
  | { do: "chunk"; recipe: string; seed?: bigint; x: number; y: number };

export type ToWorker = { module: WebAssembly.Module } | { id: number; work: Work };

export type FromWorker = { id: number; result: unknown } | { id: number; fault: Fault };

/** The arrays of a map, which are handed over, not copied. */
export const arrays = (built: Built): ArrayBuffer[] =>
  Object.values(built.planes).map((plane) => plane.buffer as ArrayBuffer);
