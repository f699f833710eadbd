// A hash table of pointers has each of them once.
// expect: TRUE
// states: 16024
#include <cassert>
#include <unordered_set>

static int a, b;

int main() {
    std::unordered_set<int *> set;
    set.insert(&a);
    set.insert(&b);
    set.insert(&a);
    assert(set.size() == 2 && set.count(&a) && set.count(&b));
    set.erase(&a);
    assert(!set.count(&a) && set.count(&b));
}
