/* The fewest nanoseconds of ten builds of each seed of a recipe, from 0 on: `time RECIPE COUNT`. */
#include <mapwright.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int count, char **arguments) {
    if (count < 3)
        return 2;
    for (int seed = 0; seed < atoi(arguments[2]); seed++) {
        long long fewest = -1;
        for (int turn = 0; turn < 10; turn++) {
            struct timespec from, to;
            clock_gettime(CLOCK_MONOTONIC, &from);
            mw_map *map = mw_build(arguments[1], (uint64_t)seed, NULL);
            if (!map)
                return 1;
            mw_map_free(map);
            clock_gettime(CLOCK_MONOTONIC, &to);
            long long took = (to.tv_sec - from.tv_sec) * 1000000000ll + (to.tv_nsec - from.tv_nsec);
            fewest = fewest < 0 || took < fewest ? took : fewest;
        }
        printf("%lld\n", fewest);
    }
    return 0;
}
