// What the program has written is not kept.
// expect: UNKNOWN
// states: 143
#include <cassert>
#include <fstream>

int main() {
    std::fstream file("data", std::ios::in | std::ios::out);
    int n;
    if (!file) return 1;
    file << 7;
    file.seekg(0);
    if (file >> n) assert(n == 7);
    return 0;
}
