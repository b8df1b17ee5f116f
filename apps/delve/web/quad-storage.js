"use strict";
// What the crate quad-storage calls in a page: its storage, by objects of sapp-jsutils.
miniquad_add_plugin({
  name: "quad_storage",
  version: 65536, // of quad-storage-sys: 0.1.0
  register_plugin(imports) {
    const has = (value) => (value === null ? 0 : 1);
    Object.assign(imports.env, {
      quad_storage_length: () => localStorage.length,
      quad_storage_has_key: (nth) => has(localStorage.key(nth)),
      quad_storage_key: (nth) => js_object(localStorage.key(nth)),
      quad_storage_has_value: (key) => has(localStorage.getItem(get_js_object(key))),
      quad_storage_get: (key) => js_object(localStorage.getItem(get_js_object(key))),
      // A full storage throws, which would end the game; the game reads what it stored, and tells.
      quad_storage_set: (key, value) => {
        try {
          localStorage.setItem(get_js_object(key), get_js_object(value));
        } catch (error) {
          console.warn(error);
        }
      },
      quad_storage_remove: (key) => localStorage.removeItem(get_js_object(key)),
      quad_storage_clear: () => localStorage.clear(),
    });
  },
});
