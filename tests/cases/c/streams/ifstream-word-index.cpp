// A word may be a number that is too large.
// expect: memory=FALSE assertion=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 1430
#include <cstdlib>
#include <fstream>
#include <string>

int main() {
    std::ifstream in("in.txt");
    int table[4] = {0, 0, 0, 0};
    std::string word;
    if (in >> word) return table[std::atoi(word.c_str())];
    return 0;
}
