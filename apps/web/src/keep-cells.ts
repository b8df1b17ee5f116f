/** Kept cells of a recipe: read from its drawings, and written as one drawing for each level. */
import type { Draft, Json } from "./draft";
import type { BuiltMap, Catalogue } from "./engine/types";
import { print } from "./json";

export type Level = "tile" | "shape";
type Room = NonNullable<BuiltMap["rooms"]>[number];

/** How much of a cell is kept, and what is drawn there: a glyph that needs no legend, or what a legend says of one. */
export interface Mark {
  level: Level;
  means: Json;
}

interface Drawing {
  at?: [number, number];
  level?: Level;
  rows: string[];
  legend?: { [glyph: string]: Json };
}

/** Tiles from this number on are solid. */
export const SOLID = 128;

const parts = ({ extra }: Draft): (Json | Drawing)[] => (Array.isArray(extra?.kept) ? extra.kept : []);

function isDrawing(part: Json | Drawing): part is Drawing {
  const { rows } = Object(part) as Partial<Drawing>;
  return Array.isArray(rows) && rows.every((row) => typeof row === "string");
}

/** The cells that the recipe draws. */
export function keptBy(draft: Draft): Map<number, Mark> {
  const marks = new Map<number, Mark>();
  for (const { at: [left, top] = [0, 0], level = "tile", rows, legend = {} } of parts(draft).filter(isDrawing)) {
    for (const [y, row] of rows.entries()) {
      for (const [x, glyph] of [...row].entries()) {
        const means = legend[glyph] ?? glyph;
        const isOn = means !== " " && means !== "keep" && left + x < draft.width;
        if (isOn) marks.set((top + y) * draft.width + left + x, { level, means });
      }
    }
  }
  return marks;
}

/** The recipe with other marks in these cells; a cell without a mark is free. */
export function withKept(draft: Draft, cells: number[], mark: (cell: number) => Mark | undefined): Draft {
  const marks = keptBy(draft);
  for (const cell of cells) marks.delete(cell);
  // There is one start and one exit: the first that is kept.
  const places = new Set([...marks.values()].map(({ means }) => on(means).mark));
  for (const cell of cells) {
    const one = mark(cell);
    const { mark: place, tile = "." } = on(one?.means ?? null);
    if (one) marks.set(cell, place && places.has(place) ? { ...one, means: tile } : one);
  }
  const drawings = (["tile", "shape"] as const).flatMap((level) => drawing(marks, level, draft.width));
  const others = parts(draft).filter((part) => !isDrawing(part)) as Json[];
  const kept = [...others, ...drawings];
  const { kept: _, ...extra } = draft.extra ?? {};
  return { ...draft, extra: kept.length ? { ...extra, kept } : extra, text: undefined };
}

/** What is placed on a tile, if a meaning is more than a tile. */
const on = (means: Json) => Object(means) as { mark?: string; tile?: Json };

/** Letters that mean nothing by themselves. */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwxyz";

function drawing(all: Map<number, Mark>, wanted: Level, width: number): Json[] {
  const cells = [...all].filter(([, { level }]) => level === wanted);
  let [left, top, right, bottom] = [width, 1 / 0, 0, -1];
  for (const [cell] of cells) {
    const [x, y] = [cell % width, Math.floor(cell / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  if (cells.length === 0) return [];
  const rows = Array.from({ length: bottom - top + 1 }, () => Array<string>(right - left + 1).fill(" "));
  const glyphs = new Map<string, string>();
  const legend: { [glyph: string]: Json } = {};
  for (const [cell, { means }] of cells) {
    const [written, row] = [print(means), rows[Math.floor(cell / width) - top]];
    let glyph = typeof means === "string" && [...means].length === 1 ? means : glyphs.get(written);
    if (!glyph) {
      // The first letter of its name, if that is free.
      const name = String((means as { [key: string]: Json }).spawn ?? on(means).mark ?? means);
      const letters = [...(LETTERS.includes(name.charAt(0)) ? name.charAt(0) : ""), ...LETTERS];
      glyph = letters.find((letter) => !(letter in legend)) ?? String.fromCodePoint(0x100 + glyphs.size);
      glyphs.set(written, glyph);
      legend[glyph] = means;
    }
    if (row) row[(cell % width) - left] = glyph;
  }
  const one = { at: [left, top], level: wanted, rows: rows.map((row) => row.join("")) };
  return [glyphs.size ? { ...one, legend } : one];
}

/** What a map has in each cell, for a drawing. Keys and locks are left to the stages that put both. */
export function drawn(map: BuiltMap, tiles: Catalogue["tiles"]): (cell: number) => Json {
  const cellOf = ([x = 0, y = 0]: readonly number[]) => y * map.width + x;
  const plain = map.spawns?.filter(({ key }) => key == null) ?? [];
  const marks = new Map<number, { [key: string]: Json }>(plain.map(({ at, what }) => [cellOf(at), { spawn: what }]));
  if (map.start) marks.set(cellOf(map.start), { mark: "start" });
  if (map.exit) marks.set(cellOf(map.exit), { mark: "exit" });
  return (cell) => {
    const tile = map.tiles[cell] ?? 0;
    const mark = marks.get(cell);
    if (!mark || tile >= SOLID) return glyphOf(tile, tiles);
    return tile === 0 ? mark : { ...mark, tile: tiles.find((one) => one.tile === tile)?.name ?? tile };
  };
}

/** The glyph of a tile; where there is none that means the tile alone, its name or number. */
export function glyphOf(tile: number, tiles: Catalogue["tiles"]): Json {
  const look = tiles.find((one) => one.tile === tile);
  return look && !"<>".includes(look.glyph) ? look.glyph : (look?.name ?? tile);
}

/** The cells of the room at a cell, with its walls. */
export function roomAt(map: BuiltMap, at: [number, number]): number[] {
  const { width, height, regions } = map;
  const isIn = ({ rect: [left, top, w, h], region }: Room, x: number, y: number) =>
    x >= left && y >= top && x < left + w && y < top + h && (region == null || regions?.[y * width + x] === region);
  const room = map.rooms?.find((room) => isIn(room, ...at));
  if (!room) return [];
  const [left, top, w, h] = room.rect;
  const beside = [-1, 0, 1];
  const isNear = (x: number, y: number) => beside.some((dx) => beside.some((dy) => isIn(room, x + dx, y + dy)));
  const cells = rectangle([left - 1, top - 1], [left + w, top + h], width, height);
  return cells.filter((cell) => isNear(cell % width, Math.floor(cell / width)));
}

/** The cells between two corners, those on the map. */
export function rectangle(one: [number, number], other: [number, number], width: number, height: number): number[] {
  const between = (a: number, b: number, most: number) =>
    [...Array(most).keys()].slice(Math.max(0, Math.min(a, b)), Math.max(0, Math.max(a, b) + 1));
  const columns = between(one[0], other[0], width);
  return between(one[1], other[1], height).flatMap((y) => columns.map((x) => y * width + x));
}
