/** A slider over the stages of the build and the steps inside them, and an animation of it. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Summary } from "./engine/types";
import { Icon } from "./icon";
import { frame, frames, recordSteps, showFrame, status, summary } from "./state";

/** The caption of a stage. */
const titled = ({ title, name }: Summary["stages"][number]) => title || name;

export function Scrubber() {
  const playing = useSignal(false);
  const speed = useSignal(1);
  const list = frames.value;
  const last = list.length - 1;
  const at = frame.value ?? last;
  const now = list[at];
  const stage = summary.value?.stages[now?.stage ?? 0];

  useEffect(() => {
    if (!playing.value) return undefined;
    const timer = setInterval(() => {
      const next = (frame.peek() ?? -1) + 1;
      if (status.peek() !== "ready") playing.value = false;
      else if (next < frames.peek().length) showFrame(next);
      else playing.value = false;
    }, 60 / speed.value);
    return () => clearInterval(timer);
  }, [playing.value, speed.value]);

  const play = async () => {
    if (playing.value) {
      playing.value = false;
      return;
    }
    if (!list.some(({ kind }) => kind === "step")) await recordSteps();
    if ((frame.peek() ?? Number.POSITIVE_INFINITY) >= frames.peek().length - 1) showFrame(0);
    playing.value = true;
  };
  const words = now?.kind === "step" ? now.label : stage?.changes;
  return (
    <div class="scrubber">
      <button
        type="button"
        aria-label={playing.value ? "Pause" : "Play the build"}
        title="Play the build"
        disabled={status.value !== "ready"}
        onClick={() => void play()}
      >
        <Icon name={playing.value ? "pause" : "play"} />
      </button>
      <div class="track">
        <input
          type="range"
          data-testid="scrub"
          aria-label="Moment of the build"
          aria-valuetext={`${stage && titled(stage)}, ${at + 1} of ${last + 1}`}
          min={0}
          max={Math.max(0, last)}
          value={at}
          disabled={status.value !== "ready"}
          onInput={(event) => {
            playing.value = false;
            showFrame(event.currentTarget.valueAsNumber);
          }}
        />
        <div class="ticks">
          {list.map(({ stage, kind }, nth) => {
            if (kind !== "stage") return null;
            const made = summary.value?.stages[stage];
            const name = made && titled(made);
            return (
              <button
                type="button"
                key={stage}
                style={{ left: `${last ? (100 * nth) / last : 50}%` }}
                title={name}
                aria-label={`After stage ${stage + 1}, ${name}`}
                aria-pressed={at === nth}
                onClick={() => showFrame(nth)}
              />
            );
          })}
        </div>
      </div>
      <select
        aria-label="Speed"
        value={String(speed.value)}
        onChange={(event) => {
          speed.value = Number(event.currentTarget.value);
        }}
      >
        {[0.25, 0.5, 1, 2].map((by) => (
          <option key={by} value={by}>
            {by}×
          </option>
        ))}
      </select>
      <output>
        {stage && (
          <>
            <b>
              {(now?.stage ?? 0) + 1} {titled(stage)}
            </b>{" "}
            {words}
          </>
        )}
      </output>
    </div>
  );
}
