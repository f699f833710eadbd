// The initialiser of a static local variable shifts by a negative number, in a function that is called (C17 6.5.7p3).
// expect: arithmetic=FALSE
// states: 3
static int count(void) {
    static int start[2] = {1, 1 << -1};
    return start[0]++;
}

int main(void) { return count() - 1; }
