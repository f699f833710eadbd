// A goto out of a loop to a declaration; the loop's ends come together in the compiler's code, and part again (C17 6.2.4p6).
// expect: TRUE
// states: 49
static int find(int n) {
    for (int i = 0; i < 3; i++) {
        if (i == n)
            goto out;
    }
    n = 2;
out:;
    int z[1];
    z[0] = n;
    return z[0];
}

int main(void) { return find(1) + find(7) - 3; }
