/* Every function, as C sees it, with bad input too. Arguments: a file with a name, a seed and a digest in each line; and
   `checked` where the library looks at handles, as debug builds do. */
#include <mapwright.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CHECK(what) ((what) ? (void)0 : fail(__LINE__, #what))

static void fail(int line, const char *what) {
    fprintf(stderr, "check.c:%d: not so: %s\n", line, what);
    exit(1);
}

/* A call has failed: the error says these words, of this stage and field. */
static void expect(mw_error **err, const char *words, int stage, const char *field) {
    CHECK(*err);
    const char *message = mw_error_message(*err), *got = mw_error_field(*err);
    int ok = strstr(message, words) && mw_error_stage(*err) == stage && !got == !field && (!field || !strcmp(got, field));
    if (!ok) {
        fprintf(stderr, "message `%s`, stage %d, field `%s`\n", message, mw_error_stage(*err), got ? got : "NULL");
        fail(__LINE__, words);
    }
    mw_error_free(*err);
    *err = NULL;
}

static void refuse(const char *recipe, const char *words, int stage, const char *field) {
    mw_error *err = NULL;
    CHECK(!mw_build(recipe, 7, &err));
    expect(&err, words, stage, field);
    CHECK(!mw_build(recipe, 7, NULL));
    CHECK(!mw_world_new(recipe, 7, &err) && err);
    mw_error_free(err);
}

static void digests(const char *file) {
    FILE *lines = fopen(file, "r");
    CHECK(lines);
    char name[100];
    unsigned long long seed, digest;
    int count = 0;
    for (; fscanf(lines, "%99s %llu %llx", name, &seed, &digest) == 3; count++) {
        mw_error *err = NULL;
        mw_map *map = mw_build(name, seed, &err);
        if (!map || mw_map_digest(map) != digest)
            fail(__LINE__, map ? name : mw_error_message(err));
        mw_map_free(map);
    }
    CHECK(feof(lines) && count > 5);
    fclose(lines);
    printf("%d digests\n", count);
}

static void planes(void) {
    mw_map *map = mw_build("pipe-puzzle", 7, NULL);
    size_t area = (size_t)mw_map_width(map) * mw_map_height(map);
    mw_type type = MW_TYPE_F32;
    CHECK(area && mw_map_plane(map, "tiles", &type) == mw_map_tiles(map) && type == MW_TYPE_U8);
    const uint8_t *sides = mw_map_plane(map, "sides", NULL), *wet = mw_map_plane(map, "wet", &type);
    CHECK(type == MW_TYPE_BOOL);
    size_t pipes = 0;
    for (size_t i = 0; i < area; i++) {
        CHECK(wet[i] <= 1);
        pipes += sides[i] != 0;
    }
    CHECK(pipes);
    CHECK(mw_map_plane(map, "rings", &type) && type == MW_TYPE_U32);
    CHECK(!mw_map_plane(map, "areas", &type) && !mw_map_plane(map, "", &type) && !mw_map_plane(map, "layers.", &type));
    CHECK(!mw_map_plane(map, "layers.\xff", &type) && !mw_map_plane(map, NULL, &type));
    mw_map_free(map);
}

static void questions(void) {
    mw_map *map = mw_build("castle-keys", 7, NULL);
    uint32_t w = mw_map_width(map), h = mw_map_height(map);
    size_t area = (size_t)w * h;
    mw_point start, exit, outside = {65535, 65535};
    CHECK(mw_map_start(map, &start) && mw_map_exit(map, &exit) && mw_map_start(map, NULL));
    mw_point *path = malloc(area * sizeof *path);
    size_t length = mw_map_path(map, start, exit, NULL, 0);
    CHECK(length > 1 && mw_map_path(map, start, exit, path, length) == length);
    CHECK(!memcmp(&path[0], &start, sizeof start) && !memcmp(&path[length - 1], &exit, sizeof exit));
    path[0] = outside;
    CHECK(mw_map_path(map, start, exit, path, length - 1) == length && path[0].x == outside.x);
    CHECK(mw_map_path(map, start, outside, path, area) == 0);
    uint8_t *seen = calloc(area, 1);
    CHECK(mw_map_sight(map, start, 8, seen, area) == area && seen[start.y * w + start.x] == 1);
    CHECK(mw_map_sight(map, outside, 8, seen, area) == area && !memchr(seen, 1, area));
    CHECK(mw_map_sight(map, start, 8, seen, area - 1) == area && !memchr(seen, 1, area));
    char *json = mw_map_json(map);
    CHECK(json && json[0] == '{' && strstr(json, "\"doors\""));
    mw_string_free(json);
    free(seen);
    free(path);
    mw_map_free(map);

    map = mw_build("cave", 7, NULL);
    memset(&start, 7, sizeof start);
    CHECK(mw_map_start(map, &start) || start.x == 7 + (7 << 8));
    mw_map_free(map);
}

