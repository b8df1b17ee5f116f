/** An endless world of Wang tiles: wander over it, and paint its corners and sides. */
import { signal } from "@preact/signals";
import { disc, type Frame, Sheet, SheetCanvas, useSheet } from "./sheet";
import { catalogue, draft, engineOf } from "./state";

/** Tiles a side of a piece that is drawn at once. */
const PIECE = 16;
const MOST_PIECES = 400;
/** Pixels a tile: the smallest that is large enough is drawn. */
const SCALES = [12, 24, 48];

interface Piece {
  bitmap?: ImageBitmap;
  /** The stroke after which it was asked for, and the last stroke that touched it. */
  asked: number;
  wanted: number;
}

const kind = signal<"corners" | "edges">("corners");
const weights = signal([2, 3]);
const tileset = signal("terrain");
const color = signal(-1);
const place = signal("");

export function WorldTab() {
  const key = `${kind.value} ${weights.value} ${tileset.value} ${draft.value.seed}`;
  const [canvas] = useSheet((place) => wander(place, BigInt(draft.peek().seed)), key);
  const colors = catalogue.value?.colors[kind.value === "corners" ? "corners" : "sides"] ?? [];
  const sets = (catalogue.value?.tilesets ?? []).filter(fits);
  return (
    <>
      <div class="panel">
        <label>
          Tiles agree on
          <select
            data-testid="world-kind"
            value={kind.value}
            onChange={(event) => {
              kind.value = event.currentTarget.value as "corners" | "edges";
              tileset.value = (catalogue.value?.tilesets ?? []).find(fits) ?? "";
              color.value = -1;
            }}
          >
            <option value="corners">corners</option>
            <option value="edges">edges</option>
          </select>
        </label>
        <label>
          Colors
          <select
            value={weights.value.length}
            onChange={(event) => {
              weights.value = Array.from(
                { length: Number(event.currentTarget.value) },
                (_, nth) => weights.value[nth] ?? 2,
              );
              tileset.value = (catalogue.value?.tilesets ?? []).find(fits) ?? "";
              color.value = -1;
            }}
          >
            {[2, 3, 4].map((count) => (
              <option key={count}>{count}</option>
            ))}
          </select>
        </label>
        <label>
          Picture
          <select
            value={tileset.value}
            onChange={(event) => {
              tileset.value = event.currentTarget.value;
            }}
          >
            <option value="">plain</option>
            {sets.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <span role="toolbar" aria-label="Brush">
          <button type="button" aria-pressed={color.value < 0} onClick={() => (color.value = -1)}>
            Wander
          </button>{" "}
          {weights.value.map((_, nth) => (
            <button
              key={nth}
              type="button"
              data-brush={nth}
              aria-pressed={color.value === nth}
              onClick={() => (color.value = nth)}
            >
              <i class="swatch" style={{ background: colors[nth], width: "16px", height: "12px" }} /> Paint
            </button>
          ))}
        </span>
        <output data-testid="world-place">{place.value}</output>
      </div>
      <div class={`sheet ${color.value >= 0 ? "picking" : ""}`}>
        <SheetCanvas
          canvas={canvas}
          id="world"
          label="The endless world. Arrows pan, + and - zoom, Enter paints in the middle when a color is chosen."
        />
      </div>
    </>
  );
}

/** The tilesets that can show such a world. */
function fits(name: string): boolean {
  const count = weights.peek().length;
  if (kind.peek() === "corners") return name === (count === 2 ? "terrain" : count === 3 ? "terrain3" : "");
  return count === 2 && (name === "paths" || name === "pipes");
}

function wander(canvas: HTMLCanvasElement, seed: bigint) {
  const pieces = new Map<string, Piece>();
  const crew = engineOf().crew(1);
  /** Counts the strokes of the brush. */
  let age = 0;
  let gone = false;

  const ask = async (x: number, y: number, px: number, piece: Piece) => {
    piece.asked = age;
    const drawn = await crew
      .call("window", BigInt(x * PIECE), BigInt(y * PIECE), PIECE, PIECE, px, tileset.peek())
      .catch(() => undefined);
    if (gone || !drawn) return;
    piece.bitmap?.close();
    piece.bitmap = drawn.bitmap;
    sheet.redraw();
  };
  /** The picture of a piece, asked for if it is not there or older than the last stroke on it. */
  const picture = (x: number, y: number, px: number) => {
    const key = `${x} ${y} ${px}`;
    const piece = pieces.get(key) ?? { asked: -1, wanted: 0 };
    pieces.delete(key);
    pieces.set(key, piece);
    if (piece.asked < piece.wanted) void ask(x, y, px, piece);
    return piece.bitmap ?? SCALES.map((other) => pieces.get(`${x} ${y} ${other}`)?.bitmap).find((bitmap) => bitmap);
  };
  /** Forgets what was not seen for longest. */
  const forget = () => {
    for (const [key, piece] of pieces) {
      if (pieces.size <= MOST_PIECES) break;
      piece.bitmap?.close();
      pieces.delete(key);
    }
  };
  const show = (context: CanvasRenderingContext2D, frame: Frame) => {
    if (gone) return;
    const { left, top, cell } = frame;
    const px = SCALES.find((scale) => scale >= cell) ?? 48;
    const side = cell * PIECE;
    const first = [Math.floor(-left / side), Math.floor(-top / side)] as const;
    const last = [Math.floor((canvas.width - left) / side), Math.floor((canvas.height - top) / side)] as const;
    for (let y = first[1]; y <= last[1]; y++) {
      for (let x = first[0]; x <= last[0]; x++) {
        const piece = picture(x, y, px);
        // Rounded ends, so that no seam shows between pieces.
        const [x0, y0] = [Math.round(left + x * side), Math.round(top + y * side)];
        const [x1, y1] = [Math.round(left + (x + 1) * side), Math.round(top + (y + 1) * side)];
        if (piece) context.drawImage(piece, x0, y0, x1 - x0, y1 - y0);
      }
    }
    forget();
    const { x, y } = sheet.view;
    place.value = `(${Math.floor(x)}, ${Math.floor(y)})`;
    canvas.dataset.pieces = String([...pieces.values()].filter(({ bitmap }) => bitmap).length);
    if (color.peek() >= 0 && document.activeElement === canvas) {
      disc(context, frame, [x - 0.5, y - 0.5], 0.2);
      [context.strokeStyle, context.lineWidth] = ["#e86a17", 2 * devicePixelRatio];
      context.stroke();
    }
  };
  const paint = (x: number, y: number) => {
    if (color.peek() < 0) return false;
    const [column, row] = [Math.floor(x), Math.floor(y)];
    age++;
    void crew.call("paint", BigInt(column), BigInt(row), x - column, y - row, color.peek()).catch(() => {});
    for (const [key, piece] of pieces) {
      const [px, py] = key.split(" ").map(Number) as [number, number];
      const near = (at: number, piece: number) => at >= piece * PIECE - 1 && at <= (piece + 1) * PIECE;
      if (near(column, px) && near(row, py)) piece.wanted = age;
    }
    sheet.redraw();
    return true;
  };
  void crew.call("world", kind.peek(), seed, weights.peek()).catch(() => {});
  const sheet = new Sheet(canvas, { paint: show, stroke: paint, press: paint, least: () => 10, most: 64, zoom: 28 });
  return {
    end() {
      gone = true;
      crew.end();
      for (const { bitmap } of pieces.values()) bitmap?.close();
      sheet.end();
    },
  };
}
