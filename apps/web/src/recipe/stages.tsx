/** The chain as a list of stages. */
import { useSignal } from "@preact/signals";
import { type Draft, type Stage, withStages } from "../draft";
import type { Builder, Fault } from "../engine/types";
import { Icon } from "../icon";
import { catalogue, change, draft, fault, faultAt, status, summary } from "../state";
import { AddStage } from "./add-stage";
import { Params } from "./params";

export function Stages() {
  const { stages } = draft.value;
  // Where each stage that is switched on stands among those.
  let count = 0;
  const numbers = stages.map(({ off }, nth) => (nth > 0 && off ? -1 : count++));
  // A stage that moves keeps its card.
  const seen = new Map<string, number>();
  const keys = stages.map(({ stage: { use } }) => {
    const nth = seen.get(use) ?? 0;
    seen.set(use, nth + 1);
    return `${use} ${nth}`;
  });
  return (
    <section aria-label="Stages">
      <ol class="stages">
        {stages.map(({ stage, off }, place) => (
          <StageCard key={keys[place]} stage={stage} off={!!off} place={place} nth={numbers[place] ?? -1} />
        ))}
      </ol>
      <AddStage />
    </section>
  );
}

function StageCard({ stage, off, place, nth }: { stage: Stage; off: boolean; place: number; nth: number }) {
  const builder = catalogue.value?.builders.find((one) => one.name === stage.use);
  const wrong = faultAt.value === place ? fault.value : undefined;
  const did = status.value === "ready" ? summary.value?.stages[nth] : undefined;
  const openParams = useSignal(draft.value.stages.length <= 3);
  const dragged = useSignal(false);
  const last = draft.value.stages.length - 1;
  return (
    <li
      data-testid="stage"
      data-use={stage.use}
      class={`card ${off ? "off" : ""} ${wrong ? "wrong" : ""} ${dragged.value ? "over" : ""}`}
      draggable={place > 0}
      onDragStart={(event) => event.dataTransfer?.setData("text/stage", String(place))}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes("text/stage")) return;
        event.preventDefault();
        dragged.value = true;
      }}
      onDragLeave={() => {
        dragged.value = false;
      }}
      onDrop={(event) => {
        dragged.value = false;
        const from = event.dataTransfer?.getData("text/stage") ?? "";
        if (from !== "" && Number(from) !== place) change(moved(draft.value, Number(from), place));
      }}
      onKeyDown={(event) => {
        const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
        if (by && stages(place + by)) {
          event.preventDefault();
          move(place, place + by);
        }
      }}
    >
      <div class="head">
        <button
          type="button"
          class="name"
          aria-expanded={openParams.value}
          onClick={() => {
            openParams.value = !openParams.value;
          }}
        >
          {stage.use}
        </button>
        <label class="switch" title={off ? "Switched off" : "Switched on"}>
          <input
            type="checkbox"
            checked={!off}
            disabled={place === 0}
            aria-label={`${stage.use} is on`}
            onChange={(event) => change(switched(draft.value, place, !event.currentTarget.checked))}
          />
        </label>
        <Tool
          id="stage-up"
          icon="up"
          label={`Move ${stage.use} up`}
          disabled={place === 0}
          onClick={() => move(place, place - 1)}
        />
        <Tool
          id="stage-down"
          icon="down"
          label={`Move ${stage.use} down`}
          disabled={place === last}
          onClick={() => move(place, place + 1)}
        />
        <Tool
          id="stage-remove"
          icon="remove"
          label={`Remove ${stage.use}`}
          disabled={last === 0}
          onClick={() => change(withStages(draft.value, (list) => list.splice(place, 1)))}
        />
      </div>
      <p class="about">{did ? [did.label, did.changes].filter(Boolean).join(": ") : builder?.about}</p>
      {wrong && <Wrong fault={wrong} place={place} />}
      {openParams.value && builder && <Params builder={builder} stage={stage} place={place} wrong={wrong?.field} />}
    </li>
  );
}

const stages = (place: number) => draft.value.stages[place];

function Tool(props: {
  id: string;
  icon: "up" | "down" | "remove";
  label: string;
  disabled: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      class="tool"
      data-testid={props.id}
      aria-label={props.label}
      title={props.label}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  );
}

/** What is wrong with the stage, and the stages that would mend it. */
function Wrong({ fault, place }: { fault: Fault; place: number }) {
  const mend = (use: string) =>
    change(withStages(draft.value, (list) => list.splice(Math.max(1, place), 0, { stage: { use } })));
  const rename = (use: string) =>
    change(withStages(draft.value, (list) => list.splice(place, 1, { stage: { ...list[place]?.stage, use } })));
  // Those that change a map come before those that replace it.
  const kinds = ["meta", "both"];
  const known = (fault.providers ?? []).flatMap(
    (name) => catalogue.value?.builders.filter((one) => one.name === name) ?? [],
  );
  const metas = kinds.flatMap((kind) => known.filter((one) => one.kind === kind).map(({ name }) => name));
  return (
    <div class="fault">
      <p data-testid="error" role="alert">
        {fault.message}
      </p>
      {metas.slice(0, 6).map((name) => (
        <button type="button" key={name} data-testid="mend" onClick={() => mend(name)}>
          + {name}
        </button>
      ))}
      {fault.nearest && !fault.field && (
        <button type="button" data-testid="mend" onClick={() => rename(fault.nearest ?? "")}>
          {fault.nearest}
        </button>
      )}
    </div>
  );
}

/** The stages that can be added whose name, group or first sentence has each word of `search`, most fitting first. */
export function fitting(builders: Builder[], search: string): Builder[] {
  const word = search.trim().toLowerCase();
  const rank = (one: Builder) =>
    one.name === word ? 0 : one.name.startsWith(word) ? 1 : one.name.includes(word) ? 2 : 3;
  const fits = (one: Builder) => {
    const text = `${one.name} ${one.group} ${one.about}`.toLowerCase();
    return word.split(/\s+/).every((part) => text.includes(part));
  };
  return builders.filter((one) => one.kind !== "initial" && fits(one)).sort((a, b) => rank(a) - rank(b));
}

/** Moves a stage. What had the focus has it again, or where that cannot, the name of the stage. */
function move(from: number, to: number) {
  const focused = document.activeElement as HTMLElement | null;
  const card = focused?.closest(".card");
  change(moved(draft.value, from, to));
  requestAnimationFrame(() => {
    focused?.focus();
    if (document.activeElement !== focused) card?.querySelector<HTMLElement>(".name")?.focus();
  });
}

function moved(draft: Draft, from: number, to: number): Draft {
  return withStages(draft, (list) => list.splice(to, 0, ...list.splice(from, 1)));
}

function switched(draft: Draft, place: number, off: boolean): Draft {
  return withStages(draft, (list) => {
    const old = list[place];
    if (old) list[place] = { ...old, off };
  });
}
