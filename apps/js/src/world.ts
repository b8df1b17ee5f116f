/// <reference lib="esnext.disposable" preserve="true" />
import { EndlessWorld } from "./binding/mapwright_js.js";
import { integer } from "./check.js";
import { Kept } from "./instance.js";
import { type Built, GameMap } from "./map.js";

/** An endless world, made chunk by chunk. Its memory is freed with it, or by `using`. */
export class World {
  readonly #world: Kept<EndlessWorld>;

  /** @internal */
  constructor(recipe: string, seed: bigint | undefined) {
    this.#world = new Kept(this, () => new EndlessWorld(recipe, seed));
  }

  /**
   * A chunk, as a map of the recipe's size: its first cell is at `x` times the width and `y` times the height. The order
   * of calls does not matter.
   */
  chunk(x: number, y: number): GameMap {
    const [column, row] = [integer(x, "x", -(2 ** 31), 2 ** 31 - 1), integer(y, "y", -(2 ** 31), 2 ** 31 - 1)];
    return new GameMap(this.#world.use((world) => world.chunk(column, row)) as Built);
  }

  [Symbol.dispose](): void {
    this.#world.free();
  }
}
