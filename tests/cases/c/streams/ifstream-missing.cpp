// The file may be missing: then nothing is stored.
// expect: memory=FALSE assertion=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 259
#include <fstream>

int main() {
    std::ifstream in("in.txt");
    int n;
    in >> n;
    if (n > 0) return 1;
    return 0;
}
