// Prints a table of all figures at the end.
export default class {
  rows = [];

  onTestEnd(_, { annotations }) {
    for (const { type, description } of annotations) if (type === "figure") this.rows.push(JSON.parse(description));
  }

  onEnd() {
    if (this.rows.length > 0) console.log("\nFigures, in this browser on this machine now");
    for (const [what, measured, goal, holds] of this.rows) {
      console.log(`${holds ? "  " : "! "}${what.padEnd(58)} ${String(measured).padEnd(26)} ${goal}`);
    }
  }
}
