// The program that the page is compared with.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Before all tests: has cargo build the program, unless `MAPWRIGHT` names one. */
export default function prepare() {
  if (process.env.MAPWRIGHT) return;
  execFileSync("cargo", ["build", "-q", "--locked", "-p", "mapwright-cli"], { cwd: root, stdio: "inherit" });
  process.env.MAPWRIGHT = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "debug/mapwright");
}

/** Runs it in a folder; returns what it prints. */
export const run = (cwd, ...args) =>
  execFileSync(process.env.MAPWRIGHT, args, { cwd, stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 28 });
