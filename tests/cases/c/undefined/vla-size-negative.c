// The length of an array of variable length is negative (C17 6.7.6.2p5: it shall be greater than zero).
// expect: memory=FALSE
// states: 4
static volatile int n = -1;
static unsigned long size;

int main(void) {
    char a[n];
    size = sizeof a;
    return 0;
}
