// Characters behind white space, all of them.
// expect: TRUE
// states: 2519
#include <cassert>
#include <iostream>

int main() {
    char c;
    while (std::cin >> c) assert(c != ' ' && c != '\n');
    return 0;
}
