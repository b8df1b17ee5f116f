import type { Call } from "./index.js";
import { digest, Ground } from "./binding/mapwright_js.js";

/** A column and a row. */
export type Cell = readonly [x: number, y: number];

export type Plane = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array;

export interface Spawn {
  at: Cell;
  what: string;
  [more: string]: unknown;
}

export interface Door {
  cells: Cell[];
  lock?: number;
  kind?: 'gate' | 'barrier' | 'guard' | 'secret';
  [more: string]: unknown;
}

export interface Room {
  id: number;
  tags?: string[];
  [more: string]: unknown;
}

/** What the library gives. */
export interface Built {
  width: number;
  height: number;
  wrap: string;
  planes: Record<string, Plane>;
  rest: string;
}

/** A finished map: plain data in JavaScript's own memory, with nothing to free. */
export class GameMap {
  readonly width: number;
  readonly height: number;
  /** Which borders are joined. */
  readonly wrap: "none" | "x" | "y" | "both";
  /** All planes by name, row by row. */
  readonly planes: Readonly<Record<string, Plane>>;
  readonly #call: Call;
  /** The recipe as JSON, with its seed. */
  readonly recipe: string;
  readonly #rest: string;
  #digest: string | undefined;
  #parsed: Record<string, unknown> | undefined;

  /** @internal */
  constructor(recipe: string, { width, height, wrap, planes, rest }: Built, call: Call) {
    [this.recipe, this.width, this.height, this.planes] = [recipe, width, height, planes];
    this.wrap = wrap as GameMap["wrap"];
    [this.#rest, this.#call] = [rest, call];
  }

  get #all(): Record<string, unknown> {
    this.#parsed ??= JSON.parse(this.#rest) as Record<string, unknown>;
    return this.#parsed;
  }

  /** The digest of the map, as in any other language. It builds the map once more. */
  get digest(): string {
    this.#digest ??= this.#call(() => digest(this.recipe));
    return this.#digest;
  }

  /** The tiles, row by row; those from 128 on are solid. */
  get tiles(): Uint8Array {
    return this.planes["tiles"] as Uint8Array;
  }
  get sides(): Uint8Array | undefined {
    return this.planes["sides"] as Uint8Array | undefined;
  }
  get regions(): Uint16Array | undefined {
    return this.planes["regions"] as Uint16Array | undefined;
  }
  get start(): Cell | undefined {
    return (this.#all["start"] as Cell | null) ?? undefined;
  }
  get exit(): Cell | undefined {
    return (this.#all["exit"] as Cell | null) ?? undefined;
  }
  get rooms(): readonly Room[] {
    return (this.#all["rooms"] as Room[] | null) ?? [];
  }
  get doors(): readonly Door[] {
    return (this.#all["doors"] as Door[] | null) ?? [];
  }
  get spawns(): readonly Spawn[] {
    return (this.#all["spawns"] as Spawn[] | null) ?? [];
  }

  /** A shortest path with both its ends, through doors and portals; undefined if there is none. */
  path(from: Cell, to: Cell): Cell[] | undefined {
    const flat = this.#call(() => this.#ground().path(from[0], from[1], to[0], to[1]));
    if (flat.length === 0) return undefined;
    return Array.from({ length: flat.length / 2 }, (_, nth): Cell => [flat[2 * nth] as number, flat[2 * nth + 1] as number]);
  }

  /** A byte for each cell, 1 for what is in sight of a cell, at most `radius` cells away. */
  sight(from: Cell, radius: number): Uint8Array {
    return this.#call(() => this.#ground().sight(from[0], from[1], radius));
  }

  #ground(): Ground {
    const portals = ((this.#all["portals"] as Cell[][] | null) ?? []).flat(2);
    return new Ground(this.tiles, this.sides, this.width, this.wrap, Uint16Array.from(portals));
  }
}
