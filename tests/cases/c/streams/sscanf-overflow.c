// The word does not fit.
// expect: memory=FALSE
// states: 5
#include <stdio.h>

int main(void) {
    char word[4];
    sscanf("four", "%s", word);
    return 0;
}
