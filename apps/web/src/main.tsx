import { render } from "preact";
import { App } from "./app";
import { crisp } from "./map-tab";
import { catalogue, crew, engineOf, isDrawing, start, status, text } from "./state";
import "./style.css";

const root = document.getElementById("app");
if (root) render(<App />, root);
start().catch((error: unknown) => {
  status.value = "error";
  const text = `This browser cannot run the playground: ${error}`;
  root?.insertAdjacentHTML("afterbegin", '<p role="alert" class="fault"></p>');
  root?.firstElementChild?.append(text);
});
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener(
    "load",
    () => void navigator.serviceWorker.register("./sw.js", { updateViaCache: "none" }).catch(() => {}),
  );
}

/** For tests and the curious: what the page knows, from the console. */
Object.assign(globalThis, {
  mapwright: {
    catalogue: () => catalogue.value,
    recipe: () => text.value,
    /** How long a worker takes for a map and its digest. */
    time: async (recipe: string) => {
      await crew().call("digest", recipe);
      const start = performance.now();
      await crew().call("digest", recipe);
      return performance.now() - start;
    },
    /** Whether the map is drawn, with as many pixels a cell as the screen has, as far as a picture may grow. */
    isCrisp: () => status.value === "ready" && crisp.value && !isDrawing(),
    map: async () => JSON.parse(await engineOf().call("json")),
  },
});
