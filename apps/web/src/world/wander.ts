/** An endless plane on a canvas, piece by piece: what comes into view is asked for, what was not seen for long forgotten. */
import type { Fault } from "../engine/types";
import { disc, type Frame, Sheet } from "../sheet";
import { engineOf } from "../state";

/** Cells a side of a piece that is drawn at once. */
const SIDE = 32;
/** Pixels a cell: the smallest that is large enough is drawn. */
const SCALES = [6, 12, 24];
const ZOOM = 6;

interface Ears {
  /** What is painted with; -1 for nothing. */
  brush: () => number;
  place: (words: string) => void;
  fault: (message: string) => void;
}

interface Piece {
  bitmap?: ImageBitmap;
  /** The stroke after which it was asked for, and the last stroke that touched it. */
  asked: number;
  wanted: number;
}

/** Pieces that are asked for at once. The others wait for the next frame, which may not want them any more. */
const MOST_ASKED = 6;
/** Pixels of all pieces that are kept, and pieces that are kept in any case. */
const MOST_PIXELS = 1 << 25;
const LEAST_PIECES = 100;

export function wander(canvas: HTMLCanvasElement, recipe: string, ears: Ears) {
  const pieces = new Map<string, Piece>();
  const crew = engineOf().crew(1);
  /** Counts the strokes of the brush. */
  let age = 0;
  let asked = 0;
  let gone = false;

  const ask = async (x: number, y: number, px: number, piece: Piece) => {
    piece.asked = age;
    asked++;
    const drawn = await crew
      .call("window", BigInt(x * SIDE), BigInt(y * SIDE), SIDE, SIDE, px)
      .catch((fault: Fault) => void (gone || ears.fault(fault.message)));
    asked--;
    if (gone) return;
    if (drawn) {
      piece.bitmap?.close();
      piece.bitmap = drawn.bitmap;
    }
    sheet.redraw();
  };
  /** The picture of a piece, asked for if it is not there or older than the last stroke on it. */
  const picture = (x: number, y: number, px: number) => {
    const key = `${x} ${y} ${px}`;
    const piece = pieces.get(key) ?? { asked: -1, wanted: 0 };
    pieces.delete(key);
    pieces.set(key, piece);
    if (piece.asked < piece.wanted && asked < MOST_ASKED) void ask(x, y, px, piece);
    return piece.bitmap ?? SCALES.map((other) => pieces.get(`${x} ${y} ${other}`)?.bitmap).find((bitmap) => bitmap);
  };
  /** Forgets what was not seen for longest. */
  const forget = (px: number) => {
    const most = Math.max(LEAST_PIECES, MOST_PIXELS / (SIDE * px) ** 2);
    for (const [key, piece] of pieces) {
      if (pieces.size <= most) break;
      piece.bitmap?.close();
      pieces.delete(key);
    }
  };
  const show = (context: CanvasRenderingContext2D, frame: Frame) => {
    if (gone) return;
    const { left, top, cell } = frame;
    const px = SCALES.find((scale) => scale >= cell) ?? SCALES.at(-1) ?? 1;
    const length = cell * SIDE;
    const first = [Math.floor(-left / length), Math.floor(-top / length)] as const;
    const last = [Math.floor((canvas.width - left) / length), Math.floor((canvas.height - top) / length)] as const;
    for (let y = first[1]; y <= last[1]; y++) {
      for (let x = first[0]; x <= last[0]; x++) {
        const piece = picture(x, y, px);
        // Rounded ends, so that no seam shows between pieces.
        const [x0, y0] = [Math.round(left + x * length), Math.round(top + y * length)];
        const [x1, y1] = [Math.round(left + (x + 1) * length), Math.round(top + (y + 1) * length)];
        if (piece) context.drawImage(piece, x0, y0, x1 - x0, y1 - y0);
      }
    }
    forget(px);
    const { x, y } = sheet.view;
    ears.place(`(${Math.floor(x)}, ${Math.floor(y)})`);
    canvas.dataset.pieces = String([...pieces.values()].filter(({ bitmap }) => bitmap).length);
    if (ears.brush() >= 0 && document.activeElement === canvas) {
      disc(context, frame, [x - 0.5, y - 0.5], 0.2);
      [context.strokeStyle, context.lineWidth] = ["#e86a17", 2 * devicePixelRatio];
      context.stroke();
    }
  };
  const paint = (x: number, y: number) => {
    const brush = ears.brush();
    if (brush < 0) return false;
    const [column, row] = [Math.floor(x), Math.floor(y)];
    age++;
    void crew.call("paint", BigInt(column), BigInt(row), brush).catch(() => {});
    for (const [key, piece] of pieces) {
      const [px, py] = key.split(" ").map(Number) as [number, number];
      const near = (at: number, piece: number) => at >= piece * SIDE - 1 && at <= (piece + 1) * SIDE;
      if (near(column, px) && near(row, py)) piece.wanted = age;
    }
    sheet.redraw();
    return true;
  };
  void crew.call("world", recipe).catch(() => {});
  const least = () => (SCALES[0] ?? 6) / 2;
  const sheet = new Sheet(canvas, { paint: show, stroke: paint, press: paint, least, most: 64, zoom: ZOOM });
  return {
    end() {
      gone = true;
      crew.end();
      for (const { bitmap } of pieces.values()) bitmap?.close();
      sheet.end();
    },
  };
}
