import { useEffect, useState } from "preact/hooks";
import type { Crew } from "../engine/engine";
import { engineOf } from "../state";

/** Workers for as long as the key stays the same: with another, all that is unfinished is ended. */
export function useCrew(key: string): Crew | undefined {
  const [crew, setCrew] = useState<Crew>();
  useEffect(() => {
    const made = engineOf().crew();
    setCrew(made);
    return () => made.end();
  }, [key]);
  return crew;
}
