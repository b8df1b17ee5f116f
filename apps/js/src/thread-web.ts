/** Threads of browsers. */
import type { FromWorker } from "./protocol.js";
import type { Thread } from "./thread.js";

export function spawn(listen: (message: FromWorker) => void, failed: (error: unknown) => void): Thread {
  const worker = new Worker(new URL("./worker-thread.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => listen(data as FromWorker);
  worker.onerror = (event) => failed(event.message || "the worker did not start");
  return { post: (message) => worker.postMessage(message), hold: () => {}, end: () => worker.terminate() };
}
