// The log may be missing.
// expect: assertion=FALSE
// states: 116
#include <cassert>
#include <fstream>

int main() {
    std::ofstream log("log.txt");
    log << "line " << 1 << '\n';
    assert(log);
    return 0;
}
