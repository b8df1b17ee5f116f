/** What a worker can do: each function here is called by its name from the page. */
import {
  catalogue,
  digest,
  EndlessWorld,
  endless_recipes,
  type Files,
  give_files,
  heat,
  Level,
  measure,
  type Picture,
  Pipes,
  roll,
  search,
  Visitor,
} from "mapwright/binding";
import { MOST_SCALE, mostScale } from "./scale";
import type { Catalogue, Fault, Found, Frame, Look, Room, Shown, Summary, TakeHome, Turned, Walked } from "./types";

let level: Level | undefined;
let pipes: Pipes | undefined;
let visitor: Visitor | undefined;
let world: EndlessWorld | undefined;

export const work = {
  catalogue: (): Catalogue => JSON.parse(catalogue()),
  roll: (seed: bigint, depth: number, width: number, height: number) => roll(seed, depth, width, height),
  /** Replaces the files that recipes may name. */
  give(files: TakeHome) {
    give_files(
      files.map(([name]) => name),
      files.map(([, content]) => content),
    );
  },

  /** Builds a recipe and draws it; the map is kept for the calls below. */
  async build(recipe: string, look: Look): Promise<{ summary: Summary; digest: string; shown: Shown }> {
    const built = new Level(recipe, 0);
    forget();
    level = built;
    const summary: Summary = JSON.parse(built.summary());
    return {
      summary,
      digest: built.digest(),
      shown: await bitmap(built.picture(fitted(look, summary.size)), summary.size),
    };
  },
  async picture(look: Look): Promise<Shown> {
    const size = sizeOf();
    return bitmap(built().picture(fitted(look, size)), size);
  },
  /** What the marks and colors of the map mean, on paper and in ink of the page. */
  async legend(look: Look, width: number, paper: number, ink: number): Promise<ImageBitmap | null> {
    const size = sizeOf();
    const picture = built().legend(fitted(look, size), width, paper, ink);
    return picture ? (await bitmap(picture, size)).bitmap : null;
  },
  /** Builds the map again with about so many steps, for the scrubber. */
  record(frames: number): Frame[] {
    built().record(frames);
    return JSON.parse(built().frames());
  },
  async frame(nth: number, look: Look): Promise<Shown> {
    const size = sizeOf();
    return bitmap(built().frame(nth, fitted(look, size)), size);
  },
  cell: (x: number, y: number): Record<string, unknown> => JSON.parse(built().cell(x, y)),
  metrics: (): Record<string, number> => JSON.parse(built().metrics()),
  rooms: (): Room[] => JSON.parse(built().rooms()),
  json: () => built().json(),
  files: (to: string, stem: string): TakeHome => unpack(built().files(to, stem)),

  /** A small picture of a recipe that is not kept. */
  async thumb(recipe: string, box: number): Promise<{ shown: Shown; digest: string }> {
    const one = new Level(recipe, 0);
    try {
      const { size }: Summary = JSON.parse(one.summary());
      const shown = await bitmap(one.picture(fitted({ box: [box, box] }, size)), size);
      return { shown, digest: one.digest() };
    } finally {
      one.free();
    }
  },
  digest: (recipe: string) => digest(recipe),
  measure: (recipe: string, first: bigint, count: number): { seed: string; metrics: Record<string, number> | null }[] =>
    JSON.parse(measure(recipe, first, count)),
  /** Searches for levels; the page is told how many were tried. */
  search(recipe: string, requirements: string, vary: string, varied: boolean, count: number): Found {
    const told = (tried: number, most: number) => self.postMessage({ told: [tried, most] });
    return JSON.parse(search(recipe, JSON.stringify({ want: requirements, vary, varied, count }), told));
  },
  heat: (title: string, x: string, y: string, values: Float64Array) => bitmap(heat(title, x, y, values), [1, 1]),

  pipes(): { board: Board; cells: Uint8Array } {
    pipes?.free();
    pipes = new Pipes(built());
    return { board: JSON.parse(pipes.board()), cells: pipes.cells() };
  },
  turn: (x: number, y: number, quarters: number) => turned(game().turn(x, y, quarters)),
  undoTurn: () => turned(game().undo()),
  redoTurn: () => turned(game().redo()),
  lock: (x: number, y: number) => game().lock(x, y),
  hint(): { at: [number, number]; quarters: number } | null {
    return JSON.parse(game().hint() ?? "null");
  },

  visitor(): Walked {
    visitor?.free();
    visitor = new Visitor(built());
    return walked(visitor);
  },
  /** A step in a direction 0 to 3, or through a portal (4). */
  step(way: number): Walked {
    if (!visitor) throw new Error("nobody walks");
    visitor.step(way);
    return walked(visitor);
  },

  /** Throws why a recipe cannot be endless. */
  endless: (recipe: string) => new EndlessWorld(recipe).free(),
  endlessRecipes: () => endless_recipes().split("\n"),
  /** The world that a recipe makes. */
  world(recipe: string) {
    world?.free();
    world = new EndlessWorld(recipe);
  },
  window: (x: bigint, y: bigint, w: number, h: number, scale: number) =>
    bitmap(there().window(x, y, w, h, scale), [w, h]),
  /** Gives a tile to a cell. */
  paint: (x: bigint, y: bigint, tile: number) => there().paint(x, y, tile),
};

export type Work = typeof work;

export interface Board {
  width: number;
  height: number;
  wrap: string;
  source: [number, number];
  tiles: number;
  solved: boolean;
  hints: boolean;
  id: string | null;
}

function built(): Level {
  if (!level) throw { message: "no map is built", retryable: false } satisfies Fault;
  return level;
}

function game(): Pipes {
  if (!pipes) throw { message: "no game has begun", retryable: false } satisfies Fault;
  return pipes;
}

function there(): EndlessWorld {
  if (!world) throw { message: "no world has begun", retryable: false } satisfies Fault;
  return world;
}

function forget() {
  for (const one of [level, pipes, visitor]) one?.free();
  level = pipes = visitor = undefined;
}

const sizeOf = () => (JSON.parse(built().summary()) as Summary).size;

function turned(json: string | undefined): (Turned & { cells: Uint8Array }) | null {
  return json === undefined ? null : { ...JSON.parse(json), cells: game().cells() };
}

function walked(visitor: Visitor): Walked {
  return { ...JSON.parse(visitor.state()), sight: visitor.sight(12) };
}

/** The look with a scale for its box: as many whole pixels a cell as fit into it, and as a page can bear. */
function fitted({ box, most = MOST_SCALE, ...look }: Look, [w, h]: [number, number]): string {
  const fit = box ? Math.floor(Math.min(box[0] / (w + 1), box[1] / (h + 1))) : (look.scale ?? 8);
  return JSON.stringify({ ...look, scale: Math.max(1, Math.min(fit, most, mostScale(w, h))) });
}

async function bitmap(picture: Picture, size: [number, number]): Promise<Shown> {
  const { width, height, corner, scale } = picture;
  const pixels = new Uint8ClampedArray(picture.rgba().buffer as ArrayBuffer);
  return { bitmap: await createImageBitmap(new ImageData(pixels, width, height)), corner, scale, size };
}

function unpack(files: Files): TakeHome {
  const all = files.names().map((name, nth): [string, Uint8Array] => [name, files.content(nth)]);
  files.free();
  return all;
}
