/** A pipe board as pixels: all tiles on one canvas, of which only those are drawn again that look different. */
import type { Catalogue } from "../engine/types";

type Colors = Catalogue["colors"];

/** Bits of a cell: four sides N E S W, then these. */
export const WET = 16;
export const RING = 32;
export const LOCKED = 64;

export class BoardPicture {
  readonly canvas = document.createElement("canvas");
  readonly px: number;
  #context: CanvasRenderingContext2D;
  #stamps = new Map<number, HTMLCanvasElement>();
  #cells: Uint8Array;
  #colors: Colors;
  #width: number;

  /** With so many pixels a tile, or as many as a canvas can have. */
  constructor(width: number, height: number, px: number, colors: Colors) {
    this.px = Math.max(3, Math.min(Math.round(px), 96, Math.floor(4096 / Math.max(width, height))));
    this.canvas.width = width * this.px;
    this.canvas.height = height * this.px;
    this.#context = this.canvas.getContext("2d") as CanvasRenderingContext2D;
    this.#cells = new Uint8Array(width * height).fill(255);
    this.#colors = colors;
    this.#width = width;
  }

  /** Draws what has changed. */
  show(cells: Uint8Array) {
    cells.forEach((cell, nth) => {
      if (cell === this.#cells[nth]) return;
      const [x, y] = [(nth % this.#width) * this.px, Math.floor(nth / this.#width) * this.px];
      this.#context.drawImage(this.stamp(cell & ~LOCKED, cell & LOCKED), x, y);
    });
    this.#cells = cells.slice();
  }

  /** One tile. */
  stamp(pipe: number, locked: number): HTMLCanvasElement {
    const known = this.#stamps.get(pipe | locked);
    if (known) return known;
    const stamp = document.createElement("canvas");
    stamp.width = stamp.height = this.px;
    const context = stamp.getContext("2d") as CanvasRenderingContext2D;
    const { board, ink } = this.#colors;
    context.fillStyle = locked ? "#e3dfd3" : board;
    context.fillRect(0, 0, this.px, this.px);
    context.strokeStyle = `${ink}22`;
    context.strokeRect(0.5, 0.5, this.px, this.px);
    this.pipe(context, pipe);
    this.#stamps.set(pipe | locked, stamp);
    return stamp;
  }

  /** The pipe alone, in a square from the corner on. */
  pipe(context: CanvasRenderingContext2D, pipe: number) {
    const { wet, dry, ring, dryRing, ink } = this.#colors;
    const color = pipe & WET ? (pipe & RING ? ring : wet) : pipe & RING ? dryRing : dry;
    const [half, sides] = [this.px / 2, [0, 1, 2, 3].filter((nth) => pipe & (1 << nth))];
    if (sides.length === 0) return;
    const ends = [
      [half, 0],
      [this.px, half],
      [half, this.px],
      [0, half],
    ] as const;
    for (const [stroke, width] of [
      [ink, 0.34],
      [color, 0.24],
    ] as const) {
      context.strokeStyle = context.fillStyle = stroke;
      context.lineWidth = this.px * width;
      context.lineJoin = "round";
      context.beginPath();
      for (const side of sides) {
        const [x, y] = ends[side] as [number, number];
        context.moveTo(half, half);
        context.lineTo(x, y);
      }
      context.stroke();
      context.beginPath();
      // A dead end has a knob.
      context.arc(half, half, this.px * (sides.length === 1 ? width * 0.78 : width / 2), 0, 7);
      context.fill();
    }
  }
}
