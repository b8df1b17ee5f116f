/** One map of a wall. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Draft } from "../draft";
import { toText } from "../draft";
import type { Crew } from "../engine/engine";
import type { Fault } from "../engine/types";
import { paint } from "../gallery";
import { change, tab } from "../state";

/** Drawn by one of the crew; a click makes it the recipe. */
export function WallCell(props: { draft: Draft; label?: string; name?: string; box: number; crew: Crew | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const wrong = useSignal("");
  const recipe = toText(props.draft);
  const { crew, box } = props;
  useEffect(() => {
    let gone = false;
    wrong.value = "";
    crew?.call("thumb", recipe, box).then(
      ({ shown }) => (gone ? shown.bitmap.close() : paint(canvas.current, shown)),
      (fault: Fault) => {
        if (!gone && !crew.ended) wrong.value = fault.message;
      },
    );
    return () => {
      gone = true;
    };
  }, [recipe, crew, box]);
  const take = () => {
    change(props.draft);
    tab.value = "map";
  };
  return (
    <button
      type="button"
      data-testid="wall-cell"
      data-ready={wrong.value ? "wrong" : undefined}
      title={props.name}
      aria-label={props.name}
      onClick={take}
    >
      <canvas ref={canvas} class="thumb" width={box} height={box * 0.64} aria-hidden="true" />
      {props.label && <span>{props.label}</span>}
      {wrong.value && <small>{wrong.value}</small>}
    </button>
  );
}
