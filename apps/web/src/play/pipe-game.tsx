/** Turn the pipes until water reaches every tile: with mouse, touch or keys. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Turned } from "../engine/types";
import type { Board } from "../engine/work";
import { catalogue, digest, engineOf } from "../state";
import { eachFrame, fitting, gestures, sized, type View } from "../viewport";
import { BoardPicture, LOCKED } from "./board-picture";

/** How long a turn is seen to turn. */
const TURN_MS = 110;

interface Game {
  act: (what: "undo" | "redo" | "hint" | "again") => void;
}

export function PipeGame() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const game = useRef<Game | undefined>(undefined);
  const state = useSignal<Partial<Turned> & { board?: Board }>({});
  const note = useSignal("");
  useEffect(() => {
    if (!canvas.current) return undefined;
    const [made, end] = play(
      canvas.current,
      (part) => {
        state.value = { ...state.peek(), ...part };
      },
      (words) => {
        note.value = words;
      },
    );
    game.current = made;
    return end;
  }, [digest.value]);
  const { board, wet = 0, tiles = 0, rings = 0, moves = 0, solved = false } = state.value;
  const button = (what: Parameters<Game["act"]>[0], label: string) => (
    <button
      type="button"
      data-action={what}
      disabled={what === "hint" && !board?.hints}
      onClick={() => game.current?.act(what)}
    >
      {label}
    </button>
  );
  return (
    <>
      <div class="panel">
        {button("undo", "Undo")}
        {button("redo", "Redo")}
        {button("hint", "Hint")}
        {button("again", "From the start")}
        <span data-testid="pipe-state" data-wet={wet} data-tiles={tiles}>
          {wet} of {tiles} wet{rings > 0 ? `, ${rings} on rings` : ""}, {moves} {moves === 1 ? "turn" : "turns"}
        </span>
        {solved && (
          <strong class="won" data-testid="pipe-solved" role="status">
            Solved in {moves} turns
          </strong>
        )}
        <span aria-live="polite">{note.value}</span>
      </div>
      <div class="sheet turning">
        <canvas
          ref={canvas}
          data-testid="board"
          role="application"
          tabIndex={0}
          aria-label="Pipe board. Arrows choose a tile, Space turns it, Shift+Space turns it back, X locks it, ? gives a hint, U undoes."
        />
      </div>
      <p class="panel wide-label">
        Click or tap to turn, right click to turn back, X or Shift+click to lock, ? for a hint.{" "}
        {board?.id && <code>{board.id.length < 60 ? board.id : ""}</code>}
      </p>
    </>
  );
}

