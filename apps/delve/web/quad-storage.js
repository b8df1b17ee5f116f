"use strict";
// What the crate quad-storage calls in a page: its storage, by objects of sapp-jsutils.
//
// A full storage throws, and one that the visitor has blocked throws at every touch, which would end the game: here it is
// as one that holds nothing. The game reads what it stored, and tells.
miniquad_add_plugin({
  name: "quad_storage",
  version: 65536, // of quad-storage-sys: 0.1.0
  register_plugin(imports) {
    const stored = (touch, otherwise) => {
      try {
        return touch(localStorage);
      } catch (error) {
        console.warn(error);
        return otherwise;
      }
    };
    const has = (value) => (value === null ? 0 : 1);
    const key = (nth) => stored((storage) => storage.key(nth), null);
    const value = (key) => stored((storage) => storage.getItem(get_js_object(key)), null);
    Object.assign(imports.env, {
      quad_storage_length: () => stored((storage) => storage.length, 0),
      quad_storage_has_key: (nth) => has(key(nth)),
      quad_storage_key: (nth) => js_object(key(nth)),
      quad_storage_has_value: (key) => has(value(key)),
      quad_storage_get: (key) => js_object(value(key)),
      quad_storage_set: (key, text) => stored((storage) => storage.setItem(get_js_object(key), get_js_object(text))),
      quad_storage_remove: (key) => stored((storage) => storage.removeItem(get_js_object(key))),
      quad_storage_clear: () => stored((storage) => storage.clear()),
    });
  },
});
