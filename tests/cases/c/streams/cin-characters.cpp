// Characters behind white space, all of them.
// expect: TRUE
#include <cassert>
#include <iostream>

int main() {
    char c;
    while (std::cin >> c) assert(c != ' ' && c != '\n');
    return 0;
}
