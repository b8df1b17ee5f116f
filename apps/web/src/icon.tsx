/** Small drawings in the color of the text. */

const PATHS = {
  undo: "M6 3 2.5 6.5 6 10M3 6.5h6.5a4 4 0 0 1 0 8H6",
  redo: "M10 3l3.5 3.5L10 10M13 6.5H6.5a4 4 0 0 0 0 8H10",
  dice: "M3 3h10v10H3zM5.8 5.8h.01M10.2 5.8h.01M8 8h.01M5.8 10.2h.01M10.2 10.2h.01",
  auto: "M8 2.5a5.5 5.5 0 0 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11",
  light:
    "M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6M8 1.2v1.4M8 13.4v1.4M1.2 8h1.4M13.4 8h1.4M3.2 3.2l1 1M11.8 11.8l1 1M12.8 3.2l-1 1M4.2 11.8l-1 1",
  dark: "M13 9.6A5.6 5.6 0 0 1 6.4 3a5.6 5.6 0 1 0 6.6 6.6z",
  play: "M4.5 2.8v10.4L13 8z",
  pause: "M5 3v10M11 3v10",
  up: "M8 13V3.5M4 7.5l4-4 4 4",
  down: "M8 3v9.5M4 8.5l4 4 4-4",
  left: "M13 8H3.5M7.5 4l-4 4 4 4",
  right: "M3 8h9.5M8.5 4l4 4-4 4",
  remove: "M4 4l8 8M12 4l-8 8",
  reset: "M3 8a5 5 0 1 0 1.6-3.7M4.4 1.8v2.7h2.7",
  portal: "M8 3.2a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6M8 6.4a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2",
} as const;

/** Those that are one shape, not lines. */
const FILLED: string[] = ["play", "dark"];

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d={PATHS[name]}
        fill={FILLED.includes(name) ? "currentColor" : "none"}
        stroke="currentColor"
        stroke-width={name === "dice" ? 1.7 : 1.6}
        stroke-linecap="round"
        stroke-linejoin="round"
      />
      {name === "auto" && <path d="M8 2.5a5.5 5.5 0 0 0 0 11z" fill="currentColor" />}
    </svg>
  );
}
