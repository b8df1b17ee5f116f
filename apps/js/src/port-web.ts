/** How a worker of a browser is spoken to. */
import type { Serve } from "./thread.js";

export const serve: Serve = (work) => {
  self.onmessage = ({ data }) => work(data, (answer, handed) => self.postMessage(answer, { transfer: handed }));
};
