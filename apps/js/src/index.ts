/** Mapwright: procedural levels from one chain of builders. */
import { build, catalogue, initSync } from "./binding/mapwright_js.js";
import { bytes } from "#bytes";
import { type Fault, MapwrightError } from "./errors.js";
import { type Built, GameMap } from "./map.js";

export { MapwrightError } from "./errors.js";
export { type Cell, type Door, GameMap, type Plane, type Room, type Spawn } from "./map.js";

/** Calls the library; what it throws becomes a `MapwrightError`. */
export type Call = <T>(work: () => T) => T;

/** A recipe as an object; see the documentation of recipes. */
export interface Recipe {
  version: 1;
  width: number;
  height: number;
  seed?: number;
  initial: Stage;
  metas?: Stage[];
  [more: string]: unknown;
}

export interface Stage {
  use: string;
  [parameter: string]: unknown;
}

let loading: Promise<Mapwright> | undefined;

export class Mapwright {
  readonly #module: WebAssembly.Module;
  readonly #recipes = new Map<string, string>();

  private constructor(module: WebAssembly.Module) {
    this.#module = module;
    initSync({ module });
    for (const { name, json } of this.catalogue.recipes) this.#recipes.set(name, json);
  }

  /** The library, loaded once. */
  static load(): Promise<Mapwright> {
    loading ??= bytes().then((bytes) => WebAssembly.compile(bytes)).then((module) => new Mapwright(module));
    return loading;
  }

  /** Builders with their parameters, recipes, tiles, themes. */
  get catalogue(): { builders: { name: string }[]; recipes: { name: string; json: string }[] } {
    return JSON.parse(catalogue());
  }

  /** Builds the map of a recipe: its name, an object, or JSON. Without a seed, that of the recipe. */
  build(recipe: string | Recipe, { seed }: { seed?: bigint | number } = {}): GameMap {
    const json = this.json(recipe, seed);
    return new GameMap(json, this.#call(() => build(json)) as Built, this.#call);
  }

  /** A recipe as JSON, with another seed. */
  json(recipe: string | Recipe, seed?: bigint | number): string {
    let json = typeof recipe === "string" ? recipe : JSON.stringify(recipe);
    if (!json.trimStart().startsWith("{")) {
      const named = this.#recipes.get(json);
      if (named === undefined) throw new MapwrightError({ message: `no recipe is called \`${json.slice(0, 64)}\``, field: "recipe", retryable: false });
      json = named;
    }
    if (seed === undefined) return json;
    // Seeds have 64 bits, more than JSON in JavaScript can tell apart.
    const { seed: _, ...rest } = JSON.parse(json) as Recipe;
    return `{"seed":${BigInt.asUintN(64, BigInt(seed))},${JSON.stringify(rest).slice(1)}`;
  }

  #call: Call = (work) => {
    try {
      return work();
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
        // Whatever the instance holds now is in doubt: the next call has a fresh one.
        initSync({ module: this.#module });
        const message = "the call ended abruptly, most likely for want of memory; try a smaller map";
        throw new MapwrightError({ message, retryable: false });
      }
      throw error instanceof Error ? error : new MapwrightError(error as Fault);
    }
  };
}
