// A case leads into a block of a loop; the compound literal there is used while the block runs (C17 6.8.1, 6.5.2.5p5).
// expect: TRUE
// states: 44
#include <assert.h>

static volatile int rest = 1;

int main(void) {
    int n = 2, sum = 0;
    switch (rest) {
    case 0:
        do {
            sum += *&(int){10};
        case 1:
            sum += *&(int){1};
        } while (--n);
    }
    assert(sum == 12);
    return 0;
}
