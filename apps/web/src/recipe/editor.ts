/** CodeMirror on the recipe's text. */
import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { Decoration, EditorView, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { effect, type ReadonlySignal } from "@preact/signals";

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--key)" },
  { tag: tags.string, color: "var(--string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--number)" },
]);

/** What does not fit into a line goes on below it, a little further in than the line begins. */
const hanging = EditorView.decorations.compute(["doc"], ({ doc }) => {
  const line = (nth: number) => {
    const { from, text } = doc.line(nth);
    const indent = Math.min(text.search(/\S|$/), 12) + 4;
    return Decoration.line({ attributes: { style: `padding-left:${indent + 1}ch;text-indent:-${indent}ch` } }).range(
      from,
    );
  };
  return Decoration.set(Array.from({ length: doc.lines }, (_, nth) => line(nth + 1)));
});

/** Shows the text in `place` and tells what is typed. Undo is the page's, over list and text alike. */
export function edit(
  place: HTMLElement,
  text: ReadonlySignal<string>,
  typed: (text: string) => void,
  { undo, redo }: { undo: () => void; redo: () => void },
): () => void {
  let telling = false;
  const listener = EditorView.updateListener.of((update) => {
    if (!update.docChanged || telling) return;
    telling = true;
    typed(update.state.doc.toString());
    telling = false;
  });
  const act = (act: () => void) => () => {
    act();
    // At once, so that what is typed next is typed into what is shown.
    update();
    return true;
  };
  const steps = [
    { key: "Mod-z", run: act(undo) },
    { key: "Mod-Shift-z", run: act(redo) },
    { key: "Mod-y", run: act(redo) },
  ];
  const view: EditorView = new EditorView({
    parent: place,
    state: EditorState.create({
      doc: text.peek(),
      extensions: [
        json(),
        bracketMatching(),
        syntaxHighlighting(colors),
        EditorView.lineWrapping,
        hanging,
        EditorView.contentAttributes.of({ "data-testid": "text", "aria-label": "Recipe as JSON", tabindex: "0" }),
        keymap.of([...steps, ...defaultKeymap, indentWithTab]),
        listener,
      ],
    }),
  });
  const update = () => {
    const [now, old] = [text.peek(), view.state.doc.toString()];
    if (now === old) return;
    telling = true;
    view.dispatch({ changes: difference(old, now) });
    telling = false;
  };
  // Another recipe is laid out in a task of its own: the list of its stages has one already.
  let due = 0;
  const stop = effect(() => {
    void text.value;
    clearTimeout(due);
    due = window.setTimeout(update);
  });
  return () => {
    clearTimeout(due);
    stop();
    view.destroy();
  };
}

/** The part in the middle that two texts do not share: the rest of the editor stays as it is. */
function difference(old: string, now: string) {
  const most = Math.min(old.length, now.length);
  let [from, after] = [0, 0];
  while (from < most && old[from] === now[from]) from++;
  while (after < most - from && old[old.length - 1 - after] === now[now.length - 1 - after]) after++;
  return { from, to: old.length - after, insert: now.slice(from, now.length - after) };
}
