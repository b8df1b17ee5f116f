/** The parameters of a stage as controls, made from the catalogue. */
import { signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { type Json, type Stage, withParam } from "../draft";
import type { Builder, Param } from "../engine/types";
import { Icon } from "../icon";
import { parse, print } from "../json";
import { catalogue, change, draft, files, giveFile, notice, picking } from "../state";
import { controlOf } from "./control";

/** Whether parameters say what they do. */
const explained = signal(false);

interface Control {
  param: Param;
  /** What it is, given or not. */
  value: Json;
  set: (value: Json | undefined) => void;
  place: number;
}

export function Params(props: { builder: Builder; stage: Stage; place: number; wrong: string | undefined }) {
  const { builder, stage, place, wrong } = props;
  const present = (name: string) => stage[name] ?? builder.params.find((one) => one.name === name)?.default ?? null;
  const applies = ({ name, only_with }: Param) =>
    name in stage ||
    Object.entries(only_with ?? {}).every(([other, values]) => values.includes(String(present(other))));
  const list = builder.params.filter(applies);
  if (builder.params.length === 0) return null;
  return (
    <div class="params">
      {list.map((param) => {
        const set = (value: Json | undefined) =>
          change(withParam(draft.value, place, param.name, value, builder.params), `${place} ${param.name}`);
        const isGiven = param.name in stage;
        return (
          <div
            key={param.name}
            class={`param ${isGiven ? "given" : ""} ${wrong?.split(/[.[]/)[0] === param.name ? "wrong" : ""}`}
            title={`${param.about}; expected ${param.expected}`}
          >
            <Labelled param={param} value={present(param.name)} set={set} place={place} />
            {isGiven && (
              <button
                type="button"
                class="tool"
                aria-label={`Reset ${param.name}`}
                title={`Back to ${print(param.default)}`}
                onClick={() => set(undefined)}
              >
                <Icon name="reset" />
              </button>
            )}
            {explained.value && (
              <p class="hint">
                {param.about}: {param.expected}; by default {param.default === null ? "none" : print(param.default)}
              </p>
            )}
          </div>
        );
      })}
      <button
        type="button"
        class="explain"
        aria-pressed={explained.value}
        onClick={() => (explained.value = !explained.value)}
      >
        Explain
      </button>
    </div>
  );
}

function Labelled(control: Control) {
  const { param } = control;
  const word = param.name.replaceAll("_", " ");
  if (controlOf(param) === "words") {
    return (
      <fieldset data-testid="param" data-param={param.name}>
        <legend>{word}</legend>
        <Words {...control} />
      </fieldset>
    );
  }
  return (
    <label data-testid="param" data-param={param.name}>
      <span>{word}</span>
      <One {...control} />
    </label>
  );
}

function One(control: Control) {
  switch (controlOf(control.param)) {
    case "figure":
    case "slider":
      return <Figure {...control} />;
    case "choice":
      return <Choice {...control} words={control.param.range as string[]} />;
    case "switch":
      return (
        <input
          type="checkbox"
          checked={control.value === true}
          onChange={(event) => control.set(event.currentTarget.checked)}
        />
      );
    case "place":
      return <Place {...control} />;
    case "tile":
      return <Tile {...control} />;
    case "line":
      return (
        <input
          value={control.value === null ? "" : String(control.value)}
          placeholder={control.param.expected}
          onInput={(event) => control.set(event.currentTarget.value)}
        />
      );
    case "rows":
      return <Rows {...control} />;
    case "template":
      return <Template {...control} />;
    case "upload":
      return <Upload {...control} />;
    default:
      return <AnyJson {...control} />;
  }
}

/** A slider where the range is small enough for one, and a number. */
function Figure({ param, value, set }: Control) {
  const [min, max] = param.range as [number, number];
  const whole = param.type === "integer";
  const step = whole ? 1 : Number(((max - min) / 100).toPrecision(1));
  const read = (input: HTMLInputElement) => {
    if (input.value === "") set(undefined);
    else if (Number.isFinite(input.valueAsNumber)) set(input.valueAsNumber);
  };
  const number = (
    <input
      type="number"
      min={min}
      max={max}
      step={whole ? 1 : "any"}
      value={typeof value === "number" ? String(value) : ""}
      placeholder="auto"
      onInput={(event) => read(event.currentTarget)}
    />
  );
  if (controlOf(param) === "figure") return number;
  return (
    <>
      {number}
      <input
        type="range"
        aria-label={`${param.name} slider`}
        min={min}
        max={max}
        step={step}
        value={String(typeof value === "number" ? value : min)}
        onInput={(event) => read(event.currentTarget)}
      />
    </>
  );
}

function Choice({ value, set, words, children }: Control & { words: string[]; children?: ComponentChildren }) {
  return (
    <select
      value={value === null ? "" : String(value)}
      onChange={(event) => set(event.currentTarget.value || undefined)}
    >
      {value === null && <option value="">auto</option>}
      {words.map((word) => (
        <option key={word}>{word}</option>
      ))}
      {children}
    </select>
  );
}

/** A word, or a click on the map. */
function Place(control: Control) {
  const { param, value, place } = control;
  const at =
    typeof value === "object" && value !== null && "at" in value ? String((value as { at: Json }).at) : undefined;
  const isPicking = picking.value?.place === place && picking.value.param === param.name;
  return (
    <>
      <Choice {...control} value={at ? "at" : value} words={param.range as string[]}>
        {at && <option value="at">({at})</option>}
      </Choice>
      <button
        type="button"
        class="pick"
        aria-pressed={isPicking}
        onClick={(event) => {
          event.preventDefault();
          picking.value = isPicking ? undefined : { place, param: param.name };
        }}
      >
        on the map
      </button>
    </>
  );
}

function Tile(control: Control) {
  const tiles = catalogue.value?.tiles ?? [];
  const { value } = control;
  const shown = tiles.find((one) => one.name === value || one.tile === value);
  return (
    <>
      <i class="swatch" style={{ background: shown?.color }} />
      <Choice {...control} value={shown?.name ?? value} words={tiles.map((one) => one.name)}>
        {!shown && value !== null && <option>{String(value)}</option>}
      </Choice>
    </>
  );
}

function Words({ param, value, set }: Control) {
  const given = Array.isArray(value) ? value : [];
  return (
    <>
      {(param.range as string[]).map((word) => (
        <label key={word}>
          <input
            type="checkbox"
            checked={given.includes(word)}
            onChange={(event) =>
              set(event.currentTarget.checked ? [...given, word] : given.filter((one) => one !== word))
            }
          />{" "}
          {word}
        </label>
      ))}
    </>
  );
}

/** Rows of glyphs. */
function Rows({ param, value, set }: Control) {
  const rows = Array.isArray(value) ? value.map(String) : [];
  return (
    <textarea
      class="grid"
      rows={Math.max(3, rows.length)}
      spellcheck={false}
      placeholder={param.expected}
      value={rows.join("\n")}
      onInput={(event) => set(event.currentTarget.value.split("\n"))}
    />
  );
}

/** A template as rows of glyphs, or in a file; what else the recipe says of it stays. */
function Template(control: Control) {
  const { value, set } = control;
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const { rows = null, file = null, ...rest } = isObject ? value : { rows: value };
  const isAlone = Object.keys(rest).length === 0;
  const write = (name: "rows" | "file", part: Json | undefined) => {
    if (part === undefined) set(isAlone ? undefined : rest);
    else set(isAlone && name === "rows" ? part : { ...rest, [name]: part });
  };
  return (
    <>
      <Rows {...control} value={rows} set={(rows) => write("rows", rows)} />
      <Upload
        {...control}
        param={{ ...control.param, type: "file" }}
        value={file}
        set={(file) => write("file", file)}
      />
    </>
  );
}

/** A file of this device: a map goes into the recipe, any other is kept beside it under its name. */
function Upload({ param, value, set }: Control) {
  const over = useSignal(false);
  const take = async (file: File | undefined) => {
    over.value = false;
    if (!file) return;
    if (param.type === "file") {
      if (await giveFile(file)) set(file.name);
      return;
    }
    try {
      set(parse(await file.text()) as Json);
    } catch {
      notice.value = `${file.name} is not a map as JSON.`;
    }
  };
  const name = param.type === "map" ? (value === null ? "" : "a map in the recipe") : String(value ?? "");
  const missing = param.type === "file" && name !== "" && !files.value.some(([known]) => known === name);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped on it; keys have the input in it
    <span
      class={`drop ${over.value ? "over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        over.value = true;
      }}
      onDragLeave={() => {
        over.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        void take(event.dataTransfer?.files[0]);
      }}
    >
      <input type="file" onChange={(event) => void take(event.currentTarget.files?.[0])} />
      <small>{missing ? `${name} is not on this device: choose or drop it` : name || "or drop it here"}</small>
    </span>
  );
}

/** Anything else as JSON; it is taken over once it can be read. */
function AnyJson({ param, value, set }: Control) {
  const wrong = useSignal(false);
  const text = value === null ? "" : print(value);
  const take = (written: string) => {
    try {
      set(written.trim() === "" ? undefined : (parse(written) as Json));
      wrong.value = false;
    } catch {
      wrong.value = true;
    }
  };
  return (
    <textarea
      class="json"
      rows={text.length > 60 ? 4 : 1}
      spellcheck={false}
      aria-invalid={wrong.value}
      placeholder={param.expected}
      value={text}
      onChange={(event) => take(event.currentTarget.value)}
    />
  );
}
