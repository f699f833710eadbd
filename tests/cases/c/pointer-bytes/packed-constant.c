// Pointers at unaligned places of a constant and of an initialised variable.
// expect: TRUE
// states: 24
#include <assert.h>

struct __attribute__((packed)) entry {
    char tag;
    const int *where;
    int (*what)(int);
};

static int next(int x) { return x + 1; }
static int same(int x) { return x; }

static const int numbers[] = {4, 5};
static const struct entry constant[2] = {{'a', &numbers[0], next}, {'b', &numbers[1], same}};
static struct entry variable = {'c', &numbers[1], next};

int main(void) {
    struct entry local = constant[1];
    assert(local.what(*local.where) == 5);
    assert(constant[0].what(*constant[0].where) == 5);
    assert(variable.what(*variable.where) == 6);
    variable = constant[0];
    assert(variable.where == numbers && variable.tag == 'a');
    return 0;
}
