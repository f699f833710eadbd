// In C++17 a left shift of a negative number is undefined ([expr.shift]/2 of C++17).
// expect: overflow=FALSE
// flags: -std=c++17
// states: 9
static int minus_one = -1, result;

int main() { result = minus_one << 1; }
