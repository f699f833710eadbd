// A line of standard input, if there is one; lines are only sampled.
// expect: UNKNOWN
// states: 1457
#include <cassert>
#include <iostream>
#include <string>

int main() {
    std::string line;
    if (std::getline(std::cin, line)) assert(line.find('\n') == std::string::npos);
    return 0;
}
