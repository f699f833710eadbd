// There may be no number: then nothing is stored at the end of the file.
// expect: memory=FALSE assertion=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 72
#include <iostream>

int main() {
    int n;
    std::cin >> n;
    if (n > 0) std::cout << "positive";
    return 0;
}
