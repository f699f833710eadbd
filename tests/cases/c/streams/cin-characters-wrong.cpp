// get does not skip white space.
// expect: assertion=FALSE
#include <cassert>
#include <iostream>

int main() {
    char c;
    while (std::cin.get(c)) assert(c != ' ');
    return 0;
}
