/* Reads tiles after their map is gone: what the address sanitizer must find. */
#include <mapwright.h>

int main(void) {
    mw_map *map = mw_build("castle-keys", 7, NULL);
    const uint8_t *tiles = mw_map_tiles(map);
    mw_map_free(map);
    return tiles[0];
}
