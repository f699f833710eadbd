// A null pointer is read before the test, and the value is not used; an optimiser deletes the access or the test (C17 6.5.3.2p4).
// expect: memory=FALSE
// options: --opt 2
// states: 6
static int *volatile pointer;

static int valid(const int *p) {
    int x = *p;
    (void)x;
    if (!p)
        return 0;
    return 1;
}

int main(void) {
    return valid(pointer) & 0;
}
