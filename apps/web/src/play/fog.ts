/** What the visitor of a level does not see: black where they never were, dim where they were before. */
import type { Frame } from "../sheet";

/** Pixels a cell: the edge of the fog is one of them wide. */
const SOFT = 3;
/** Opaque #171b28, as the bytes of a pixel lie in memory. */
const NIGHT = 0xff281b17;
const DIM = 140;

export class Fog {
  #canvas = document.createElement("canvas");
  #image: ImageData;
  /** How thick it is in each cell. */
  #thick: Uint8Array;
  #size: [number, number];

  /** Of a map, with a cell of darkness round it. */
  constructor([w, h]: [number, number]) {
    this.#size = [w, h];
    this.#thick = new Uint8Array(w * h).fill(255);
    [this.#canvas.width, this.#canvas.height] = [(w + 2) * SOFT, (h + 2) * SOFT];
    this.#image = new ImageData(this.#canvas.width, this.#canvas.height);
    new Uint32Array(this.#image.data.buffer).fill(NIGHT);
  }

  see(sight: Uint8Array) {
    this.#thick.forEach((old, nth) => {
      const thick = sight[nth] ? 0 : old === 0 ? DIM : old;
      if (thick !== old) this.#set(nth, thick);
    });
    this.#canvas.getContext("2d")?.putImageData(this.#image, 0, 0);
  }

  #set(nth: number, thick: number) {
    this.#thick[nth] = thick;
    const { width, data } = this.#image;
    const w = this.#size[0];
    const [x, y] = [((nth % w) + 1) * SOFT, (Math.floor(nth / w) + 1) * SOFT];
    for (let dy = 0; dy < SOFT; dy++) {
      for (let dx = 0; dx < SOFT; dx++) data[((y + dy) * width + x + dx) * 4 + 3] = thick;
    }
  }

  paint(context: CanvasRenderingContext2D, { left, top, cell }: Frame) {
    const [w, h] = this.#size;
    context.imageSmoothingEnabled = true;
    context.drawImage(this.#canvas, left - cell, top - cell, (w + 2) * cell, (h + 2) * cell);
  }
}
