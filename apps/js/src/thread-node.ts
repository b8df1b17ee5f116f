/** Threads of Node. */
import { Worker } from "node:worker_threads";
import type { FromWorker } from "./protocol.js";
import type { Thread } from "./thread.js";

export function spawn(listen: (message: FromWorker) => void, failed: (error: unknown) => void): Thread {
  // Flags such as those of `node -e` are not for it.
  const worker = new Worker(new URL("./worker-thread.js", import.meta.url), { execArgv: [] });
  worker.on("message", listen);
  worker.on("error", failed);
  return {
    post: (message) => worker.postMessage(message),
    // A program may end while a thread has nothing to do.
    hold: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
    end: () => void worker.terminate(),
  };
}
