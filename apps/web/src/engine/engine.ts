/**
 * Workers. The page never waits for the library: all calls go to a worker and come back as promises. A build that is no
 * longer wanted is ended with its worker, and a spare one, ready long before, takes over.
 */
import url from "mapwright/mapwright.wasm?url";
import type { Fault, TakeHome } from "./types";
import type { Work } from "./work";

type Result<K extends keyof Work> = Awaited<ReturnType<Work[K]>>;
type Waiting = { resolve: (value: never) => void; reject: (fault: Fault) => void };

export const CANCELLED: Fault = { message: "cancelled", retryable: false };

/** One worker. */
class Lane {
  #worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  #waiting = new Map<number, Waiting>();
  #last = 0;
  ended = false;
  /** Called while a long call is under way: how much is done, of how much. */
  told: (done: number, most: number) => void = () => {};

  constructor(module: WebAssembly.Module, files: TakeHome) {
    this.#worker.postMessage(module);
    if (files.length > 0) this.give(files);
    this.#worker.onmessage = ({ data: { id, result, fault, dead, told } }) => {
      if (told) return this.told(told[0], told[1]);
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (dead) this.end(fault);
      if (fault) waiting?.reject(fault);
      else waiting?.resolve(result as never);
    };
    const ended = (why: string) => this.end({ message: `the worker ended: ${why}`, retryable: false });
    this.#worker.onerror = ({ message }) => ended(message || "it did not start");
    this.#worker.onmessageerror = () => ended("its answer cannot be read");
  }

  call<K extends keyof Work>(name: K, ...args: Parameters<Work[K]>): Promise<Result<K>> {
    if (this.ended) return Promise.reject(CANCELLED);
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      try {
        this.#worker.postMessage({ id, name, args });
      } catch (error) {
        // What cannot be sent is refused, and nothing waits for it.
        this.#waiting.delete(id);
        throw error;
      }
    });
  }

  give(files: TakeHome) {
    void this.call("give", files).catch(() => {});
  }

  end(why = CANCELLED) {
    this.ended = true;
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(why);
    this.#waiting.clear();
  }
}

export class Engine {
  #module: WebAssembly.Module;
  #lane: Lane;
  #spare: Lane | undefined;
  #crews: Crew[] = [];
  /** What recipes may name. */
  files: TakeHome;

  private constructor(module: WebAssembly.Module, files: TakeHome) {
    this.#module = module;
    this.files = files;
    this.#lane = this.#made();
  }

  static async start(files: TakeHome): Promise<Engine> {
    // Some hosts do not say that it is wasm.
    const response = await fetch(url);
    if (!response.ok) throw new Error(`the library did not arrive (${response.status} ${response.statusText})`);
    return new Engine(await WebAssembly.compile(await response.arrayBuffer()), files);
  }

  #made = () => new Lane(this.#module, this.files);

  /** Gives all workers other files. */
  give(files: TakeHome) {
    this.files = files;
    this.#crews = this.#crews.filter(({ ended }) => !ended);
    for (const one of [this.#lane, this.#spare, ...this.#crews]) one?.give(files);
  }

  /** Calls the worker that has the map. */
  call<K extends keyof Work>(name: K, ...args: Parameters<Work[K]>): Promise<Result<K>> {
    if (this.#lane.ended) this.cancel();
    return this.#lane.call(name, ...args);
  }

  /** Makes the spare worker, once nothing is in a hurry. */
  prepare() {
    this.#spare ??= this.#made();
  }

  /** Ends whatever runs, with the map; the spare worker takes over. */
  cancel() {
    this.#lane.end();
    this.#lane = this.#spare ?? this.#made();
    this.#spare = undefined;
    this.prepare();
  }

  /** Workers for many small calls. */
  crew(most = 4): Crew {
    const count = Math.max(1, Math.min(most, (navigator.hardwareConcurrency ?? 2) - 1));
    const crew = new Crew(count, this.#made);
    this.#crews.push(crew);
    return crew;
  }
}

/** Workers that share a list of calls. */
export class Crew {
  #idle: Lane[];
  #queue: ((lane: Lane) => void)[] = [];
  #all: Lane[];
  #made: () => Lane;
  ended = false;

  constructor(count: number, made: () => Lane) {
    this.#made = made;
    this.#all = Array.from({ length: count }, made);
    this.#idle = [...this.#all];
  }

  call<K extends keyof Work>(name: K, ...args: Parameters<Work[K]>): Promise<Result<K>> {
    if (this.ended) return Promise.reject(CANCELLED);
    return new Promise((resolve, reject) => {
      const run = (lane: Lane) => {
        const done = lane.call(name, ...args).then(resolve, reject);
        void done.finally(() => this.#next(lane));
      };
      const lane = this.#idle.pop();
      if (lane) run(lane);
      else this.#queue.push(run);
    });
  }

  give(files: TakeHome) {
    for (const lane of this.#all) lane.give(files);
  }

  /** Calls back while a long call is under way. */
  watch(told: (done: number, most: number) => void) {
    for (const lane of this.#all) lane.told = told;
  }

  /** A lane that ended in the midst of its call gets a successor. */
  #next(last: Lane) {
    const lane = last.ended && !this.ended ? this.#made() : last;
    if (lane !== last) {
      lane.told = last.told;
      this.#all[this.#all.indexOf(last)] = lane;
    }
    const run = this.#queue.shift();
    if (run) run(lane);
    else this.#idle.push(lane);
  }

  end() {
    this.ended = true;
    for (const lane of this.#all) lane.end();
    const [dead] = this.#all;
    for (const run of this.#queue.splice(0)) if (dead) run(dead);
  }
}
