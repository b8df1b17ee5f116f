/// <reference lib="esnext.disposable" preserve="true" />
import { InputMap, Pipes } from "./binding/mapwright_js.js";
import { integer } from "./check.js";
import { Kept } from "./instance.js";
import type { Cell, GameMap } from "./map.js";
import type { Recipe } from "./schema.js";

export interface PipeOptions {
  width: number;
  height: number;
  /** With one solution. */
  unique?: boolean;
  /** Which borders are joined. */
  wrap?: "none" | "x" | "y" | "both";
}

/** What a turn changed. */
export interface Turn {
  at: Cell;
  /** Quarters of a turn, clockwise. */
  quarters: number;
  /** Cells that became wet or dry, or came onto or off a ring. */
  changed: Cell[];
  wet: number;
  tiles: number;
  rings: number;
  moves: number;
  solved: boolean;
}

export interface Hint {
  at: Cell;
  quarters: number;
}

interface Board {
  width: number;
  height: number;
  source: Cell;
  solved: boolean;
}

/** The recipe of a new board. */
export function pipeRecipe(board: unknown): Recipe | undefined {
  if (typeof board !== "object" || board === null || "initial" in board) return undefined;
  const { width, height, unique = false, wrap = "none" } = board as PipeOptions;
  const metas: Recipe["metas"] = [{ use: "pipe-shuffler" }];
  if (unique) metas.unshift({ use: "unique-pipes" });
  return { version: 1, width, height, wrap, initial: { use: "prim-maze" }, metas };
}

/** A game of pipes. Its memory is freed with it, or by `using`. */
export class PipeGame {
  readonly #pipes: Kept<Pipes>;
  /** What was done, for a board that is made anew. */
  readonly #done: ((pipes: Pipes) => unknown)[] = [];
  readonly #board: Board;

  /** @internal */
  constructor(map: GameMap) {
    // Not `this`, which would hold the game.
    const done = this.#done;
    this.#pipes = new Kept(this, () => {
      const pipes = Pipes.of(InputMap.read(map.json()));
      for (const again of done) again(pipes);
      return pipes;
    });
    this.#board = this.#read();
  }

  get width(): number {
    return this.#board.width;
  }
  get height(): number {
    return this.#board.height;
  }
  /** Where the water comes from. */
  get source(): Cell {
    return this.#board.source;
  }
  get solved(): boolean {
    return this.#read().solved;
  }

  /** A byte for each cell: the open sides, 1 north, 2 east, 4 south, 8 west; 16 wet, 32 on a ring, 64 locked. */
  cells(): Uint8Array {
    return this.#pipes.use((pipes) => pipes.cells());
  }

  /** Turns a tile clockwise, by so many quarters. */
  turn(x: number, y: number, quarters = 1): Turn {
    const [column, row] = [integer(x, "x", 0, 65535), integer(y, "y", 0, 65535)];
    const by = integer(quarters, "quarters", -(2 ** 31), 2 ** 31 - 1) & 3;
    return JSON.parse(this.#do((pipes) => pipes.turn(column, row, by)));
  }

  /** Takes the last turn back. */
  undo(): Turn | undefined {
    return parsed(this.#do((pipes) => pipes.undo()));
  }

  /** Makes the turn again that was taken back last. */
  redo(): Turn | undefined {
    return parsed(this.#do((pipes) => pipes.redo()));
  }

  /** Locks a tile so that it does not turn, or unlocks it; whether it is locked now. */
  lock(x: number, y: number): boolean {
    const [column, row] = [integer(x, "x", 0, 65535), integer(y, "y", 0, 65535)];
    return this.#do((pipes) => pipes.lock(column, row));
  }

  /** A turn towards the solution; undefined when all is done or no solution is known. */
  hint(): Hint | undefined {
    return parsed(this.#pipes.use((pipes) => pipes.hint()));
  }

  [Symbol.dispose](): void {
    this.#pipes.free();
  }

  #do<R>(work: (pipes: Pipes) => R): R {
    const result = this.#pipes.use(work);
    this.#done.push(work);
    return result;
  }

  #read = (): Board => JSON.parse(this.#pipes.use((pipes) => pipes.board()));
}

const parsed = (json: string | undefined) => (json === undefined ? undefined : JSON.parse(json));
