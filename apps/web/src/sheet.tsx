/** A canvas of cells that fills its place: it is panned and zoomed, and drawn at most once a frame. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { gestures, type View, type Ways } from "./viewport";

/** Where the picture lies on the canvas, in pixels of the screen: the corner of cell (0, 0), and the side of a cell. */
export interface Frame {
  left: number;
  top: number;
  cell: number;
}

export interface Scene extends Omit<Ways, "view" | "move" | "fit"> {
  paint: (context: CanvasRenderingContext2D, frame: Frame) => void;
  /** The cells to fit into the canvas; without it the picture has no end. */
  size?: () => [number, number];
  /** The pixels of a cell that are drawn in place of those that the zoom asks for. */
  snap?: (cell: number) => number;
  /** The zoom has come to rest, with so many pixels a cell. */
  rested?: (cell: number) => void;
  /** Before the view resizes. */
  resized?: () => void;
  /** Says whether it took the key. */
  key?: (event: KeyboardEvent) => boolean;
  zoom?: number;
}

export class Sheet {
  view: View;
  readonly redraw: () => void;
  #canvas: HTMLCanvasElement;
  #scene: Scene;
  #follows = true;
  #timer = 0;
  #ends: (() => void)[];

  constructor(canvas: HTMLCanvasElement, scene: Scene) {
    this.#canvas = canvas;
    this.#scene = scene;
    this.view = { x: 0, y: 0, zoom: scene.zoom ?? 16 };
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    this.redraw = eachFrame(() => {
      context.clearRect(0, 0, canvas.width, canvas.height);
      scene.paint(context, this.#frame());
    });
    const listen = (name: "focus" | "blur" | "keydown", listener: (event: never) => void) => {
      canvas.addEventListener(name, listener as EventListener);
      return () => canvas.removeEventListener(name, listener as EventListener);
    };
    // The scene's own keys go before those that pan and zoom.
    this.#ends = [
      listen("keydown", (event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey || !scene.key?.(event)) return;
        event.preventDefault();
        event.stopPropagation();
        this.redraw();
      }),
      listen("focus", this.redraw),
      listen("blur", this.redraw),
      gestures(canvas, { ...scene, view: () => this.view, move: (view) => this.#move(view), fit: () => this.fit() }),
      sized(canvas, () => {
        scene.resized?.();
        if (this.#follows) this.fit();
        this.redraw();
      }),
    ];
  }

  /** All of it, with some air around. */
  fit() {
    const size = this.#scene.size?.() ?? [0, 0];
    if (size[0] === 0) return;
    this.#follows = true;
    this.look(fitting(this.#canvas, size));
  }

  look(view: Partial<View>) {
    this.view = { ...this.view, ...view };
    this.redraw();
    this.rest();
  }

  /** Calls `rested` once nothing has moved for a while. */
  rest() {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#scene.rested?.(this.view.zoom * devicePixelRatio), 90);
  }

  end() {
    clearTimeout(this.#timer);
    for (const end of this.#ends) end();
  }

  #move(view: View) {
    this.#follows = false;
    this.look(view);
  }

  #frame(): Frame {
    const { width, height } = this.#canvas;
    const zoomed = this.view.zoom * devicePixelRatio;
    const cell = this.#scene.snap?.(zoomed) ?? zoomed;
    return { left: width / 2 - this.view.x * cell, top: height / 2 - this.view.y * cell, cell };
  }
}

/** A filled disc in the middle of a cell; its radius is a share of the cell. */
export function disc(
  context: CanvasRenderingContext2D,
  { left, top, cell }: Frame,
  [x, y]: readonly [number, number],
  radius: number,
  color?: string,
) {
  context.beginPath();
  context.arc(left + (x + 0.5) * cell, top + (y + 0.5) * cell, radius * cell, 0, 7);
  if (color) context.fillStyle = color;
  if (color) context.fill();
}

/**
 * The canvas of a component, and what `start` made of it: made anew when the key changes. It listens before anybody can
 * see it: a plain effect would lose keys pressed before the first frame.
 */
export function useSheet<T extends { end: () => void }>(start: (canvas: HTMLCanvasElement) => T, key: string) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const made = useRef<T | undefined>(undefined);
  useLayoutEffect(() => {
    if (!canvas.current) return undefined;
    const one = start(canvas.current);
    made.current = one;
    return () => one.end();
  }, [key]);
  return [canvas, made] as const;
}

/** A canvas that is used with mouse, touch and keys. */
export function SheetCanvas(props: { canvas: RefObject<HTMLCanvasElement | null>; id: string; label: string }) {
  // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: an application is interactive
  return <canvas ref={props.canvas} data-testid={props.id} role="application" tabIndex={0} aria-label={props.label} />;
}

/** Keeps the canvas as many pixels as its place has, and tells after each change. */
function sized(canvas: HTMLCanvasElement, changed: () => void): () => void {
  const observer = new ResizeObserver(() => {
    const ratio = devicePixelRatio;
    canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    canvas.height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    changed();
  });
  observer.observe(canvas);
  return () => observer.disconnect();
}

/** The view that shows all of a map with some air around. */
export function fitting(canvas: HTMLCanvasElement, [w, h]: [number, number]): View {
  const zoom = Math.min(canvas.clientWidth / (w + 2), canvas.clientHeight / (h + 2));
  return { x: w / 2, y: h / 2, zoom: Math.max(0.05, Math.min(zoom, 64)) };
}

/** Calls at most once a frame of the screen. */
function eachFrame(draw: () => void): () => void {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => {
      due = false;
      draw();
    });
  };
}
