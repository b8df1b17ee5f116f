import { render } from "preact";
import { App } from "./app";
import { catalogue, crew, engineOf, start, text } from "./state";
import "./style.css";

const root = document.getElementById("app");
if (root) render(<App />, root);
start().catch((error: unknown) => {
  document.body.dataset.state = "error";
  const text = `This browser cannot run the playground: ${error}`;
  root?.insertAdjacentHTML("afterbegin", '<p role="alert" class="fault"></p>');
  root?.firstElementChild?.append(text);
});
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("./sw.js").catch(() => {}));
}

/** For tests and the curious: what the page knows, from the console. */
Object.assign(globalThis, {
  mapwright: {
    catalogue: () => catalogue.value,
    recipe: () => text.value,
    time: async (recipe: string) => {
      const start = performance.now();
      await engineOf().call("check", recipe);
      await crew().call("thumb", recipe, 8);
      return performance.now() - start;
    },
    map: async () => JSON.parse(await engineOf().call("json")),
  },
});
