// A line may be empty.
// expect: assertion=FALSE memory=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 741
#include <cassert>
#include <iostream>
#include <string>

int main() {
    std::string line;
    if (std::getline(std::cin, line)) assert(!line.empty());
    return 0;
}
