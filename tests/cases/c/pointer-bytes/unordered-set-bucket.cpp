// Two pointers may be in one bucket of a hash table.
// expect: assertion=FALSE
// states: 4789
#include <cassert>
#include <unordered_set>

static int a, b;

int main() {
    std::unordered_set<int *> set;
    set.insert(&a);
    set.insert(&b);
    assert(set.bucket(&a) != set.bucket(&b));
}
