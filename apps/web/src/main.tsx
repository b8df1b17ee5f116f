import { render } from "preact";
import { App } from "./app";
import { start } from "./state";
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
