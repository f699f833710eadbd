// The length of an array of variable length is a remainder modulo zero (C17 6.5.5p5; no integer constant expression by 6.6p4, so it is evaluated).
// expect: arithmetic=FALSE
// states: 3
static unsigned long size;

int main(void) {
    char a[1 % 0 + 1];
    size = sizeof a;
    return 0;
}
