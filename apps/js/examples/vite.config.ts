import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  build: { target: "es2022", rollupOptions: { input: ["index.html", "phaser.html"] } },
  worker: { format: "es" },
  // Files beside the package's modules are found where they are.
  optimizeDeps: { exclude: ["mapwright"] },
});
