/** The overlay of rooms: a line round each, and its number. */
import { effect, signal } from "@preact/signals";
import type { Room } from "./engine/types";
import type { Frame } from "./sheet";
import { digest, engineOf, status } from "./state";

export const roomsShown = signal(false);
export const rooms = signal<Room[]>([]);

effect(() => {
  void digest.value;
  if (!roomsShown.value || status.value !== "ready") return;
  void engineOf()
    .call("rooms")
    .then(
      (list) => (rooms.value = list),
      () => {},
    );
});

/** From one corner of a cell to the next, clockwise from north. */
const SIDES = [
  [0, 0, 1, 0],
  [1, 0, 1, 1],
  [0, 1, 1, 1],
  [0, 0, 0, 1],
] as const;

export function paintRooms(context: CanvasRenderingContext2D, { left, top, cell }: Frame, list: Room[]) {
  const [x0, y0] = [Math.round(left), Math.round(top)];
  const lines = new Path2D();
  for (const [x, y, side] of list.flatMap(({ border }) => border)) {
    const [ax, ay, bx, by] = SIDES[side] ?? SIDES[0];
    lines.moveTo(x0 + (x + ax) * cell, y0 + (y + ay) * cell);
    lines.lineTo(x0 + (x + bx) * cell, y0 + (y + by) * cell);
  }
  context.lineCap = "round";
  const thick = Math.max(1.5, cell / 6);
  for (const [width, color] of [
    [2 * thick, "#fffdf8"],
    [thick, "#b3331c"],
  ] as const) {
    [context.lineWidth, context.strokeStyle] = [width, color];
    context.stroke(lines);
  }
  if (cell < 6) return;
  const size = Math.max(10 * devicePixelRatio, Math.min(cell, 15 * devicePixelRatio));
  context.font = `600 ${size}px ui-monospace, "DejaVu Sans Mono", monospace`;
  [context.textAlign, context.textBaseline] = ["center", "middle"];
  for (const { id, tags, at } of list) {
    const words = [id, ...tags].join(" ");
    const [x, y] = [x0 + (at[0] + 0.5) * cell, y0 + (at[1] + 0.5) * cell];
    const wide = context.measureText(words).width + 0.7 * size;
    context.fillStyle = "#fffdf8";
    context.beginPath();
    context.roundRect(x - wide / 2, y - 0.7 * size, wide, 1.4 * size, 0.4 * size);
    context.fill();
    context.fillStyle = "#b3331c";
    context.fillText(words, x, y + 0.06 * size);
  }
}
