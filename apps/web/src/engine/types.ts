/** What crosses between the page and its workers. */
import type * as mapwright from "mapwright";
import type { Json } from "../draft";

export type { Fault } from "mapwright";

export interface Param extends Omit<mapwright.Param, "default"> {
  default: Json;
}

export interface Builder extends Omit<mapwright.Builder, "params"> {
  params: Param[];
  touch: "keeps" | "opens" | "closes" | "digs" | "remakes";
}

export interface Catalogue {
  builders: Builder[];
  recipes: { name: string; group: string; json: string }[];
  tiles: { tile: number; name: string; glyph: string; color: string }[];
  colors: Record<"board" | "ink" | "dry" | "wet" | "ring" | "dryRing" | "source" | "start" | "exit", string> &
    Record<"sides" | "corners" | "locks", string[]>;
  tilesets: string[];
  themes: string[];
}

/**
 * What a search found: recipes, and for each clause of the requirements how many levels passed it, of those judged.
 */
export interface Found {
  tried: number;
  passed: [string, number, number][];
  levels: string[];
  nearest: [recipe: string, failed: string][];
}

/** How to draw. */
export interface Look {
  kind?: string;
  scale?: number;
  /** Pixels that the picture should fit into, in place of a scale. */
  box?: [number, number];
  /** At most this scale: a picture that comes soon, before a sharp one. */
  most?: number;
  margin?: number;
  tint?: boolean;
  plain?: boolean;
  areas?: boolean;
  graph?: boolean;
  walk?: boolean;
  changes?: boolean;
  tileset?: string;
  theme?: string;
}

/** A picture of a map: its pixels, those round the cells, and those of a cell. */
export interface Shown {
  bitmap: ImageBitmap;
  corner: number;
  scale: number;
  size: [number, number];
}

export interface Summary {
  size: [number, number];
  seed: string;
  planes: string[];
  stages: { name: string; title: string; label: string; changes: string }[];
}

/** What the page reads of a map's JSON. */
export interface BuiltMap {
  width: number;
  height: number;
  tiles: number[];
  kept?: number[];
  regions?: number[];
  rooms?: mapwright.Room[];
  start?: number[];
  exit?: number[];
  spawns?: mapwright.Spawn[];
  doors?: mapwright.Door[];
}

export interface Room {
  id: number;
  tags: string[];
  /** Its middle. */
  at: [number, number];
  /** Cells and their sides beyond which the room ends. */
  border: [x: number, y: number, side: number][];
}

export interface Frame {
  stage: number;
  kind: "stage" | "step";
  label: string;
}

/** Files by name. */
export type TakeHome = [string, Uint8Array][];

export interface Turned {
  at: [number, number];
  quarters: number;
  changed: [number, number][];
  wet: number;
  tiles: number;
  rings: number;
  moves: number;
  solved: boolean;
}

export interface Walked {
  at: [number, number];
  keys: number[];
  here: string[];
  steps: number;
  won: boolean;
  sight: Uint8Array;
}
