/** Keeping parts of the map: what is chosen on it, the brush, the buttons, and what that looks like. */
import { computed, effect, signal } from "@preact/signals";
import type { BuiltMap } from "./engine/types";
import { drawn, glyphOf, keptBy, type Level, type Mark, rectangle, roomAt, SOLID, withKept } from "./keep-cells";
import type { Frame } from "./sheet";
import { catalogue, change, draft, engineOf, frame as frameAt, roll, status, summary } from "./state";

export const keeping = signal(false);
const brush = signal(false);
const level = signal<Level | "free">("tile");
const tile = signal(0);
const map = signal<BuiltMap | undefined>(undefined);
const chosen = signal<{ cells: number[]; isRoom: boolean }>({ cells: [], isRoom: false });
/** The cells of a stroke: the last one is under the pointer. */
const stroke = signal<[number, number][]>([]);
/** What the canvas shows of it. */
export const keepShown = computed(() => [keeping.value, map.value, chosen.value, stroke.value, draft.value] as const);

let reading: { of: unknown; done: Promise<void> } | undefined;
/** Reads the map built last. */
function read(): Promise<void> {
  const of = summary.peek();
  const take = (json: string) => {
    if (of === summary.peek()) map.value = JSON.parse(json) as BuiltMap;
  };
  if (reading?.of !== of)
    reading = {
      of,
      done: engineOf()
        .call("json")
        .then(take, () => {}),
    };
  return reading?.done ?? Promise.resolve();
}

effect(() => {
  void summary.value;
  chosen.value = { cells: [], isRoom: false };
  if (keeping.value && status.value === "ready") void read();
});

/** Why nothing can be kept. */
const refusal = computed(() => {
  const { size, planes } = summary.value ?? { size: [], planes: [""] };
  if (size[0] !== draft.value.width || size[1] !== draft.value.height) {
    return "Its stages change the size of this map, so no cells of it can be kept.";
  }
  return planes.includes("sides") ? "The walls of this map lie between cells: these cannot be kept." : "";
});

/** Chooses the room at a cell. The first click on a room shows the buttons. */
export async function choose(x: number, y: number) {
  if (frameAt.peek() !== undefined || status.peek() !== "ready") return;
  await read();
  const built = map.peek();
  if (!built || refusal.peek()) return;
  if (keeping.peek() && brush.peek()) {
    stroke.value = [[x, y]];
    return endStroke(true);
  }
  const room = roomAt(built, [x, y]);
  if (room.length === 0 && !keeping.peek()) return;
  keeping.value = true;
  chosen.value = { cells: room.length ? room : [y * built.width + x], isRoom: room.length > 0 };
}

/** Goes on with a stroke; says whether there may be one. */
export function draw(x: number, y: number): boolean {
  if (!keeping.peek() || refusal.peek() || frameAt.peek() !== undefined || !map.peek()) return false;
  const at: [number, number] = [Math.floor(x), Math.floor(y)];
  const [fromX, fromY] = stroke.peek().at(-1) ?? at;
  const steps = Math.max(Math.abs(at[0] - fromX), Math.abs(at[1] - fromY));
  const between = Array.from({ length: steps }, (_, nth): [number, number] => {
    const by = (nth + 1) / steps;
    return [Math.round(fromX + (at[0] - fromX) * by), Math.round(fromY + (at[1] - fromY) * by)];
  });
  stroke.value = steps ? [...stroke.peek(), ...between] : [...stroke.peek(), at];
  return true;
}

/** The cells of the stroke: those painted, or the rectangle. */
function cellsOf(): number[] {
  const [{ width, height }, all] = [map.peek() ?? { width: 0, height: 0 }, stroke.peek()];
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) return [];
  if (!brush.peek()) return rectangle(first, last, width, height);
  const inside = all.filter(([x, y]) => x >= 0 && y >= 0 && x < width && y < height);
  return [...new Set(inside.map(([x, y]) => y * width + x))];
}

/** The buttons change at the end only: the map stays under the pointer. */
export function endStroke(isWhole: boolean) {
  const [cells, [[x, y] = [0, 0]]] = [cellsOf(), stroke.peek()];
  stroke.value = [];
  if (!isWhole) return;
  if (brush.peek()) set(cells, painted());
  else if (cells.length === 1) void choose(x, y);
  else chosen.value = { cells, isRoom: false };
}

function painted(): Mark | undefined {
  const how = level.peek();
  if (how === "free") return undefined;
  return { level: how, means: glyphOf(tile.peek(), catalogue.peek()?.tiles ?? []) };
}

function set(cells: number[], mark?: Mark) {
  if (cells.length) change(withKept(draft.peek(), cells, () => mark));
}

