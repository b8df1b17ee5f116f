/** Mapwright: procedural levels from one chain of builders. */

import { bytes } from "#bytes";
import * as binding from "./binding/mapwright_js.js";
import type { Catalogue, RecipeName } from "./catalogue.js";
import { fail, integer, seedOf, shown } from "./check.js";
import { call, start } from "./instance.js";
import { type Built, GameMap } from "./map.js";
import { PipeGame, type PipeOptions, pipeRecipe } from "./pipes.js";
import type { Recipe } from "./schema.js";
import { World } from "./world.js";

export type { Builder, Catalogue, Param, RecipeName } from "./catalogue.js";
export { type Fault, MapwrightError } from "./errors.js";
export {
  type Cell,
  type Door,
  type FloorWay,
  GameMap,
  type Graph,
  type Look,
  type Plane,
  type Portal,
  type Room,
  type Spawn,
} from "./map.js";
export { type Hint, PipeGame, type PipeOptions, type Turn } from "./pipes.js";
export type { Initial, MapwrightMap as MapDocument, Meta, Recipe } from "./schema.js";
export { World } from "./world.js";

/** A recipe: the name of a built-in one, an object, or JSON. */
export type Source = RecipeName | Recipe | (string & {});

export interface BuildOptions {
  /** Without one, that of the recipe. */
  seed?: bigint | number;
  /** Here, a build cannot be cancelled once it has begun; see `mapwright/worker`. */
  signal?: AbortSignal;
}

export interface SearchOptions {
  /** What a level must be like, such as `loops >= 3, dead_ends <= 5`; that of the recipe if absent. */
  want?: string;
  /** What may change besides the seed, such as `metas.0.chance=0.1..0.9`. */
  vary?: string | readonly string[];
  /** The most levels to find, 20 if absent. */
  count?: number;
  /** The seed of the search; that of the recipe if absent. */
  seed?: bigint | number;
  /** The most levels to try, 8192 if absent. */
  budget?: number;
  signal?: AbortSignal;
}

/** How a search went. */
export interface Tried {
  /** The levels that were built. */
  tried: number;
  /** For each clause of `want`, how many levels it judged, and how many passed. */
  passed: { clause: string; judged: number; passed: number }[];
  /** If none fits, the recipes that came closest, each with the clause that it fails. */
  nearest: { recipe: string; failed: string }[];
}

let loading: Promise<Mapwright> | undefined;

export class Mapwright {
  /** The compiled library, for other threads. */
  readonly module: WebAssembly.Module;
  #catalogue: Catalogue | undefined;

  private constructor(module: WebAssembly.Module) {
    this.module = module;
    start(module);
  }

  /** The library, loaded once. A module that is compiled already may be given. */
  static load(module?: WebAssembly.Module): Promise<Mapwright> {
    loading ??= (async () => new Mapwright(module ?? (await WebAssembly.compile(await bytes()))))();
    // What did not arrive may arrive later.
    loading.catch(() => (loading = undefined));
    return loading;
  }

  /** Builders with their parameters, recipes, tiles, tilesets, themes. */
  get catalogue(): Catalogue {
    if (this.#catalogue === undefined) {
      const { builders, ...rest } = JSON.parse(call(() => binding.catalogue()));
      this.#catalogue = { stages: builders, ...rest } as Catalogue;
    }
    return this.#catalogue;
  }

  /** The JSON Schema of recipes. */
  get schema(): object {
    return JSON.parse(call(() => binding.schema()));
  }

  /** A built-in recipe, or one that shows a builder with all its parameters. */
  recipe(name: RecipeName | (string & {})): Recipe {
    return JSON.parse(call(() => binding.recipe(String(name))));
  }

  /** Builds the map of a recipe. */
  build(recipe: Source, { seed, signal }: BuildOptions = {}): GameMap {
    signal?.throwIfAborted();
    const [json, wanted] = [text(recipe), seedOf(seed)];
    return new GameMap(call(() => binding.build(json, wanted)) as Built);
  }

  /** Levels that meet requirements. The search is done when the first arrives. */
  async *search(recipe: Source, options: SearchOptions = {}): AsyncGenerator<Level, Tried, undefined> {
    const { levels, ...tried } = this.find(recipe, options);
    for (const level of levels) yield new Level(level);
    return tried;
  }

  /** @internal */
  find(
    recipe: Source,
    { want, vary = [], count = 20, seed, budget = 8192, signal }: SearchOptions,
  ): Tried & { levels: string[] } {
    signal?.throwIfAborted();
    const [most, tries] = [integer(count, "count", 1, 1 << 20), integer(budget, "budget", 1, 2 ** 32 - 1)];
    const json = text(recipe);
    const wanted = {
      want: String(want ?? wantOf(json) ?? ""),
      vary: [vary].flat().join("\n"),
      count: most,
      budget: tries,
      seed: String(seedOf(seed) ?? ""),
    };
    const found = JSON.parse(call(() => binding.search(json, JSON.stringify(wanted), () => {})));
    return {
      tried: found.tried,
      levels: found.levels,
      passed: found.passed.map(([clause, passed, judged]: [string, number, number]) => ({ clause, judged, passed })),
      nearest: found.nearest.map(([recipe, failed]: [string, string]) => ({ recipe, failed })),
    };
  }

  /** The endless world of a recipe. */
  world(recipe: Source, { seed }: { seed?: bigint | number } = {}): World {
    return new World(text(recipe), seedOf(seed));
  }

  /** A game of pipes: on a new board, or on that of a recipe or a map. */
  pipes(board: PipeOptions | Source | GameMap, options: BuildOptions = {}): PipeGame {
    if (board instanceof GameMap) return new PipeGame(board);
    return new PipeGame(this.build(pipeRecipe(board) ?? (board as Source), options));
  }
}

/** A level that a search found. */
export class Level {
  /** The recipe as JSON, with the seed. It builds the level anywhere. */
  readonly recipe: string;

  /** @internal */
  constructor(recipe: string) {
    this.recipe = recipe;
  }

  build(): GameMap {
    return new GameMap(call(() => binding.build(this.recipe, undefined)) as Built);
  }
}

/** The requirements that a recipe names. */
function wantOf(json: string): unknown {
  try {
    return JSON.parse(json).want;
  } catch (error) {
    return fail(`the recipe is no JSON: ${(error as Error).message}`, "recipe");
  }
}

/** A recipe as JSON. */
export function text(recipe: unknown): string {
  if (typeof recipe === "string")
    return recipe.trimStart().startsWith("{") ? recipe : call(() => binding.recipe(recipe));
  let json: string | undefined;
  try {
    json = typeof recipe === "object" && recipe !== null ? JSON.stringify(recipe) : undefined;
  } catch (error) {
    fail(`the recipe cannot be written as JSON: ${(error as Error).message}`, "recipe");
  }
  return json ?? fail(`the recipe is ${shown(recipe)}; expected a name, an object or JSON`, "recipe");
}
