/** Pan, zoom and pinch over cells: with mouse, fingers, wheel and keys. */

/** The cell in the middle of the canvas, and how many pixels of the page a cell has. */
export interface View {
  x: number;
  y: number;
  zoom: number;
}

export interface Ways {
  view: () => View;
  move: (view: View) => void;
  /** Back to all of it. */
  fit?: () => void;
  tap?: (x: number, y: number, event: PointerEvent) => void;
  hover?: (x: number, y: number) => void;
  /** What Enter and Space do, in the middle of the canvas. */
  press?: (x: number, y: number) => void;
  /** While the primary button paints, it does not pan. */
  stroke?: (x: number, y: number) => boolean;
  /** The stroke has ended, or another finger makes it a pinch. */
  stroked?: (isWhole: boolean) => void;
  least?: () => number;
  most?: number;
}

/** Where a point of the page lies, in cells. */
export function cellAt(canvas: HTMLElement, { x, y, zoom }: View, clientX: number, clientY: number): [number, number] {
  const box = canvas.getBoundingClientRect();
  return [x + (clientX - box.left - box.width / 2) / zoom, y + (clientY - box.top - box.height / 2) / zoom];
}

/** Listens to a canvas; returns what ends that. */
export function gestures(canvas: HTMLCanvasElement, ways: Ways): () => void {
  const held = new Map<number, PointerEvent>();
  let moved = 0;
  const at = (event: { clientX: number; clientY: number }) => cellAt(canvas, ways.view(), event.clientX, event.clientY);

  const zoomAt = (event: { clientX: number; clientY: number }, by: number) => {
    const view = ways.view();
    const zoom = Math.max(ways.least?.() ?? 0.5, Math.min(ways.most ?? 96, view.zoom * by));
    const [x, y] = at(event);
    const keep = view.zoom / zoom;
    ways.move({ x: x + (view.x - x) * keep, y: y + (view.y - y) * keep, zoom });
  };

  const on: { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void } = {
    pointerdown(event) {
      canvas.setPointerCapture(event.pointerId);
      held.set(event.pointerId, event);
      if (moved < 0) ways.stroked?.(false);
      moved = ways.stroke && event.button === 0 && held.size === 1 && ways.stroke(...at(event)) ? -1 : 0;
    },
    pointermove(event) {
      const old = held.get(event.pointerId);
      if (!old) return ways.hover?.(...at(event));
      const [dx, dy] = [event.clientX - old.clientX, event.clientY - old.clientY];
      held.set(event.pointerId, event);
      if (moved < 0) {
        ways.stroke?.(...at(event));
        return;
      }
      moved += Math.abs(dx) + Math.abs(dy);
      const [one, other] = [...held.values()];
      const view = ways.view();
      if (one && other) {
        const before = one.pointerId === event.pointerId ? other : one;
        const gap = (a: PointerEvent, b: PointerEvent) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
        const middle = { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 };
        zoomAt(middle, gap(event, before) / Math.max(1, gap(old, before)));
      } else if (moved > 4) {
        ways.move({ ...view, x: view.x - dx / view.zoom, y: view.y - dy / view.zoom });
      }
    },
    pointerup(event) {
      held.delete(event.pointerId);
      if (moved < 0) ways.stroked?.(true);
      else if (moved <= 4 && held.size === 0) ways.tap?.(...at(event), event);
      if (held.size === 0) moved = 0;
    },
    pointercancel(event) {
      held.delete(event.pointerId);
      if (moved < 0) ways.stroked?.(false);
      if (held.size === 0) moved = 0;
    },
    pointerleave() {
      ways.hover?.(Number.NaN, Number.NaN);
    },
    wheel(event) {
      event.preventDefault();
      zoomAt(event, 2 ** (-event.deltaY / (event.deltaMode ? 12 : 400)));
    },
    contextmenu(event) {
      if (ways.tap) event.preventDefault();
    },
    keydown(event) {
      const view = ways.view();
      const step = 60 / view.zoom;
      const pan = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      const box = canvas.getBoundingClientRect();
      const middle = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      if (pan) {
        const [x, y] = [view.x + (pan[0] ?? 0) * step, view.y + (pan[1] ?? 0) * step];
        ways.move({ ...view, x, y });
        ways.hover?.(x, y);
      } else if (ways.press && (event.key === "Enter" || event.key === " ")) ways.press(view.x, view.y);
      else if (event.key === "+" || event.key === "=") zoomAt(middle, 1.25);
      else if (event.key === "-") zoomAt(middle, 0.8);
      else if (event.key === "0") ways.fit?.();
      else return;
      event.preventDefault();
    },
  };
  const list = Object.entries(on) as [string, EventListener][];
  for (const [name, listener] of list) canvas.addEventListener(name, listener, { passive: false });
  return () => {
    for (const [name, listener] of list) canvas.removeEventListener(name, listener);
  };
}
