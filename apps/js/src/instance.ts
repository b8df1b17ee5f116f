/** The one instance of the library, and calls to it. */
import { __wbg_reset_state, initSync } from "./binding/mapwright_js.js";
import { type Fault, MapwrightError } from "./errors.js";

let instance = 0;
let isFit = false;

/** Makes the first instance. */
export function start(module: WebAssembly.Module): void {
  initSync({ module });
  isFit = true;
}

/** Calls the library; what it throws becomes a `MapwrightError`. */
export function call<T>(work: () => T): T {
  try {
    if (!isFit) {
      __wbg_reset_state();
      instance++;
      isFit = true;
    }
    return work();
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      // Whatever the instance holds now is in doubt: the next call has a fresh one.
      isFit = false;
      const message = "the call ended abruptly, most likely out of memory; try a smaller map";
      throw new MapwrightError({ message, retryable: false });
    }
    throw error instanceof Error ? error : new MapwrightError(error as Fault);
  }
}

const forgotten = new FinalizationRegistry((free: () => void) => free());

/** Something in the library's memory. A fresh instance makes it anew. */
export class Kept<T extends { free(): void }> {
  readonly #make: () => T;
  #it: T | undefined;
  #instance = -1;

  constructor(owner: object, make: () => T) {
    this.#make = make;
    this.use(() => {});
    forgotten.register(owner, () => this.free(), this);
  }

  use<R>(work: (it: T) => R): R {
    return call(() => {
      if (this.#it === undefined || this.#instance !== instance) {
        if (this.#instance === Infinity) throw new MapwrightError({ message: "it was disposed of", retryable: false });
        [this.#it, this.#instance] = [this.#make(), instance];
      }
      return work(this.#it);
    });
  }

  free(): void {
    forgotten.unregister(this);
    if (this.#instance === instance && isFit) this.#it?.free();
    [this.#it, this.#instance] = [undefined, Infinity];
  }
}
