/** A box to search for a stage and add it at the end: type, choose with the arrows, Enter. */
import { useSignal } from "@preact/signals";
import { withStages } from "../draft";
import { catalogue, change, draft } from "../state";
import { fitting } from "./stages";

export function AddStage() {
  const search = useSignal("");
  const isOpen = useSignal(false);
  const at = useSignal(0);
  const found = fitting(catalogue.value?.builders ?? [], search.value);
  const add = (use: string) => {
    change(withStages(draft.value, (list) => list.push({ stage: { use } })));
    search.value = "";
    isOpen.value = false;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) {
      event.preventDefault();
      isOpen.value = true;
      at.value = Math.max(0, Math.min(found.length - 1, at.value + by));
      document.getElementById(`add-${at.value}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      const chosen = found[at.value];
      if (chosen) add(chosen.name);
    } else if (event.key === "Escape") {
      isOpen.value = false;
    }
  };
  return (
    <div class="add">
      <input
        data-testid="stage-add"
        role="combobox"
        aria-label="Add a stage"
        aria-expanded={isOpen.value && found.length > 0}
        aria-controls="add-list"
        aria-autocomplete="list"
        aria-activedescendant={isOpen.value && found.length > 0 ? `add-${at.value}` : undefined}
        placeholder="+ Add a stage"
        value={search.value}
        onInput={(event) => {
          search.value = event.currentTarget.value;
          [at.value, isOpen.value] = [0, true];
        }}
        onFocus={(event) => {
          event.currentTarget.scrollIntoView({ block: "center" });
          isOpen.value = true;
        }}
        onBlur={() => {
          isOpen.value = false;
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen.value && found.length > 0 && (
        <div id="add-list" role="listbox" aria-label="Stages" tabIndex={-1}>
          {found.map((one, nth) => (
            <div
              key={one.name}
              id={`add-${nth}`}
              role="option"
              tabIndex={-1}
              aria-selected={nth === at.value}
              data-use={one.name}
              onMouseDown={(event) => {
                event.preventDefault();
                add(one.name);
              }}
            >
              <b>{one.name}</b> <span>{one.about}</span>
            </div>
          ))}
        </div>
      )}
      {isOpen.value && found.length === 0 && (
        <p class="hint" role="status">
          No stage is about “{search.value.trim()}”.
        </p>
      )}
    </div>
  );
}
