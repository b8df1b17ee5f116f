/**
 * A pipe board as pixels, drawn as the library draws it: tubes with an outline and a light core. All tiles are on one
 * canvas, of which only those are drawn again that look different.
 */
import type { Catalogue } from "../engine/types";
import type { Board } from "../engine/work";
import { STEPS } from "./ways";

type Colors = Catalogue["colors"];

/** Bits of a cell: four sides N E S W, then these. */
export const WET = 16;
export const RING = 32;
export const LOCKED = 64;
/** How far to the left the sides stand in a look that meet an open side. */
const JOINED = 8;

/** Widths of outline, body and core, shares of a tile. */
const WIDTHS = [0.44, 0.34, 0.1] as const;
/** How much wider the end of a dead end is. */
const KNOB = 0.2;
/** From the middle to where an elbow begins. */
const BEND = 0.32;

export class BoardPicture {
  readonly canvas = document.createElement("canvas");
  readonly px: number;
  #context: CanvasRenderingContext2D;
  #stamps = new Map<number, HTMLCanvasElement>();
  #looks: Uint16Array;
  #colors: Colors;
  #board: Board;

  /** With so many pixels a tile, or as many as a canvas can have. */
  constructor(board: Board, px: number, colors: Colors) {
    const { width, height } = board;
    this.px = Math.max(3, Math.min(Math.round(px), 96, Math.floor(4096 / Math.max(width, height))));
    this.canvas.width = width * this.px;
    this.canvas.height = height * this.px;
    this.#context = this.canvas.getContext("2d") as CanvasRenderingContext2D;
    this.#looks = new Uint16Array(width * height).fill(0xffff);
    this.#colors = colors;
    this.#board = board;
  }

  /** Draws what has changed. */
  show(cells: Uint8Array) {
    const { width } = this.#board;
    for (let nth = 0; nth < cells.length; nth++) {
      const look = this.#look(cells, nth);
      if (look === this.#looks[nth]) continue;
      this.#looks[nth] = look;
      const [x, y] = [(nth % width) * this.px, Math.floor(nth / width) * this.px];
      this.#context.drawImage(this.ground(look), x, y);
      this.#context.drawImage(this.tube(look), x, y);
    }
  }

  /** The cell, and which of its sides meet an open one. */
  #look(cells: Uint8Array, nth: number): number {
    const { width, height, wrap } = this.#board;
    const [cell, x, y] = [cells[nth] ?? 0, nth % width, Math.floor(nth / width)];
    let joined = 0;
    for (let side = 0; side < 4; side++) {
      const [dx, dy] = STEPS[side] ?? [0, 0];
      const [nx, ny] = [x + dx, y + dy];
      const off = nx < 0 || nx >= width ? "x" : ny < 0 || ny >= height ? "y" : "";
      if (!(cell & (1 << side)) || (off && wrap !== off && wrap !== "both")) continue;
      const other = cells[((ny + height) % height) * width + ((nx + width) % width)] ?? 0;
      if (other & (1 << (side ^ 2))) joined |= 1 << side;
    }
    return cell | (joined << JOINED);
  }

  /** A tile without its pipe. */
  ground(look: number): HTMLCanvasElement {
    return this.#stamp(0x8000 | (look & LOCKED), (context) => {
      const { board, ink } = this.#colors;
      context.fillStyle = look & LOCKED ? mixed(board, ink, 0.14) : board;
      context.fillRect(0, 0, this.px, this.px);
      context.fillStyle = mixed(board, ink, 0.1);
      if (this.px < 8) return;
      context.fillRect(0, 0, this.px, 1);
      context.fillRect(0, 0, 1, this.px);
    });
  }

  /** The pipe alone; `whole` if all its arms reach to the side. */
  tube(look: number, whole = false): HTMLCanvasElement {
    const sides = look & 15;
    const key = (look & ~LOCKED & 0xff) | ((whole ? sides : (look >> JOINED) & 15) << JOINED);
    return this.#stamp(key, (context) => sides && this.#draw(context, key));
  }

  #stamp(key: number, draw: (context: CanvasRenderingContext2D) => void): HTMLCanvasElement {
    const known = this.#stamps.get(key);
    if (known) return known;
    const stamp = document.createElement("canvas");
    stamp.width = stamp.height = this.px;
    draw(stamp.getContext("2d") as CanvasRenderingContext2D);
    this.#stamps.set(key, stamp);
    return stamp;
  }

  #draw(context: CanvasRenderingContext2D, look: number) {
    const { wet, dry, ring, dryRing, ink } = this.#colors;
    const color = look & WET ? (look & RING ? ring : wet) : look & RING ? dryRing : dry;
    const sides = [0, 1, 2, 3].filter((side) => look & (1 << side));
    const colors = [mixed(color, ink, 0.5), color, mixed(color, "#ffffff", 0.4)];
    context.scale(this.px, this.px);
    context.translate(0.5, 0.5);
    context.lineCap = "round";
    // A loose arm ends in a half disc that does not touch the side.
    const end = (side: number) => (look & (1 << (side + JOINED)) ? 0.8 : 0.48 - WIDTHS[0] / 2);
    const at = (side: number, far: number) => (STEPS[side] ?? STEPS[0]).map((step) => step * far) as [number, number];
    const [a = 0, b = a] = sides;
    const bends = sides.length === 2 && (a ^ b) !== 2;
    for (const [nth, width] of WIDTHS.entries()) {
      context.strokeStyle = context.fillStyle = colors[nth] ?? color;
      context.lineWidth = width;
      context.beginPath();
      for (const side of bends ? [] : sides) {
        context.moveTo(0, 0);
        context.lineTo(...at(side, end(side)));
      }
      if (bends) {
        const bend = Math.min(BEND, end(a), end(b));
        context.moveTo(...at(a, end(a)));
        context.arcTo(0, 0, ...at(b, bend), bend);
        context.lineTo(...at(b, end(b)));
      }
      context.stroke();
      if (sides.length > 1 || nth > 1) continue;
      context.beginPath();
      context.arc(0, 0, (width + KNOB) / 2, 0, 7);
      context.fill();
    }
  }
}

/** A color some way to another. */
function mixed(from: string, to: string, part: number): string {
  const channel = (color: string, nth: number) => Number.parseInt(color.slice(1 + 2 * nth, 3 + 2 * nth), 16);
  const mix = (nth: number) => Math.round(channel(from, nth) * (1 - part) + channel(to, nth) * part);
  return `rgb(${mix(0)} ${mix(1)} ${mix(2)})`;
}
