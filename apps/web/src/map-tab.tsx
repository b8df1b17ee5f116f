/** The map: crisp at any zoom, with overlays, what a cell holds, and the scrubber. */
import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type Json, withParam } from "./draft";
import { mostScale } from "./engine/scale";
import type { Shown } from "./engine/types";
import { Scrubber } from "./scrubber";
import {
  build,
  cancel,
  catalogue,
  change,
  draft,
  engineOf,
  fault,
  faultAt,
  look,
  picking,
  setLook,
  shown,
  slow,
  status,
  summary,
} from "./state";
import { eachFrame, fitting, gestures, sized, type View } from "./viewport";

const cellText = signal("");

export function MapTab() {
  return (
    <>
      <Overlays />
      <div class={`sheet ${picking.value ? "picking" : ""} ${status.value === "error" ? "old" : ""}`}>
        <MapCanvas />
        {slow.value && (
          <div class="busy" role="status">
            Building…{" "}
            <button type="button" data-testid="cancel" onClick={cancel}>
              Cancel
            </button>
          </div>
        )}
        {status.value === "error" && <Failed />}
        <output class="cell">{picking.value ? "Click a cell of the map." : cellText.value}</output>
      </div>
      <Scrubber />
    </>
  );
}

/** What is wrong is said at the stage; here only that the picture is an old one. */
function Failed() {
  const { message = "", retryable = false } = fault.value ?? {};
  const use = draft.value.stages[faultAt.value]?.stage.use;
  return (
    <div class="busy wrong">
      {use ? (
        <span>
          <b>{use}</b> cannot work here; the stage says why.
        </span>
      ) : (
        <span>{message}</span>
      )}{" "}
      {retryable && <span>Another seed may succeed.</span>}{" "}
      <button type="button" onClick={() => void build()}>
        Try again
      </button>
    </div>
  );
}

const OVERLAYS: { name: "tint" | "changes" | "areas" | "graph" | "walk" | "plain"; label: string; plane?: string }[] = [
  { name: "tint", label: "Distance" },
  { name: "changes", label: "Changes" },
  { name: "areas", label: "Areas", plane: "graph" },
  { name: "graph", label: "Graph", plane: "graph" },
  { name: "walk", label: "Proof", plane: "proof" },
  { name: "plain", label: "No marks" },
];

/** Kinds of pictures, and the plane that each needs. */
const KINDS: [string, string, string?][] = [
  ["auto", "Best picture"],
  ["tiles", "Tiles"],
  ["maze", "Maze", "sides"],
  ["pipes", "Pipes", "sides"],
  ["regions", "Regions", "regions"],
];

