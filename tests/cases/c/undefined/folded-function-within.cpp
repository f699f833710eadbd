// The same function with numbers for which it is defined, for global and for local constants ([expr.shift]/1).
// expect: TRUE
// states: 13
constexpr int bit(int n) { return 1 << n; }
int mask = bit(3);

int main() {
    const int low = bit(3);
    int many[2] = {bit(1), bit(2)};
    return mask - low + many[0] + many[1] - 6;
}