static void pictures(void) {
    mw_error *err = NULL;
    mw_map *map = mw_build("castle-keys", 7, &err);
    uint32_t w = 0, h = 0;
    CHECK(mw_map_rgba(map, 8, NULL, NULL, 0, &w, &h, &err));
    CHECK(w == 8 * mw_map_width(map) && h == 8 * mw_map_height(map));
    size_t bytes = 4 * (size_t)w * h;
    uint8_t *pixels = calloc(bytes, 1), *dark = calloc(bytes, 1);
    CHECK(mw_map_rgba(map, 8, NULL, pixels, bytes, NULL, NULL, NULL) && pixels[3] == 255 && pixels[bytes - 1] == 255);
    CHECK(mw_map_rgba(map, 8, "dark", dark, bytes, &w, &h, &err) && memcmp(pixels, dark, bytes));
    CHECK(!mw_map_rgba(map, 8, NULL, pixels, bytes - 1, &w, &h, &err));
    expect(&err, "room for", -1, "room");
    CHECK(!mw_map_rgba(map, 8, "pink", pixels, bytes, &w, &h, &err));
    expect(&err, "no theme is called `pink`", -1, "theme");
    CHECK(!mw_map_rgba(map, 8, "{\"base\": 7}", pixels, bytes, &w, &h, &err));
    expect(&err, "base", -1, "theme");
    CHECK(!mw_map_rgba(map, 0, NULL, pixels, bytes, &w, &h, &err));
    expect(&err, "scale", -1, NULL);
    CHECK(!mw_map_rgba(map, 4000000000u, NULL, pixels, bytes, &w, &h, &err));
    expect(&err, "pixels", -1, NULL);
    free(dark);
    free(pixels);
    mw_map_free(map);
}

static void worlds(void) {
    mw_error *err = NULL;
    mw_world *world = mw_world_new("endless-caves", 7, &err), *again = mw_world_new("endless-caves", 7, &err);
    CHECK(world && again);
    mw_map *here = mw_world_chunk(world, 0, 0, &err), *there = mw_world_chunk(world, -3, 5, &err);
    mw_map *first = mw_world_chunk(again, -3, 5, &err), *then = mw_world_chunk(again, 0, 0, &err);
    CHECK(here && there && mw_map_digest(here) != mw_map_digest(there));
    CHECK(mw_map_digest(here) == mw_map_digest(then) && mw_map_digest(there) == mw_map_digest(first));
    mw_map *far = mw_world_chunk(world, 2147483647, -2147483647 - 1, &err);
    CHECK(far && !err);
    mw_map_free(far);
    mw_world_free(world);
    mw_world_free(again);
    CHECK(mw_map_width(here) > 0);
    mw_map_free(here);
    mw_map_free(there);
    mw_map_free(first);
    mw_map_free(then);
    CHECK(!mw_world_new("castle-keys", 7, &err));
    CHECK(mw_error_stage(err) >= 0);
    mw_error_free(err);
}

static void hostile(void) {
    refuse(NULL, "`recipe` is NULL", -1, NULL);
    refuse("", "no recipe is called ``", -1, "recipe");
    refuse("castle-kays", "did you mean `castle-keys`?", -1, "recipe");
    refuse("\xff", "not UTF-8", -1, NULL);
    refuse("{", "EOF", -1, NULL);
    refuse("\n{\"version\": 1, \"width\": 20, \"height\": 20, \"initial\": {\"use\": \"cave-of-wonders\"}}", "cave-of-wonders", 0, NULL);
    refuse("{\"version\": 1, \"width\": 60, \"height\": 36, \"initial\": {\"use\": \"bsp-dungeon\"}, \"metas\": [{\"use\": \"doors\"}, "
           "{\"use\": \"lock-and-key\", \"keys\": 999}]}", "`keys` is 999", 2, "keys");
    refuse("{\"version\": 1, \"width\": 65535, \"height\": 65535, \"initial\": {\"use\": \"prim-maze\"}}", "would take up to", 0, NULL);
    refuse("{\"version\": 1, \"width\": 20, \"height\": 20, \"initial\": {\"use\": \"from-map\", \"file\": \"/etc/passwd\"}}",
           "/etc/passwd", 0, NULL);
    size_t many = 1 << 20;
    char *text = malloc(many + 1);
    text[many] = 0;
    memset(text, 'a', many);
    refuse(text, "no recipe is called `aaa", -1, "recipe");
    memset(text, '[', many);
    text[0] = '{';
    refuse(text, "", -1, NULL);
    for (const char *deep = "{\"a\":", *at = text; at + 5 <= text + many; at += 5)
        memcpy((char *)at, deep, 5);
    refuse(text, "", -1, NULL);
    free(text);
}

