/** The recipe as text. The editor comes late: the map goes first. */
import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { changeText, redo, status, text, undo } from "../state";

const ready = signal(false);
const stop = effect(() => {
  if (status.value !== "building") ready.value = true;
});

export function TextView() {
  const host = useRef<HTMLDivElement>(null);
  const may = ready.value;
  useEffect(() => {
    const place = host.current;
    if (!place || !may) return undefined;
    stop();
    let end = () => {};
    let gone = false;
    void import("./editor").then(({ edit }) => {
      if (!gone) end = edit(place, text, changeText, { undo, redo });
    });
    return () => {
      gone = true;
      end();
    };
  }, [may]);
  return (
    <details class="text" open>
      <summary>Text</summary>
      <div ref={host} />
    </details>
  );
}
