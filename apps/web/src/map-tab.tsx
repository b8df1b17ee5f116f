/** The map: crisp at any zoom, with overlays, what a cell holds, and the scrubber. */
import { effect, signal } from "@preact/signals";
import { type Json, withParam } from "./draft";
import { mostScale } from "./engine/scale";
import type { Shown } from "./engine/types";
import { choose, draw, endStroke, KeepBar, keeping, keepShown, paintKept } from "./keep-bar";
import { Legend, LegendButton } from "./legend";
import { paintRooms, rooms, roomsShown } from "./rooms";
import { Scrubber } from "./scrubber";
import { type Frame, fitting, Sheet, SheetCanvas, useSheet } from "./sheet";
import {
  build,
  cancel,
  catalogue,
  change,
  draft,
  engineOf,
  fault,
  faultAt,
  frame as frameAt,
  look,
  picking,
  roll,
  setLook,
  shown,
  slow,
  status,
  summary,
} from "./state";

const cellText = signal("");
/** Whether the newest picture is drawn, and has the pixels of the screen. */
export const crisp = signal(false);

export function MapTab() {
  return (
    <>
      <Overlays />
      <KeepBar />
      <div class={`sheet ${picking.value || keeping.value ? "picking" : ""} ${status.value === "error" ? "old" : ""}`}>
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
      <Legend />
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

type Flag = "tint" | "changes" | "areas" | "graph" | "walk" | "plain";

/** Overlays, and the plane that each needs. */
const OVERLAYS: { name: Flag; label: string; plane?: string }[] = [
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
  const { kind = "auto" } = look.value;
  const fits = (name: string) => {
    if (name.startsWith("terrain")) return has("corners");
    return name === "pipes" || name === "paths" ? has("sides") : !has("corners");
  };
  return (
    <div class="overlays" role="group" aria-label="What the picture shows">
      <select
        aria-label="Kind of picture"
        value={look.value.tileset ? `set ${look.value.tileset}` : kind}
        onChange={({ currentTarget: { value } }) =>
          setLook(value.startsWith("set ") ? { tileset: value.slice(4), kind: "auto" } : { kind: value, tileset: "" })
        }
      >
        {KINDS.filter(([, , plane]) => has(plane)).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
        {tilesets.filter(fits).map((name) => (
          <option key={name} value={`set ${name}`}>
            Tileset: {name}
          </option>
        ))}
      </select>
      {!look.value.tileset && (
        <select
          aria-label="Theme"
          value={look.value.theme ?? ""}
          onChange={({ currentTarget: { value } }) => setLook({ theme: value })}
        >
          {catalogue.value?.themes.map((name, nth) => (
            <option key={name} value={nth === 0 ? "" : name}>
              {name.charAt(0).toUpperCase() + name.slice(1)}
            </option>
          ))}
        </select>
      )}
      <Toggle name="keep" label="Keep" on={keeping.value} onClick={() => (keeping.value = !keeping.value)} />
      {has("regions") && <Kind name="regions" label="Regions" shown={kind === "regions"} other="auto" />}
      {has("flow") && <Kind name="pipes" label="Flow" shown={kind === "pipes" || kind === "auto"} other="maze" />}
      {has("rooms") && (
        <Toggle
          name="rooms"
          label="Rooms"
          on={roomsShown.value}
          onClick={() => (roomsShown.value = !roomsShown.value)}
        />
      )}
      {OVERLAYS.filter(({ plane }) => has(plane)).map(({ name, label }) => (
        <Toggle
          key={name}
          name={name}
          label={label}
          on={!!look.value[name]}
          onClick={() => setLook({ [name]: !look.value[name] })}
        />
      ))}
      <LegendButton />
    </div>
  );
}

/** Shows the map as a kind, or as another. */
function Kind({ name, label, shown, other }: { name: string; label: string; shown: boolean; other: string }) {
  const onClick = () => setLook({ kind: shown ? other : name, tileset: "" });
  return <Toggle name={name} label={label} on={shown && !look.value.tileset} onClick={onClick} />;
}

function Toggle(props: { name: string; label: string; on: boolean; onClick: () => void }) {
  return (
    <button type="button" data-overlay={props.name} aria-pressed={props.on} onClick={props.onClick}>
      {props.label}
    </button>
  );
}

function MapCanvas() {
  const [canvas] = useSheet(live, "");
  const [w, h] = summary.value?.size ?? [0, 0];
  const label = `The map, ${w} × ${h} cells. Arrows pan, + and - zoom, 0 fits, Enter chooses the middle, R takes another seed.`;
  return <SheetCanvas canvas={canvas} id="map" label={label} />;
}

/** Makes the canvas show the map. */
function live(canvas: HTMLCanvasElement) {
  let size: [number, number] = [0, 0];
  const hovered = signal<[number, number] | undefined>(undefined);

  /** The scale at which pictures have the pixels of the screen, as far as a picture may grow. */
  const sharp = (cell: number) => Math.max(1, Math.min(mostScale(...size), Math.round(cell)));
  const inside = (x: number, y: number) => x >= 0 && y >= 0 && x < size[0] && y < size[1];
  const hover = (x: number, y: number) => {
    const next: [number, number] | undefined = inside(x, y) ? [Math.floor(x), Math.floor(y)] : undefined;
    if (next?.join() === hovered.peek()?.join()) return;
    hovered.value = next;
    sheet.redraw();
  };
  const tap = (x: number, y: number) => {
    const picked = picking.peek();
    if (picked && inside(x, y)) {
      const at: Json = { at: [Math.floor(x), Math.floor(y)] };
      picking.value = undefined;
      change(withParam(draft.peek(), picked.place, picked.param, at, []));
    } else {
      hover(x, y);
      if (inside(x, y)) void choose(Math.floor(x), Math.floor(y));
    }
  };
  const sheet = new Sheet(canvas, {
    zoom: 8,
    size: () => size,
    hover,
    tap,
    press: tap,
    stroke: (x, y) => !picking.peek() && draw(x, y),
    stroked: endStroke,
    key(event) {
      if (event.key.toLowerCase() !== "r") return false;
      roll();
      return true;
    },
    least: () => fitting(canvas, size).zoom / 4,
    // Hard pixels where they are almost those of the screen.
    snap: (cell) => (Math.abs(cell - (shown.peek()?.scale ?? 0)) < 0.5 ? (shown.peek()?.scale ?? cell) : cell),
    resized() {
      if (!shown.peek()) look.value = { ...look.peek(), box: [canvas.width, canvas.height] };
    },
    rested(cell) {
      const scale = sharp(cell);
      if (shown.peek() && (scale !== shown.peek()?.scale || look.peek().box)) setLook({ scale, box: undefined });
    },
    paint(context, frame) {
      const picture = shown.peek();
      if (picture) paint(context, picture, frame);
      crisp.value = sharp(frame.cell) === picture?.scale;
      if (roomsShown.peek() && frameAt.peek() === undefined) paintRooms(context, frame, rooms.peek());
      paintKept(context, frame);
      const cell = hovered.peek();
      if (cell) outline(context, frame, cell);
    },
  });
  const stops = [
    effect(() => {
      const picture = shown.value;
      if (!picture) return;
      const isNew = picture.size[0] !== size[0] || picture.size[1] !== size[1];
      size = picture.size;
      if (isNew) sheet.fit();
      crisp.value = false;
      sheet.redraw();
      sheet.rest();
    }),
    // Again after each build: the map has changed under the mouse.
    effect(() => {
      if (status.value === "ready" || !hovered.value) void tell(hovered.value);
    }),
    effect(() => {
      void [rooms.value, roomsShown.value, keepShown.value];
      sheet.redraw();
    }),
  ];
  const fit = () => !keeping.peek() && sheet.fit();
  canvas.addEventListener("dblclick", fit);
  return {
    end() {
      canvas.removeEventListener("dblclick", fit);
      sheet.end();
      for (const stop of stops) stop();
    },
  };
}

/** How many cells were asked for: an answer that comes after the next question is dropped. */
let questions = 0;

async function tell(at: [number, number] | undefined) {
  const asked = ++questions;
  if (!at) {
    cellText.value = "";
    return;
  }
  const [x, y] = at;
  const cell = await engineOf()
    .call("cell", x, y)
    .catch(() => ({}));
  if (asked !== questions) return;
  const planes = Object.entries(cell).map(([name, value]) =>
    value === true ? name : value === false ? "" : `${name} ${value}`,
  );
  cellText.value = `(${x}, ${y})  ${planes.filter(Boolean).join(" · ")}`;
}

/**
 * The picture in its place, smooth when it shrinks and with hard pixels when it grows. One that has more than a pixel a
 * cell shrinks for a moment only, until a sharp one comes: care would take longer than that.
 */
function paint(context: CanvasRenderingContext2D, { bitmap, corner, scale }: Shown, { left, top, cell }: Frame) {
  const by = cell / scale;
  context.imageSmoothingEnabled = by < 1;
  context.imageSmoothingQuality = scale > 1 ? "low" : "high";
  const [x, y] = [Math.round(left), Math.round(top)];
  context.drawImage(bitmap, x - corner * by, y - corner * by, bitmap.width * by, bitmap.height * by);
}

function outline(context: CanvasRenderingContext2D, { left, top, cell }: Frame, [x, y]: [number, number]) {
  context.strokeStyle = "#e86a17";
  context.lineWidth = Math.max(1, Math.min(3, cell / 8));
  context.strokeRect(Math.round(left) + x * cell, Math.round(top) + y * cell, cell, cell);
}