/** A game on a canvas; with it, what ends it. */
function play(
  canvas: HTMLCanvasElement,
  told: (state: Partial<Turned> & { board?: Board }) => void,
  note: (words: string) => void,
): [Game, () => void] {
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  const colors = catalogue.peek()?.colors;
  let view: View = { x: 0, y: 0, zoom: 16 };
  let follows = true;
  let timer = 0;
  let picture: BoardPicture | undefined;
  let board: Board | undefined;
  let cells = new Uint8Array();
  let at: [number, number] = [0, 0];
  let hint: { at: [number, number]; quarters: number } | null = null;
  let turning: { at: [number, number]; quarters: number; since: number; pipe: number } | undefined;

  const draw = eachFrame(() => {
    if (!picture || !board || !colors) return;
    const cell = view.zoom * devicePixelRatio;
    const [left, top] = [canvas.width / 2 - view.x * cell, canvas.height / 2 - view.y * cell];
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = "medium";
    context.fillStyle = colors.ink;
    context.fillRect(left - 3, top - 3, board.width * cell + 6, board.height * cell + 6);
    context.drawImage(picture.canvas, left, top, board.width * cell, board.height * cell);
    if (turning) turn(left, top, cell);
    const disc = ([x, y]: [number, number], radius: number) => {
      context.beginPath();
      context.arc(left + (x + 0.5) * cell, top + (y + 0.5) * cell, radius * cell, 0, 7);
    };
    disc(board.source, 0.24);
    context.fillStyle = colors.source;
    context.fill();
    context.lineWidth = Math.max(1, cell * 0.05);
    context.strokeStyle = colors.ink;
    context.stroke();
    context.lineWidth = Math.max(1.5, cell * 0.06);
    if (hint) {
      disc(hint.at, 0.44);
      context.strokeStyle = colors.exit;
      context.stroke();
    }
    if (document.activeElement === canvas) {
      context.strokeStyle = colors.wet;
      context.strokeRect(left + at[0] * cell, top + at[1] * cell, cell, cell);
    }
  });

  /** The tile that turns now, on its way. */
  const turn = (left: number, top: number, cell: number) => {
    if (!turning || !picture) return;
    const part = (performance.now() - turning.since) / TURN_MS;
    if (part >= 1) {
      turning = undefined;
      return;
    }
    const [x, y] = turning.at;
    const quarters = turning.quarters === 3 ? -1 : turning.quarters;
    context.save();
    context.translate(left + (x + 0.5) * cell, top + (y + 0.5) * cell);
    context.scale(cell / picture.px, cell / picture.px);
    context.drawImage(picture.stamp(0, turning.pipe & LOCKED), -picture.px / 2, -picture.px / 2);
    context.rotate(((part - 1) * quarters * Math.PI) / 2);
    context.translate(-picture.px / 2, -picture.px / 2);
    picture.pipe(context, turning.pipe);
    context.restore();
    requestAnimationFrame(draw);
  };

  const took = (turned: (Turned & { cells: Uint8Array }) | null) => {
    if (!turned || !board) return;
    cells = turned.cells.slice();
    picture?.show(cells);
    turning = {
      at: turned.at,
      quarters: turned.quarters,
      since: performance.now(),
      pipe: cells[turned.at[1] * board.width + turned.at[0]] ?? 0,
    };
    hint = null;
    note("");
    told(turned);
    draw();
  };
  const call = (wish: Promise<(Turned & { cells: Uint8Array }) | null>) => {
    wish.then(took, ({ message }: { message: string }) => note(message));
  };
  const inside = ([x, y]: [number, number]) => !!board && x >= 0 && y >= 0 && x < board.width && y < board.height;
  const turnAt = (quarters: number) => call(engineOf().call("turn", ...at, quarters));

  const begin = async () => {
    const made = await engineOf()
      .call("pipes")
      .catch(() => undefined);
    if (!made || !colors) return;
    board = made.board;
    cells = made.cells.slice();
    picture = undefined;
    at = [...board.source];
    hint = null;
    fit();
    const wet = cells.reduce((sum, cell) => sum + (cell & 16 && cell & 15 ? 1 : 0), 0);
    const rings = cells.reduce((sum, cell) => sum + (cell & 32 ? 1 : 0), 0);
    told({ board, wet, rings, tiles: board.tiles, moves: 0, solved: board.solved });
  };
  const lock = async () => {
    if (!board) return;
    const nth = at[1] * board.width + at[0];
    const locked = await engineOf().call("lock", ...at);
    cells[nth] = ((cells[nth] ?? 0) & ~LOCKED) | (locked ? LOCKED : 0);
    picture?.show(cells);
    draw();
  };
  const help = async () => {
    hint = await engineOf().call("hint");
    if (hint) at = [...hint.at];
    note(
      hint
        ? `Turn the ringed tile ${hint.quarters === 3 ? "back once" : hint.quarters === 2 ? "twice" : "once"}.`
        : "All is as in the solution.",
    );
    canvas.dataset.hint = hint ? String(hint.quarters) : "";
    canvas.focus();
    draw();
  };
  const fit = () => {
    if (!board) return;
    [view, follows] = [fitting(canvas, [board.width, board.height]), true];
    sharpen();
  };
  /** Draws the tiles anew, as large as they are on the screen. */
  const sharpen = () => {
    if (!board || !colors) return;
    picture = new BoardPicture(board.width, board.height, view.zoom * devicePixelRatio, colors);
    picture.show(cells);
    draw();
  };
  const act: Game["act"] = (what) => {
    if (what === "undo") call(engineOf().call("undoTurn"));
    else if (what === "redo") call(engineOf().call("redoTurn"));
    else if (what === "hint") void help();
    else void begin();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !board) return;
    const way = {
      arrowup: [0, -1],
      k: [0, -1],
      arrowright: [1, 0],
      l: [1, 0],
      arrowdown: [0, 1],
      j: [0, 1],
      arrowleft: [-1, 0],
      h: [-1, 0],
    }[event.key.toLowerCase()];
    if (event.key === "x") void lock();
    else if (way)
      at = [(at[0] + (way[0] ?? 0) + board.width) % board.width, (at[1] + (way[1] ?? 0) + board.height) % board.height];
    else if (event.key === " " || event.key === "Enter") turnAt(event.shiftKey ? 3 : 1);
    else if (event.key === "Backspace") turnAt(3);
    else if (event.key === "?") void help();
    else if (event.key === "u") act("undo");
    else return;
    event.preventDefault();
    event.stopPropagation();
    draw();
  };
  canvas.addEventListener("keydown", keys);
  canvas.addEventListener("focus", draw);
  canvas.addEventListener("blur", draw);
  const ends = [
    gestures(canvas, {
      view: () => view,
      move: (next) => {
        const zooms = next.zoom !== view.zoom;
        [view, follows] = [next, false];
        draw();
        if (zooms) {
          clearTimeout(timer);
          timer = window.setTimeout(sharpen, 120);
        }
      },
      fit,
      tap: (x, y, event) => {
        const cell: [number, number] = [Math.floor(x), Math.floor(y)];
        if (!inside(cell)) return;
        at = cell;
        if (event.shiftKey) void lock();
        else turnAt(event.button === 2 ? 3 : 1);
      },
    }),
    sized(canvas, () => (follows ? fit() : draw())),
  ];
  void begin();
  const end = () => {
    clearTimeout(timer);
    canvas.removeEventListener("keydown", keys);
    canvas.removeEventListener("focus", draw);
    canvas.removeEventListener("blur", draw);
    for (const one of ends) one();
  };
  return [{ act }, end];
}
