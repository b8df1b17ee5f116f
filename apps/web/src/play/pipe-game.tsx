/** Turn the pipes until water reaches every tile: with mouse, touch or keys. */
import { useSignal } from "@preact/signals";
import type { Turned } from "../engine/types";
import type { Board } from "../engine/work";
import { disc, type Frame, Sheet, SheetCanvas, useSheet } from "../sheet";
import { catalogue, digest, engineOf } from "../state";
import { BoardPicture, LOCKED, RING, WET } from "./board-picture";
import { STEPS, wayOf } from "./ways";

/** How long a turn is seen to turn. */
const TURN_MS = 110;

type Act = "undo" | "redo" | "hint" | "again";
type State = Partial<Turned> & { board?: Board };

export function PipeGame() {
  const state = useSignal<State>({});
  const note = useSignal("");
  const told = (part: State) => {
    state.value = { ...state.peek(), ...part };
  };
  const [canvas, game] = useSheet((place) => play(place, told, (words) => (note.value = words)), digest.value);
  const { board, wet = 0, tiles = 0, rings = 0, moves = 0, solved = false } = state.value;
  const button = (what: Act, label: string) => (
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
        <span class="count" data-testid="pipe-state" data-wet={wet} data-tiles={tiles}>
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
        <SheetCanvas
          canvas={canvas}
          id="board"
          label="Pipe board. Arrows choose a tile, Space turns it, Shift+Space turns it back, X locks it, ? gives a hint, U undoes, R redoes."
        />
      </div>
      <p class="panel wide-label">
        Click or tap to turn, right click to turn back, X or Shift+click to lock, ? for a hint.{" "}
        {board?.id && <code>{board.id.length < 60 ? board.id : ""}</code>}
      </p>
    </>
  );
}

/** A game on a canvas. */
function play(canvas: HTMLCanvasElement, told: (state: State) => void, note: (words: string) => void) {
  const colors = catalogue.peek()?.colors;
  let picture: BoardPicture | undefined;
  let board: Board | undefined;
  let cells = new Uint8Array();
  let at: [number, number] = [0, 0];
  let hint: { at: [number, number]; quarters: number } | null = null;
  let turning: { at: [number, number]; quarters: number; since: number; pipe: number } | undefined;

  const paint = (context: CanvasRenderingContext2D, frame: Frame) => {
    if (!picture || !board || !colors) return;
    const { left, top, cell } = frame;
    context.imageSmoothingQuality = "medium";
    context.fillStyle = colors.ink;
    context.fillRect(left - 3, top - 3, board.width * cell + 6, board.height * cell + 6);
    context.drawImage(picture.canvas, left, top, board.width * cell, board.height * cell);
    turn(context, frame);
    disc(context, frame, board.source, 0.24, colors.source);
    context.lineWidth = Math.max(1, cell * 0.05);
    context.strokeStyle = colors.ink;
    context.stroke();
    context.lineWidth = Math.max(1.5, cell * 0.06);
    if (hint) {
      disc(context, frame, hint.at, 0.44);
      context.strokeStyle = colors.exit;
      context.stroke();
    }
    if (document.activeElement === canvas) {
      context.strokeStyle = colors.wet;
      context.strokeRect(left + at[0] * cell, top + at[1] * cell, cell, cell);
    }
  };

  /** The tile that turns now, on its way. */
  const turn = (context: CanvasRenderingContext2D, { left, top, cell }: Frame) => {
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
    context.translate(-picture.px / 2, -picture.px / 2);
    context.drawImage(picture.ground(turning.pipe), 0, 0);
    context.translate(picture.px / 2, picture.px / 2);
    context.rotate(((part - 1) * quarters * Math.PI) / 2);
    context.drawImage(picture.tube(turning.pipe, true), -picture.px / 2, -picture.px / 2);
    context.restore();
    requestAnimationFrame(sheet.redraw);
  };

  const took = (turned: (Turned & { cells: Uint8Array }) | null) => {
    if (!turned || !board) return;
    cells = turned.cells.slice();
    picture?.show(cells);
    const pipe = cells[turned.at[1] * board.width + turned.at[0]] ?? 0;
    turning = { at: turned.at, quarters: turned.quarters, since: performance.now(), pipe };
    hint = null;
    note("");
    told(turned);
    sheet.redraw();
  };
  const refused = ({ message }: { message: string }) => note(message);
  const call = (reply: Promise<(Turned & { cells: Uint8Array }) | null>) => void reply.then(took, refused);
  const turnAt = (quarters: number) => call(engineOf().call("turn", ...at, quarters));

  const begin = async () => {
    const made = await engineOf()
      .call("pipes")
      .catch(() => undefined);
    if (!made || !colors) return;
    board = made.board;
    cells = made.cells.slice();
    [at, hint] = [[...board.source], null];
    sharpen(sheet.view.zoom * devicePixelRatio);
    sheet.fit();
    const count = (bit: number) => cells.reduce((sum, cell) => sum + (cell & bit && cell & 15 ? 1 : 0), 0);
    told({ board, wet: count(WET), rings: count(RING), tiles: board.tiles, moves: 0, solved: board.solved });
  };
  const lock = async () => {
    if (!board) return;
    const nth = at[1] * board.width + at[0];
    const locked = await engineOf()
      .call("lock", ...at)
      .catch(refused);
    if (locked === undefined) return;
    cells[nth] = ((cells[nth] ?? 0) & ~LOCKED) | (locked ? LOCKED : 0);
    picture?.show(cells);
    sheet.redraw();
  };
  const help = async () => {
    const found = await engineOf().call("hint").catch(refused);
    if (found === undefined) return;
    hint = found;
    if (hint) at = [...hint.at];
    const times = ["", "once", "twice", "back once"][hint?.quarters ?? 0];
    note(hint ? `Turn the ringed tile ${times}.` : "All is as in the solution.");
    canvas.dataset.hint = hint ? String(hint.quarters) : "";
    canvas.focus();
    sheet.redraw();
  };
  /** Draws the tiles anew, as large as they are on the screen. */
  const sharpen = (cell: number) => {
    if (!board || !colors) return;
    picture = new BoardPicture(board, cell, colors);
    picture.show(cells);
    sheet.redraw();
  };
  const acts: Record<Act, () => void> = {
    undo: () => call(engineOf().call("undoTurn")),
    redo: () => call(engineOf().call("redoTurn")),
    hint: () => void help(),
    again: () => void begin(),
  };
  const key = (event: KeyboardEvent): boolean => {
    const way = STEPS[wayOf(event)];
    if (!board) return false;
    if (way) at = [(at[0] + way[0] + board.width) % board.width, (at[1] + way[1] + board.height) % board.height];
    else if (event.key === " " || event.key === "Enter") turnAt(event.shiftKey ? 3 : 1);
    else if (event.key === "Backspace") turnAt(3);
    else if (event.key === "x") void lock();
    else if (event.key === "?") acts.hint();
    else if (event.key === "u") acts.undo();
    else if (event.key === "r") acts.redo();
    else return false;
    return true;
  };
  const tap = (x: number, y: number, event: PointerEvent) => {
    const inside = board && x >= 0 && y >= 0 && x < board.width && y < board.height;
    if (!inside) return;
    at = [Math.floor(x), Math.floor(y)];
    if (event.shiftKey) void lock();
    else turnAt(event.button === 2 ? 3 : 1);
  };
  const size = (): [number, number] => (board ? [board.width, board.height] : [0, 0]);
  const sheet = new Sheet(canvas, { paint, key, tap, size, rested: sharpen });
  void begin();
  return { act: (what: Act) => acts[what](), end: () => sheet.end() };
}
