// A log that may be missing is written.
// expect: TRUE
// states: 145
#include <cassert>
#include <fstream>

int main() {
    std::ofstream log("log.txt");
    if (!log) return 1;
    log << "line " << 1 << '\n' << std::endl;
    assert(log.good() && log.is_open());
    log.close();
    assert(!log.is_open());
    return 0;
}
