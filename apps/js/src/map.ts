import { InputMap } from "./binding/mapwright_js.js";
import { integer } from "./check.js";
import { call } from "./instance.js";
import type { MapwrightMap as MapDocument } from "./schema.js";

/** A column and a row. */
export type Cell = readonly [x: number, y: number];

export type Plane = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array;

type Part<Name extends keyof MapDocument> = NonNullable<MapDocument[Name]>;
export type Spawn = Part<"spawns">[number];
export type Door = Part<"doors">[number];
export type Room = Part<"rooms">[number];
export type Graph = Part<"graph">;
export type Portal = Part<"portals">[number];

/** What leads from a floor to another. */
export interface FloorWay {
  at: Cell;
  to: { floor: number; at: Cell };
  /** Whether nothing leads back, as from a pit. */
  oneWay: boolean;
}

/** How to draw. */
export interface Look {
  /** Pixels for each cell, 8 if absent. */
  cell?: number;
  /** One of `catalogue.themes`, or a theme as JSON. */
  theme?: string;
  /** One of `catalogue.tilesets`, in place of a theme. */
  tileset?: string;
  /** Pixels around the map, none if absent. */
  margin?: number;
  kind?: "auto" | "tiles" | "maze" | "pipes" | "regions";
  /** Without start, exit, keys and spawns. */
  plain?: boolean;
}

/** A format of files. */
export type Format =
  | "json"
  | "png"
  | "svg"
  | "uvtt"
  | "xp"
  | "csv"
  | "txt"
  | "tmj"
  | "tmx"
  | "ldtk"
  | "nbt"
  | "schem"
  | "datapack"
  | "pipe-pack";

/** As the library gives a map. */
export interface Built {
  seed?: bigint;
  recipe?: string;
  width: number;
  height: number;
  planes: Record<string, Plane>;
  /** Where in the JSON of the map each plane belongs. */
  fields: Record<string, string[]>;
  /** The JSON of the map, with empty planes. */
  rest: string;
}

/** A finished map: plain data in JavaScript's own memory, with nothing to free. */
export class GameMap {
  readonly width: number;
  readonly height: number;
  /** The seed that it was built with; chunks of worlds have none. */
  readonly seed: bigint | undefined;
  /** The recipe as JSON; chunks of worlds and floors have none. */
  readonly recipe: string | undefined;
  /** All planes by name, row by row. Those of your own are called `layers.NAME`. */
  readonly planes: Readonly<Record<string, Plane>>;
  readonly #fields: Built["fields"];
  readonly #rest: string;
  #parsed: MapDocument | undefined;

