// A whole file as a string; it is only sampled.
// expect: UNKNOWN
// states: 3601
#include <cassert>
#include <fstream>
#include <sstream>

int main() {
    std::ifstream in("in.txt");
    std::ostringstream text;
    if (in) text << in.rdbuf();
    assert(text.str().size() < 100);
    return 0;
}
