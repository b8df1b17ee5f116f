/** What the marks and colors of the map mean. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { store, stored } from "./kept";
import { digest, engineOf, look, status, theme } from "./state";

/** Where the page is one column, the map comes first. */
const isWide = matchMedia("(min-width: 901px)").matches;
const wanted = signal((stored("legend") ?? String(isWide)) === "true");
const PATIENCE_MS = 120;

export function LegendButton() {
  const toggle = () => {
    wanted.value = !wanted.value;
    store("legend", String(wanted.value));
  };
  return (
    <button type="button" data-overlay="legend" aria-pressed={wanted.value} onClick={toggle}>
      Legend
    </button>
  );
}

export function Legend() {
  const canvas = useRef<HTMLCanvasElement>(null);
  // The last map stays in sight while its recipe is wrong.
  const rests = status.value !== "building";
  useEffect(() => {
    if (!rests || !wanted.value) return undefined;
    // Not while the map changes under the visitor's hand.
    const due = setTimeout(() => {
      const place = canvas.current;
      const width = place?.parentElement?.clientWidth ?? 320;
      engineOf()
        .call("legend", look.peek(), width, colorOf("--paper"), colorOf("--ink"))
        .then(
          (picture) => place && paint(place, picture),
          () => {},
        );
    }, PATIENCE_MS);
    return () => clearTimeout(due);
  }, [rests, wanted.value, digest.value, look.value, theme.value]);
  if (!wanted.value) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
    <div class="legend" role="group" aria-label="Legend" tabIndex={0}>
      <div>
        <canvas ref={canvas} data-testid="legend" role="img" aria-label="What the marks and colors mean" hidden />
      </div>
    </div>
  );
}

function paint(canvas: HTMLCanvasElement, picture: ImageBitmap | null) {
  canvas.hidden = !picture;
  if (!picture) return;
  [canvas.width, canvas.height] = [picture.width, picture.height];
  canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(picture);
}

/** A color of the page as a number. */
function colorOf(name: string): number {
  const probe = document.createElement("i");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const [r = 0, g = 0, b = 0] = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? [];
  probe.remove();
  return (r << 16) | (g << 8) | b;
}