static void nulls(void) {
    mw_map_free(NULL);
    mw_world_free(NULL);
    mw_cancel_free(NULL);
    mw_error_free(NULL);
    mw_string_free(NULL);
    mw_cancel_set(NULL);
    mw_point at = {0, 0};
    CHECK(!mw_map_width(NULL) && !mw_map_height(NULL) && !mw_map_tiles(NULL) && !mw_map_plane(NULL, "tiles", NULL));
    CHECK(!mw_map_start(NULL, &at) && !mw_map_exit(NULL, &at) && !mw_map_path(NULL, at, at, NULL, 0));
    CHECK(!mw_map_sight(NULL, at, 8, NULL, 0) && !mw_map_json(NULL) && !mw_map_digest(NULL));
    CHECK(!mw_error_message(NULL) && mw_error_stage(NULL) == -1 && !mw_error_field(NULL) && !mw_error_retryable(NULL));
    mw_error *err = NULL;
    CHECK(!mw_map_rgba(NULL, 8, NULL, NULL, 0, NULL, NULL, &err));
    expect(&err, "`map` is NULL", -1, NULL);
    CHECK(!mw_world_chunk(NULL, 0, 0, &err));
    expect(&err, "`world` is NULL", -1, NULL);
}

static const char LARGE[] = "{\"version\": 1, \"width\": 3000, \"height\": 3000, \"initial\": {\"use\": \"prim-maze\"}}";

static void *build_large(void *cancel) {
    mw_error *err = NULL;
    CHECK(!mw_build_cancellable(LARGE, 7, cancel, &err));
    return err;
}

static void cancelled(void) {
    mw_error *err = NULL;
    mw_cancel *cancel = mw_cancel_new();
    mw_map *map = mw_build_cancellable("castle-keys", 7, cancel, &err);
    CHECK(map && !err);
    mw_map_free(map);
    pthread_t thread;
    CHECK(!pthread_create(&thread, NULL, build_large, cancel));
    struct timespec soon = {0, 20000000};
    nanosleep(&soon, NULL);
    mw_cancel_set(cancel);
    void *stopped;
    CHECK(!pthread_join(thread, &stopped));
    err = stopped;
    CHECK(!mw_error_retryable(err));
    expect(&err, "stopped", 0, NULL);
    CHECK(!mw_build_cancellable("castle-keys", 7, cancel, &err));
    expect(&err, "stopped", 0, NULL);
    mw_cancel_free(cancel);
}

static void *read_map(void *map) {
    mw_point start, exit;
    CHECK(mw_map_start(map, &start) && mw_map_exit(map, &exit));
    for (int i = 0; i < 20; i++)
        CHECK(mw_map_path(map, start, exit, NULL, 0) > 1 && mw_map_digest(map));
    return NULL;
}

static void threads(void) {
    mw_map *map = mw_build("castle-keys", 7, NULL);
    pthread_t readers[4];
    for (int i = 0; i < 4; i++)
        CHECK(!pthread_create(&readers[i], NULL, read_map, map));
    for (int i = 0; i < 4; i++)
        CHECK(!pthread_join(readers[i], NULL));
    mw_map_free(map);
}

/* What debug builds of the library find out. */
static void misused(void) {
    mw_error *err = NULL;
    mw_map *map = mw_build("castle-keys", 7, &err);
    mw_world *world = mw_world_new("endless-caves", 7, &err);
    CHECK(!mw_build_cancellable("castle-keys", 7, (const mw_cancel *)map, &err));
    expect(&err, "`cancel` is not a handle of that kind", -1, NULL);
    CHECK(!mw_world_chunk((const mw_world *)&err, 0, 0, &err));
    expect(&err, "`world` is not a handle of that kind", -1, NULL);
    mw_map_free(map);
    mw_map_free(map);
    mw_world_free(world);
    CHECK(!mw_map_rgba(map, 8, NULL, NULL, 0, NULL, NULL, &err));
    expect(&err, "`map` was freed", -1, NULL);
    CHECK(!mw_world_chunk(world, 0, 0, &err));
    expect(&err, "`world` was freed", -1, NULL);
    mw_map *other = mw_build("castle-keys", 7, &err);
    CHECK(other && other != map && !mw_map_width(map) && !mw_map_tiles(map) && mw_map_width(other));
    mw_map_free(other);
}

int main(int count, char **arguments) {
    CHECK(count > 1);
    CHECK(mw_version()[0] >= '0');
    digests(arguments[1]);
    planes();
    questions();
    pictures();
    worlds();
    hostile();
    nulls();
    cancelled();
    threads();
    if (count > 2 && !strcmp(arguments[2], "checked"))
        misused();
    puts("all good");
    return 0;
}
