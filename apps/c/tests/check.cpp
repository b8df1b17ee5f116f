// The same header in C++: handles as unique pointers, maps built by several threads. The argument is a file with a name, a
// seed and a digest in each line.
#include <mapwright.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct Free {
    void operator()(mw_map *map) const { mw_map_free(map); }
    void operator()(mw_error *error) const { mw_error_free(error); }
    void operator()(mw_world *world) const { mw_world_free(world); }
};
using Map = std::unique_ptr<mw_map, Free>;

static Map build(const std::string &recipe, std::uint64_t seed) {
    mw_error *err = nullptr;
    Map map(mw_build(recipe.c_str(), seed, &err));
    std::unique_ptr<mw_error, Free> error(err);
    if (!map)
        throw std::runtime_error(mw_error_message(error.get()));
    return map;
}

int main(int count, char **arguments) {
    std::ifstream lines(count > 1 ? arguments[1] : "");
    std::string name;
    std::uint64_t seed, digest;
    std::vector<std::thread> threads;
    while (lines >> name >> std::dec >> seed >> std::hex >> digest) {
        threads.emplace_back([=] {
            if (mw_map_digest(build(name, seed).get()) != digest) {
                std::cerr << name << " has another digest\n";
                std::exit(1);
            }
        });
        if (threads.size() % 4 == 0)
            for (auto &thread : threads)
                if (thread.joinable())
                    thread.join();
    }
    for (auto &thread : threads)
        if (thread.joinable())
            thread.join();
    try {
        build("castle-kays", 7);
        return 1;
    } catch (const std::runtime_error &error) {
        std::cout << threads.size() << " digests; " << error.what() << "\n";
    }
    return threads.size() > 5 ? 0 : 1;
}
