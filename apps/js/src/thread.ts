import type { FromWorker, ToWorker } from "./protocol.js";

/** A thread, seen from outside. */
export interface Thread {
  post(message: ToWorker): void;
  /** Whether a program should wait for it. */
  hold(isBusy: boolean): void;
  end(): void;
}

export type Serve = (
  work: (message: ToWorker, answer: (message: FromWorker, handed: ArrayBuffer[]) => void) => void,
) => void;