  /** @internal */
  constructor({ width, height, seed, recipe, planes, fields, rest }: Built) {
    [this.width, this.height, this.seed, this.recipe, this.planes] = [width, height, seed, recipe, planes];
    [this.#fields, this.#rest] = [fields, rest];
  }

  /** @internal */
  get built(): Built {
    const { width, height, seed, recipe, planes } = this;
    const origin = { ...(seed === undefined ? {} : { seed }), ...(recipe === undefined ? {} : { recipe }) };
    return { width, height, planes, fields: this.#fields, rest: this.#rest, ...origin };
  }

  /** All but the cells, read when it is first asked for. */
  get #all(): MapDocument {
    this.#parsed ??= JSON.parse(this.#rest) as MapDocument;
    return this.#parsed;
  }

  /** The tiles, row by row; those from 128 on are solid. */
  get tiles(): Uint8Array {
    return this.planes.tiles as Uint8Array;
  }
  /** The open sides of each cell: 1 for north, 2 east, 4 south, 8 west, and other colors above. */
  get sides(): Uint8Array | undefined {
    return this.planes.sides as Uint8Array | undefined;
  }
  /** The region of each cell, from 1; 0 for none. */
  get regions(): Uint16Array | undefined {
    return this.planes.regions as Uint16Array | undefined;
  }
  /** Which borders are joined. */
  get wrap(): "none" | "x" | "y" | "both" {
    return this.#all.wrap ?? "none";
  }
  get start(): Cell | undefined {
    return this.#all.start ?? undefined;
  }
  get exit(): Cell | undefined {
    return this.#all.exit ?? undefined;
  }
  get rooms(): readonly Room[] {
    return this.#all.rooms ?? [];
  }
  get doors(): readonly Door[] {
    return this.#all.doors ?? [];
  }
  get spawns(): readonly Spawn[] {
    return this.#all.spawns ?? [];
  }
  get portals(): readonly Portal[] {
    return this.#all.portals ?? [];
  }
  /** How many floors lie one above the other. */
  get floors(): number {
    return this.#all.floors ?? 1;
  }
  /** One floor as a map of its own, counted from 0 at the top, and what leads to others; undefined if there is no such floor. */
  floor(floor: number): { map: GameMap; ways: FloorWay[] } | undefined {
    const nth = integer(floor, "floor", 0, 65535);
    const found = call(() => InputMap.read(this.json()).floor(nth)) as (Built & { ways: string }) | undefined;
    return found && { map: new GameMap(found), ways: JSON.parse(found.ways) as FloorWay[] };
  }
  /** Areas and the doors between them, with the locks. */
  get graph(): Graph | undefined {
    return this.#all.graph ?? undefined;
  }

  /** The digest of the map, the same as in any other language. It is computed when it is asked for. */
  get digest(): string {
    return call(() => InputMap.read(this.json()).digest());
  }

  /** The map as JSON, as all other parts of Mapwright write and read it. */
  json(): string {
    const document = JSON.parse(this.#rest) as JsonObject;
    const solid = Array.from(this.tiles, (tile) => Number(tile >= 128));
    Object.assign(document, { width: this.width, height: this.height, solid });
    for (const [name, plane] of Object.entries(this.planes)) {
      set(document, this.#fields[name] as string[], Array.from(plane));
    }
    return JSON.stringify(document);
  }

  /** A shortest path with both its ends, through doors and portals; undefined if there is none. */
  path(from: Cell, to: Cell): Cell[] | undefined {
    const [a, b] = [cell(from, "from"), cell(to, "to")];
    const flat = call(() => this.#ground().path(a[0], a[1], b[0], b[1]));
    if (flat.length === 0) return undefined;
    return Array.from(
      { length: flat.length / 2 },
      (_, nth): Cell => [flat[2 * nth] as number, flat[2 * nth + 1] as number],
    );
  }

  /** A byte for each cell, 1 for what is in sight of a cell, at most `radius` cells away. */
  sight(from: Cell, radius: number): Uint8Array {
    const [x, y] = cell(from, "from");
    const most = integer(radius, "radius", 0, 65535);
    return call(() => this.#ground().sight(x, y, most));
  }

  /** The bytes of a PNG file. */
  png(look: Look = {}): Uint8Array {
    return call(() => InputMap.read(this.json()).png(json(look)));
  }

  /** An SVG file. */
  svg(look: Look = {}): string {
    return call(() => InputMap.read(this.json()).svg(json(look)));
  }

  /** The files of a format by their names, as the program writes them with `-o NAME.FORMAT`: for most formats one; for Tiled and LDtk
   * also pictures of their tilesets, for data packs a folder, and one for each floor where a format holds only one. */
  files(format: Format, name = "map"): Record<string, Uint8Array> {
    return call(() => {
      const files = InputMap.read(this.json()).files(String(format), String(name), this.seed, this.recipe);
      return Object.fromEntries(files.names().map((name, nth) => [name, files.content(nth)]));
    });
  }

  /** Pixels, for `new ImageData(data, width, height)` and a canvas. */
  rgba(look: Look = {}): { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number } {
    return call(() => {
      const picture = InputMap.read(this.json()).picture(json(look));
      const { width, height } = picture;
      return { data: new Uint8ClampedArray(picture.rgba().buffer as ArrayBuffer), width, height };
    });
  }

  #ground(): InputMap {
    const ends = this.portals.flatMap((portal) =>
      Array.isArray(portal) ? portal.flat() : [...portal.from, ...portal.to],
    );
    return new InputMap(this.tiles, this.sides, this.width, this.wrap, Uint16Array.from(ends));
  }
}

type JsonObject = Record<string, unknown>;

/** Sets a field, by the names that lead to it. */
function set(document: JsonObject, [name, ...rest]: readonly string[], value: number[]): void {
  if (rest.length === 0) document[name as string] = value;
  else set(document[name as string] as JsonObject, rest, value);
}

const json = ({ cell = 8, margin = 0, ...look }: Look): string =>
  JSON.stringify({ ...look, scale: integer(cell, "cell", 1, 1024), margin });

function cell(at: Cell, field: string): Cell {
  const [x, y] = Array.isArray(at) ? (at as Cell) : [];
  return [integer(x, field, 0, 65535), integer(y, field, 0, 65535)];
}
