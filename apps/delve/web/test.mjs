// The page's storage: as the browser has it, full, and blocked. Run by Node.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const source = readFileSync(new URL("quad-storage.js", import.meta.url), "utf8");

/** The functions that the game calls; `page` has the storage. Objects stand for themselves. */
function functions(page) {
  const env = {};
  const same = (value) => value;
  const quiet = { warn() {} };
  page.js_object = page.get_js_object = same;
  page.console = quiet;
  page.miniquad_add_plugin = ({ register_plugin }) => register_plugin({ env });
  runInNewContext(source, page);
  return env;
}

class Storage {
  #kept = new Map();
  constructor(most = 10) {
    this.most = most;
  }
  get length() {
    return this.#kept.size;
  }
  key = (nth) => [...this.#kept.keys()][nth] ?? null;
  getItem = (key) => this.#kept.get(key) ?? null;
  setItem(key, value) {
    if (this.#kept.size >= this.most) throw new Error("full");
    this.#kept.set(key, value);
  }
  removeItem = (key) => void this.#kept.delete(key);
  clear = () => this.#kept.clear();
}

test("what is stored is read again", () => {
  const storage = functions({ localStorage: new Storage() });
  storage.quad_storage_set("save", "a game");
  assert.equal(storage.quad_storage_has_value("save"), 1);
  assert.equal(storage.quad_storage_get("save"), "a game");
  assert.equal(storage.quad_storage_length(), 1);
  assert.equal(storage.quad_storage_key(0), "save");
  storage.quad_storage_remove("save");
  assert.equal(storage.quad_storage_has_value("save"), 0);
  storage.quad_storage_clear();
});

test("a full storage keeps what it has", () => {
  const storage = functions({ localStorage: new Storage(1) });
  storage.quad_storage_set("save", "a game");
  storage.quad_storage_set("other", "another");
  assert.equal(storage.quad_storage_has_value("other"), 0);
  assert.equal(storage.quad_storage_get("save"), "a game");
});

test("a blocked storage is an empty one", () => {
  const page = {
    get localStorage() {
      throw new Error("cookies are blocked");
    },
  };
  const storage = functions(page);
  storage.quad_storage_set("save", "a game");
  assert.equal(storage.quad_storage_has_value("save"), 0);
  assert.equal(storage.quad_storage_has_key(0), 0);
  assert.equal(storage.quad_storage_length(), 0);
  storage.quad_storage_remove("save");
  storage.quad_storage_clear();
});
