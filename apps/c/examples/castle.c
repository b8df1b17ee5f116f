/* A castle with locked doors, as text, and what a game asks of it next. */
#include <mapwright.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    mw_error *err = NULL;
    mw_map *map = mw_build("castle-keys", 7, &err); /* a name, or a recipe as JSON */
    if (!map) {
        fprintf(stderr, "%s\n", mw_error_message(err));
        mw_error_free(err);
        return 1;
    }
    uint32_t w = mw_map_width(map), h = mw_map_height(map);
    size_t area = (size_t)w * h;
    const uint8_t *tiles = mw_map_tiles(map); /* w * h, lives as long as the map */

    mw_point start, exit;
    mw_point *path = malloc(area * sizeof *path);
    uint8_t *seen = malloc(area);
    if (!path || !seen || !mw_map_start(map, &start) || !mw_map_exit(map, &exit))
        return 1;
    size_t length = mw_map_path(map, start, exit, path, area);
    mw_map_sight(map, start, 8, seen, area);

    char *picture = malloc(area);
    if (!picture)
        return 1;
    for (size_t i = 0; i < area; i++)
        picture[i] = tiles[i] >= 128 ? '#' : seen[i] ? ',' : '.'; /* solid, in sight from the start, the rest */
    for (size_t i = 0; i < length; i++)
        picture[path[i].y * w + path[i].x] = '*';
    for (uint32_t y = 0; y < h; y++)
        printf("%.*s\n", (int)w, picture + (size_t)y * w);
    printf("%zu steps from %u,%u to %u,%u, digest %016llx\n", length - 1, start.x, start.y, exit.x, exit.y,
           (unsigned long long)mw_map_digest(map));

    char *json = mw_map_json(map); /* rooms, doors, keys, spawns and all the rest */
    FILE *file = fopen("castle.json", "w");
    if (file) {
        fputs(json, file);
        fclose(file);
    }
    mw_string_free(json);
    free(picture);
    free(seen);
    free(path);
    mw_map_free(map);
    return 0;
}