function Overlays() {
  const has = (plane?: string) => !plane || summary.value?.planes.includes(plane);
  const tilesets = catalogue.value?.tilesets ?? [];
  const fits = (name: string) => {
    if (name.startsWith("terrain")) return has("corners");
    return name === "pipes" || name === "paths" ? has("sides") : !has("corners");
  };
  return (
    <div class="overlays" role="toolbar" aria-label="What the picture shows">
      <select
        aria-label="Kind of picture"
        value={look.value.tileset ? `set ${look.value.tileset}` : (look.value.kind ?? "auto")}
        onChange={({ currentTarget: { value } }) =>
          setLook(value.startsWith("set ") ? { tileset: value.slice(4), kind: "auto" } : { kind: value, tileset: "" })
        }
      >
        {KINDS.filter(([, , plane]) => has(plane)).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
        {tilesets.filter(fits).map((name) => (
          <option key={name} value={`set ${name}`}>
            Tileset: {name}
          </option>
        ))}
      </select>
      {OVERLAYS.filter(({ plane }) => has(plane)).map(({ name, label }) => (
        <button
          key={name}
          type="button"
          data-overlay={name}
          aria-pressed={!!look.value[name]}
          onClick={() => setLook({ [name]: !look.value[name] })}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function MapCanvas() {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => (ref.current ? live(ref.current) : undefined), []);
  const [w, h] = summary.value?.size ?? [0, 0];
  return (
    <canvas
      ref={ref}
      data-testid="map"
      role="img"
      aria-label={`The map, ${w} × ${h} cells. Arrows pan, + and - zoom, 0 fits.`}
      tabIndex={0}
    />
  );
}

/** Makes the canvas show the map; returns what ends that. */
function live(canvas: HTMLCanvasElement): () => void {
  const context = canvas.getContext("2d");
  let view: View = { x: 0, y: 0, zoom: 8 };
  let size: [number, number] = [0, 0];
  let follows = true;
  let hovered: [number, number] | undefined;
  let timer = 0;

  const draw = eachFrame(() => {
    const picture = shown.peek();
    if (context && picture) paint(context, picture, view, hovered);
  });
  /** The scale at which a cell has just the pixels of the screen. */
  const sharpen = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      const scale = Math.max(1, Math.min(mostScale(...size), Math.round(view.zoom * devicePixelRatio)));
      const old = look.peek();
      if (scale !== shown.peek()?.scale || old.box) setLook({ scale, box: undefined });
    }, 90);
  };
  const move = (next: View) => {
    [view, follows] = [next, false];
    draw();
    sharpen();
  };
  const fit = () => {
    if (size[0] === 0) return;
    [view, follows] = [fitting(canvas, size), true];
    draw();
    sharpen();
  };
  const inside = (x: number, y: number) => x >= 0 && y >= 0 && x < size[0] && y < size[1];
  const hover = (x: number, y: number) => {
    const next: [number, number] | undefined = inside(x, y) ? [Math.floor(x), Math.floor(y)] : undefined;
    if (next?.[0] === hovered?.[0] && next?.[1] === hovered?.[1]) return;
    hovered = next;
    draw();
    if (next) void tell(...next);
    else cellText.value = "";
  };
  const tap = (x: number, y: number) => {
    const wish = picking.peek();
    if (wish && inside(x, y)) {
      const at: Json = { at: [Math.floor(x), Math.floor(y)] };
      picking.value = undefined;
      change(withParam(draft.peek(), wish.place, wish.param, at));
    } else {
      hover(x, y);
    }
  };
  const least = () => fitting(canvas, size).zoom / 4;
  const ends = [
    gestures(canvas, { view: () => view, move, fit, tap, hover, least }),
    sized(canvas, () => {
      look.value = { ...look.peek(), ...(shown.peek() ? {} : { box: [canvas.width, canvas.height] }) };
      if (follows) fit();
      else draw();
    }),
    effect(() => {
      const picture = shown.value;
      if (!picture) return;
      const isNew = picture.size[0] !== size[0] || picture.size[1] !== size[1];
      size = picture.size;
      if (isNew) return fit();
      draw();
      sharpen();
    }),
  ];
  canvas.addEventListener("dblclick", fit);
  return () => {
    clearTimeout(timer);
    for (const end of ends) end();
  };
}

async function tell(x: number, y: number) {
  if (status.peek() !== "ready") return;
  const cell = await engineOf()
    .call("cell", x, y)
    .catch(() => ({}));
  const planes = Object.entries(cell).map(([name, value]) =>
    value === true ? name : value === false ? "" : `${name} ${value}`,
  );
  cellText.value = `(${x}, ${y})  ${planes.filter(Boolean).join(" · ")}`;
}

/** The picture in its place, smooth when it shrinks and with hard pixels when it grows. */
function paint(
  context: CanvasRenderingContext2D,
  { bitmap, corner, scale }: Shown,
  view: View,
  hovered?: [number, number],
) {
  const { canvas } = context;
  const cell = view.zoom * devicePixelRatio;
  const exact = Math.abs(cell - scale) < 0.5 ? scale : cell;
  const [left, top] = [canvas.width / 2 - view.x * exact, canvas.height / 2 - view.y * exact].map(Math.round) as [
    number,
    number,
  ];
  const by = exact / scale;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingEnabled = by < 1;
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, left - corner * by, top - corner * by, bitmap.width * by, bitmap.height * by);
  if (hovered) {
    context.strokeStyle = "#e86a17";
    context.lineWidth = Math.max(1, Math.min(3, exact / 8));
    context.strokeRect(left + hovered[0] * exact, top + hovered[1] * exact, exact, exact);
  }
}
