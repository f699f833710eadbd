// A case leads into a block: its variable is another object each time, and only that one is used (C17 6.2.4p6).
// expect: TRUE
// states: 135
#include <assert.h>

static int count(int from) {
    int sum = 0;
    switch (from) {
    case 0:
        for (int n = 0; n < 3; n++) {
            int x;
            int *p;
            sum += 1;
    case 1:
            p = &x;
            x = 2;
            sum += *p;
            if (from == 1)
                return sum;
        }
    }
    return sum;
}

int main(void) {
    assert(count(0) == 9);
    assert(count(1) == 2);
    assert(count(2) == 0);
    return 0;
}
