// Numbers up to the end; they are only sampled.
// expect: UNKNOWN
// states: 717
#include <cassert>
#include <iostream>

int main() {
    int n, greatest = 0;
    while (std::cin >> n)
        if (n > greatest) greatest = n;
    assert(greatest >= 0 && std::cin.fail());
    return 0;
}
