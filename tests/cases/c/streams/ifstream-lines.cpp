// Lines of a file that may be missing; they are only sampled.
// expect: UNKNOWN
#include <cassert>
#include <fstream>
#include <string>

int main() {
    std::ifstream in("in.txt");
    std::string line;
    while (std::getline(in, line)) assert(line.find('\n') == std::string::npos);
    assert(!in);
    return 0;
}
