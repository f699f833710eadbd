// One execution frees twice, another one loses the block: valid-free and valid-memtrack are each violated in one of them;
// valid-deref is violated in none, but not decided after the second free.
// expect: memory=FALSE valid-free=FALSE valid-memtrack=FALSE valid-deref=UNKNOWN
// states: 13
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    char *block = malloc(4);
    if (__VERIFIER_nondet_bool()) {
        free(block);
        free(block);
    }
    block = NULL;
    return 0;
}
