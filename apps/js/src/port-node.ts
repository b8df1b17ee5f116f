/** How a thread of Node is spoken to. */
import { parentPort } from "node:worker_threads";
import type { Serve } from "./thread.js";

export const serve: Serve = (work) => {
  parentPort?.on("message", (message) => work(message, (answer, handed) => parentPort?.postMessage(answer, handed)));
};
