// Mapwright: procedural levels from one chain of builders. Written by cbindgen; see apps/c/README.md.
//
// What every call relies on:
//
// * A handle is one that the library has given and that was not freed since. NULL is allowed: it is freed without effect, and
//   elsewhere it is an error, or gives 0, false or NULL.
// * Texts are UTF-8 with a zero byte at their end, both those that are given and those that are returned.
// * Where an `mw_error **` is asked for, NULL is allowed. If the call fails and it is not NULL, it points to a new error, which
//   is yours to free; otherwise it is left alone.
// * Handles can be used on any thread. Several threads can read a map, build chunks of a world, or set a cancel flag at
//   once; a handle is freed when no thread uses it any more.
// * In debug builds of the library, a handle that was freed, or is not one of that kind, is an error too. Release builds do
//   not look.


#ifndef MAPWRIGHT_H
#define MAPWRIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The type of the cells of a plane.
typedef enum {
  // `uint8_t`, 0 or 1.
  MW_TYPE_BOOL,
  // `uint8_t`
  MW_TYPE_U8,
  // `uint16_t`
  MW_TYPE_U16,
  // `uint32_t`
  MW_TYPE_U32,
  // `int32_t`
  MW_TYPE_I32,
  // `float`
  MW_TYPE_F32,
} mw_type;

// A flag that stops builds, set from any thread.
typedef struct mw_cancel mw_cancel;

// What went wrong, and where.
typedef struct mw_error mw_error;

// A finished map. It does not change.
typedef struct mw_map mw_map;

// An endless world.
typedef struct mw_world mw_world;

// A cell: its column and row.
typedef struct {
  // The column.
  uint16_t x;
  // The row.
  uint16_t y;
} mw_point;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library, as in `0.1.0`. It is always there.
const char *mw_version(void);

// Builds the map of a recipe and a seed. `recipe` is the name of a built-in recipe, that of a builder, or a recipe as JSON;
// files that it names are not read. Free the map with `mw_map_free`. NULL if there is an error.
mw_map *mw_build(const char *recipe,
                 uint64_t seed,
                 mw_error **err);

// As `mw_build`, until `cancel` is set. That may be NULL.
mw_map *mw_build_cancellable(const char *recipe, uint64_t seed, const mw_cancel *cancel, mw_error **err);

// A flag that is not set. Free it with `mw_cancel_free`, after the builds that use it.
mw_cancel *mw_cancel_new(void);

// Stops the builds that use the flag, now and later: they fail with "stopped".
void mw_cancel_set(const mw_cancel *cancel);

// Frees a flag.
void mw_cancel_free(mw_cancel *cancel);

// What is wrong, for people. It lives as long as the error.
const char *mw_error_message(const mw_error *error);

// The stage that failed: 0 for the initial builder, i + 1 for `metas[i]`; -1 if no stage failed.
int32_t mw_error_stage(const mw_error *error);

// The parameter or argument that is wrong, or NULL. It lives as long as the error.
const char *mw_error_field(const mw_error *error);

// Whether another seed may succeed.
bool mw_error_retryable(const mw_error *error);

// Frees an error.
void mw_error_free(mw_error *error);

// Columns.
uint32_t mw_map_width(const mw_map *map);

// Rows.
uint32_t mw_map_height(const mw_map *map);

// The tiles, row by row, a byte each: those from 128 on are solid. They live as long as the map.
const uint8_t *mw_map_tiles(const mw_map *map);

// A plane by its name, row by row: `tiles`, `sides`, `corners`, `solution`, `regions`, `kept`, `wet`, `rings`, `on_ring`, `areas`, or
// `layers.NAME`. It lives as long as the map. Its type is written to `type`, which may be NULL. NULL if the map does not
// have it.
const void *mw_map_plane(const mw_map *map,
                         const char *name,
                         mw_type *type);

// Where the player begins. False, and `at` is left alone, if the map has no start.
bool mw_map_start(const mw_map *map, mw_point *at);

// Where the player wants to go. False, and `at` is left alone, if the map has no exit.
bool mw_map_exit(const mw_map *map, mw_point *at);

// A shortest path with both its ends, through doors and portals. Returns how many cells it has, 0 if there is none, and
// writes them to `cells` if there is room for all; width times height is always enough.
size_t mw_map_path(const mw_map *map, mw_point from, mw_point to, mw_point *cells, size_t room);

// What is in sight of a cell, at most `radius` cells away. Writes a byte for each cell of the map, 1 for what is in sight,
// if there is room for width times height of them. Returns that number.
size_t mw_map_sight(const mw_map *map,
                    mw_point from,
                    uint16_t radius,
                    uint8_t *seen,
                    size_t room);

// All of the map as JSON, as the program writes it: rooms, doors, spawns and the rest. Free it with `mw_string_free`.
char *mw_map_json(const mw_map *map);

// A picture with `scale` pixels for each cell, in a theme by its name or as JSON; NULL for the usual one. Its size is
// written to `width` and `height`, and its pixels to `pixels`, row by row, four bytes each: red, green, blue, opacity.
// With NULL for `pixels` only the size is written, at once; otherwise it is an error if there is no room for all bytes.
bool mw_map_rgba(const mw_map *map,
                 uint32_t scale,
                 const char *theme,
                 uint8_t *pixels,
                 size_t room,
                 uint32_t *width,
                 uint32_t *height,
                 mw_error **err);

// The digest of the map: the same number as on any other machine and in any other language.
uint64_t mw_map_digest(const mw_map *map);

// Frees a map, with its planes.
void mw_map_free(mw_map *map);

// Frees a text that the library returned.
void mw_string_free(char *text);

// The endless world of a recipe and a seed; `recipe` is as for `mw_build`. Free it with `mw_world_free`. NULL if there is
// an error, as when a stage cannot work without borders.
mw_world *mw_world_new(const char *recipe,
                       uint64_t seed,
                       mw_error **err);

// A chunk of a world, as a map of the recipe's size: its first cell is at `x` times the width and `y` times the height. The
// order of calls does not matter. Free the map with `mw_map_free`. NULL if there is an error.
mw_map *mw_world_chunk(const mw_world *world,
                       int32_t x,
                       int32_t y,
                       mw_error **err);

// Frees a world. Maps of its chunks stay.
void mw_world_free(mw_world *world);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* MAPWRIGHT_H */
