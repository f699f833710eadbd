// Duff's device: cases lead into the body of a loop, whose variables are other objects in each turn (C17 6.8.4.2, 6.2.4p6).
// expect: TRUE
// states: 138
#include <assert.h>

static int to[7], from[7] = {1, 2, 3, 4, 5, 6, 7};

int main(void) {
    int count = 7, n = (count + 3) / 4, at = 0;
    switch (count % 4) {
    case 0:
        do {
            int *place;
            place = &to[at], *place = from[at], at++;
    case 3:
            place = &to[at], *place = from[at], at++;
    case 2:
            place = &to[at], *place = from[at], at++;
    case 1:
            place = &to[at], *place = from[at], at++;
        } while (--n > 0);
    }
    for (int i = 0; i < 7; i++)
        assert(to[i] == i + 1);
    return 0;
}
