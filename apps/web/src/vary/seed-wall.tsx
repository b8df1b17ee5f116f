/** The recipe with sixteen seeds in a row. */
import { signal } from "@preact/signals";
import { draft, text } from "../state";
import { WallCell } from "./cell";
import { useCrew } from "./use-crew";

const COUNT = 16n;
const MOST = (1n << 64n) - 1n;
/** How many walls on from the recipe's own seed. */
const page = signal(0n);

export function SeedWall() {
  const crew = useCrew(text.value + page.value);
  const first = (BigInt(draft.value.seed) + page.value * COUNT) & MOST;
  const seeds = Array.from({ length: Number(COUNT) }, (_, nth) => (first + BigInt(nth)) & MOST);
  const turn = (by: bigint) => {
    page.value += by;
  };
  return (
    <div class="scroll">
      <div class="wall" style={{ gridTemplateColumns: "repeat(auto-fill, minmax(190px, 1fr))" }}>
        {seeds.map((seed) => (
          <WallCell
            key={String(seed)}
            label={`seed ${seed}`}
            box={260}
            crew={crew}
            draft={{
              ...draft.value,
              text: undefined,
              seed: seed <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(seed) : seed,
            }}
          />
        ))}
      </div>
      <p class="panel">
        <button type="button" disabled={page.value === 0n} onClick={() => turn(-1n)}>
          ← Sixteen before
        </button>
        <button type="button" onClick={() => turn(1n)}>
          Sixteen more →
        </button>
      </p>
    </div>
  );
}
