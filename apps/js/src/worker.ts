/// <reference lib="esnext.disposable" preserve="true" />
/** The same in a worker: calls return promises, and a signal ends what runs. */

import { spawn } from "#thread";
import type { Catalogue } from "./catalogue.js";
import { seedOf } from "./check.js";
import { type Fault, MapwrightError } from "./errors.js";
import { type BuildOptions, type SearchOptions, type Source, Mapwright as Sync, type Tried, text } from "./index.js";
import { type Built, GameMap } from "./map.js";
import { PipeGame, type PipeOptions, pipeRecipe } from "./pipes.js";
import type { FromWorker, Work } from "./protocol.js";
import type { Recipe, RecipeName } from "./schema.js";
import type { Thread } from "./thread.js";

export * from "./index.js";

interface Waiting {
  work: Work;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
}

export class Mapwright {
  readonly #sync: Sync;
  #thread: Thread | undefined;
  #last = 0;
  /** What the worker has to do, the first of it now. */
  readonly #waiting = new Map<number, Waiting>();

  private constructor(sync: Sync) {
    this.#sync = sync;
  }

  /** The library, with a worker of its own. */
  static async load(): Promise<Mapwright> {
    return new Mapwright(await Sync.load());
  }

  get catalogue(): Catalogue {
    return this.#sync.catalogue;
  }
  get schema(): object {
    return this.#sync.schema;
  }
  recipe(name: RecipeName | (string & {})): Recipe {
    return this.#sync.recipe(name);
  }

  /** Builds the map of a recipe. */
  async build(recipe: Source, { seed, signal }: BuildOptions = {}): Promise<GameMap> {
    return new GameMap(await this.#call<Built>({ do: "build", recipe: text(recipe), ...seeded(seed) }, signal));
  }

  /** Levels that meet requirements. The search is done when the first arrives. */
  async *search(recipe: Source, { signal, ...options }: SearchOptions = {}): AsyncGenerator<Level, Tried, undefined> {
    const work: Work = { do: "search", recipe: text(recipe), options };
    const { levels, ...tried } = await this.#call<Tried & { levels: string[] }>(work, signal);
    for (const level of levels) yield new Level(level, () => this.build(level));
    return tried;
  }

  /** The endless world of a recipe. */
  async world(recipe: Source, { seed, signal }: BuildOptions = {}): Promise<World> {
    const json = text(recipe);
    const chunk = async (x: number, y: number, signal?: AbortSignal) =>
      new GameMap(await this.#call<Built>({ do: "chunk", recipe: json, ...seeded(seed), x, y }, signal));
    // What is wrong with it is said here.
    await chunk(0, 0, signal);
    return new World(chunk);
  }

  /** A game of pipes. The board is made in the worker; the game itself is quick, and here. */
  async pipes(board: PipeOptions | Source | GameMap, options: BuildOptions = {}): Promise<PipeGame> {
    if (board instanceof GameMap) return new PipeGame(board);
    return new PipeGame(await this.build(pipeRecipe(board) ?? (board as Source), options));
  }

  /** Ends the worker; what waits for it is refused. The next call has another. */
  [Symbol.dispose](): void {
    this.#end();
    this.#refuse(new MapwrightError({ message: "it was disposed of", retryable: false }));
  }

  #call<T>(work: Work, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const id = ++this.#last;
    return new Promise<T>((resolve, reject) => {
      const abort = () => {
        const isFirst = this.#waiting.keys().next().value === id;
        this.#waiting.delete(id);
        reject(signal?.reason);
        if (isFirst) {
          // It may be under way. What waits behind it goes to another worker.
          this.#end();
          for (const [id, { work }] of this.#waiting) this.#post(id, work);
        }
        this.#hold();
      };
      const settled =
        <V>(then: (value: V) => void) =>
        (value: V) => {
          signal?.removeEventListener("abort", abort);
          then(value);
        };
      this.#waiting.set(id, { work, resolve: settled(resolve), reject: settled(reject) });
      signal?.addEventListener("abort", abort, { once: true });
      try {
        this.#post(id, work);
      } catch (error) {
        // A function among the options, which no other thread can have. Nothing waits for it.
        this.#waiting.delete(id);
        const message = `the options cannot be sent to the worker: ${(error as Error).message}`;
        settled(reject)(new MapwrightError({ message, retryable: false }));
      }
      this.#hold();
    });
  }

  #post(id: number, work: Work): void {
    if (this.#thread === undefined) {
      const thread: Thread = spawn(
        (answer) => this.#thread === thread && this.#answered(answer),
        (error) => {
          if (this.#thread !== thread) return;
          this.#end();
          this.#refuse(new MapwrightError({ message: `the worker ended: ${error}`, retryable: false }));
        },
      );
      this.#thread = thread;
      thread.post({ module: this.#sync.module });
    }
    this.#thread.post({ id, work });
  }

  #answered(answer: FromWorker): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ("fault" in answer) waiting?.reject(new MapwrightError(answer.fault as Fault));
    else waiting?.resolve(answer.result as never);
    this.#hold();
  }

  #hold(): void {
    this.#thread?.hold(this.#waiting.size > 0);
  }

  #end(): void {
    this.#thread?.end();
    this.#thread = undefined;
  }

  #refuse(error: MapwrightError): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** A level that a search found. */
export class Level {
  /** The recipe as JSON, with the seed. It builds the level anywhere. */
  readonly recipe: string;
  readonly build: () => Promise<GameMap>;

  /** @internal */
  constructor(recipe: string, build: () => Promise<GameMap>) {
    [this.recipe, this.build] = [recipe, build];
  }
}

/** An endless world, made chunk by chunk. */
export class World {
  readonly #chunk: (x: number, y: number, signal?: AbortSignal) => Promise<GameMap>;

  /** @internal */
  constructor(chunk: (x: number, y: number, signal?: AbortSignal) => Promise<GameMap>) {
    this.#chunk = chunk;
  }

  /** A chunk, as a map of the recipe's size. */
  chunk(x: number, y: number, { signal }: { signal?: AbortSignal } = {}): Promise<GameMap> {
    return this.#chunk(x, y, signal);
  }
}

function seeded(seed: bigint | number | undefined): { seed?: bigint } {
  const checked = seedOf(seed);
  return checked === undefined ? {} : { seed: checked };
}