/** Keeps cells as they are, or all but them. */
function keep(cells: number[], isRest = false) {
  const built = map.peek();
  if (!built) return;
  const means = drawn(built, catalogue.peek()?.tiles ?? []);
  const wanted = new Set(cells);
  const mark = (cell: number): Mark | undefined => {
    if (wanted.has(cell) === isRest) return undefined;
    if (level.peek() !== "shape") return { level: "tile", means: means(cell) };
    return { level: "shape", means: (built.tiles[cell] ?? 0) < SOLID ? "." : "#" };
  };
  change(withKept(draft.peek(), isRest ? [...built.tiles.keys()] : cells, mark));
}

export function KeepBar() {
  if (!keeping.value) return null;
  const { cells, isRoom } = chosen.value;
  const kept = keptBy(draft.value);
  const freed = cells.filter((cell) => kept.has(cell));
  return (
    <div class="panel keep" role="group" aria-label="Keep">
      {refusal.value || (
        <>
          <span class="choice">
            <Mode isBrush={false} label="Choose" />
            <Mode isBrush={true} label="Brush" />
          </span>
          <label title="Tiles: as they are, with what stands there. Shape: open cells stay open, solid ones solid.">
            Keep
            <select
              value={level.value}
              onChange={({ currentTarget: { value } }) => (level.value = value as Level | "free")}
            >
              <option value="tile">tiles</option>
              <option value="shape">shape</option>
              {brush.value && <option value="free">nothing</option>}
            </select>
          </label>
          {brush.value && level.value !== "free" && (
            <label>
              Tile
              <select value={tile.value} onChange={({ currentTarget: { value } }) => (tile.value = Number(value))}>
                {catalogue.value?.tiles.map(({ tile, name }) => (
                  <option key={tile} value={tile}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          )}
          {cells.length > 0 && !brush.value ? (
            <>
              <button type="button" class="main" onClick={() => keep(cells)}>
                {isRoom ? "Keep this room" : "Keep"}
              </button>
              <button type="button" onClick={() => keep(cells, true)}>
                Keep all but this
              </button>
            </>
          ) : (
            <span class="wide-label">{brush.value ? "Draw on the map." : "Click a room, or drag over cells."}</span>
          )}
          {kept.size > 0 && (
            <span class="rest">
              <button type="button" class={cells.length ? "" : "main"} onClick={roll}>
                Reroll the rest
              </button>
              <button type="button" onClick={() => set(freed.length ? freed : [...kept.keys()])}>
                {freed.length ? "Free this" : "Free all"}
              </button>
            </span>
          )}
        </>
      )}
    </div>
  );
}

function Mode({ isBrush, label }: { isBrush: boolean; label: string }) {
  const onClick = () => {
    brush.value = isBrush;
    if (!isBrush && level.value === "free") level.value = "tile";
    chosen.value = { cells: [], isRoom: false };
  };
  return (
    <button type="button" aria-pressed={brush.value === isBrush} onClick={onClick}>
      {label}
    </button>
  );
}

/** Hatches kept cells, and shows what is chosen and drawn. */
export function paintKept(context: CanvasRenderingContext2D, { left, top, cell }: Frame) {
  const built = map.peek();
  if (!keeping.peek() || !built || frameAt.peek() !== undefined) return;
  const path = (cells: Iterable<number>) => {
    const path = new Path2D();
    for (const at of cells) {
      const [x, y] = [left + (at % built.width) * cell, top + Math.floor(at / built.width) * cell];
      path.rect(Math.round(x), Math.round(y), Math.ceil(cell), Math.ceil(cell));
    }
    return path;
  };
  const kept = built.kept ?? [];
  for (const [nth, lines] of [hatch(1), hatch(-1)].entries()) {
    const pattern = context.createPattern(lines, "repeat") as CanvasPattern;
    pattern.setTransform(new DOMMatrix().translate(Math.round(left), Math.round(top)));
    context.fillStyle = pattern;
    context.fill(path([...kept.keys()].filter((at) => kept[at] === 2 - nth)));
  }
  if (brush.peek()) {
    context.fillStyle = catalogue.peek()?.tiles.find((one) => one.tile === tile.peek())?.color ?? "";
    if (level.peek() === "free") context.fillStyle = "#fffdf8";
    return context.fill(path(cellsOf()));
  }
  context.fillStyle = "#e86a1766";
  context.fill(path(stroke.peek().length ? cellsOf() : chosen.peek().cells));
}

/** Slanted lines, light beside dark, to be seen on any tile. */
function hatch(slope: 1 | -1): OffscreenCanvas {
  const side = Math.round(10 * devicePixelRatio);
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
  for (const [color, width] of [
    ["#fffdf8", side / 5],
    ["#1f63b0", side / 10],
  ] as const) {
    [context.strokeStyle, context.lineWidth] = [color, width];
    for (const shift of [-side, 0, side]) {
      context.beginPath();
      context.moveTo(shift - side, slope > 0 ? 2 * side : -side);
      context.lineTo(shift + 2 * side, slope > 0 ? -side : 2 * side);
      context.stroke();
    }
  }
  return canvas;
}
