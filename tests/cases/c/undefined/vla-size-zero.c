// The length of an array of variable length must be greater than zero each time it is evaluated (C17 6.7.6.2p5).
// expect: memory=FALSE
// states: 4
static volatile int n = 0;
static unsigned long size;

int main(void) {
    int a[n];
    size = sizeof a;
    return 0;
}
