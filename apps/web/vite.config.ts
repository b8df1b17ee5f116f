import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

/** Tells the service worker what to keep for offline visits: all files of the page. */
function offline(): Plugin {
  let out = "dist";
  return {
    name: "offline",
    configResolved(config) {
      out = config.build.outDir;
    },
    closeBundle() {
      const all = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const names = all.map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(out.length + 1)
          .replaceAll("\\", "/"),
      );
      const files = ["./", ...names.filter((name) => !["index.html", "files.js", "sw.js"].includes(name)).sort()];
      writeFileSync(join(out, "files.js"), `self.FILES = ${JSON.stringify(files)};\n`);
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [offline()],
  worker: { format: "es" },
  build: { target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 700 },
});
