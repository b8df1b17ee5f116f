/// <reference lib="esnext.disposable" preserve="true" />
import { Land } from "./binding/mapwright_js.js";
import { integer } from "./check.js";
import { Kept } from "./instance.js";
import { type Built, GameMap } from "./map.js";

/** An endless world, made chunk by chunk. Its memory is freed with it, or by `using`. */
export class World {
  readonly #land: Kept<Land>;

  /** @internal */
  constructor(recipe: string, seed: bigint | undefined) {
    this.#land = new Kept(this, () => new Land(recipe, seed));
  }

  /**
   * A chunk, as a map of the recipe's size: its first cell is at `x` times the width and `y` times the height. The order
   * of calls does not matter.
   */
  chunk(x: number, y: number): GameMap {
    const [column, row] = [integer(x, "x", -(2 ** 31), 2 ** 31 - 1), integer(y, "y", -(2 ** 31), 2 ** 31 - 1)];
    return new GameMap(this.#land.use((land) => land.chunk(column, row)) as Built);
  }

  [Symbol.dispose](): void {
    this.#land.free();
  }
}
