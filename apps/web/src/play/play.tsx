/** The map as a game: turn its pipes, or walk through it. */
import { signal } from "@preact/signals";
import { open, status, summary, tab, titleOf } from "../state";
import { PipeGame } from "./pipe-game";
import { WalkGame } from "./walk-game";

const preferred = signal<"pipes" | "walk">("pipes");

export function PlayTab() {
  const planes = summary.value?.planes ?? [];
  const has = (plane: string) => planes.includes(plane);
  const canWalk = has("start");
  const canTurn = canWalk && has("sides") && (has("solution") || has("flow"));
  const mode = canTurn && (preferred.value === "pipes" || !canWalk) ? "pipes" : "walk";
  if (status.value === "error") return <p class="panel">The recipe cannot be built; see what is wrong beside it.</p>;
  if (!canWalk) return <Nothing />;
  return (
    <>
      {canTurn && (
        <div class="panel" role="group" aria-label="Game">
          {(["pipes", "walk"] as const).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={mode === name}
              onClick={() => {
                preferred.value = name;
              }}
            >
              {name === "pipes" ? "Turn the pipes" : "Walk"}
            </button>
          ))}
        </div>
      )}
      {status.value !== "ready" ? <p class="panel">Building…</p> : mode === "pipes" ? <PipeGame /> : <WalkGame />}
    </>
  );
}

function Nothing() {
  const try_ = (name: string) => {
    open(name);
    tab.value = "play";
  };
  return (
    <div class="panel">
      <p>This map has no start, so there is nowhere to begin. Add the stage `start`, or try</p>
      {["castle-keys", "pipe-puzzle", "cave-with-monsters"].map((name) => (
        <button key={name} type="button" onClick={() => try_(name)}>
          {titleOf(name)}
        </button>
      ))}
    </div>
  );
}
