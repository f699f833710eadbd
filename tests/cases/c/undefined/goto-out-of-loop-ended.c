// A goto out of a loop; a variable of the loop's body is used behind it (C17 6.2.4p6).
// expect: memory=FALSE
// states: 28
static int find(int n) {
    int *p = &n;
    for (int i = 0; i < 3; i++) {
        int body = i;
        p = &body;
        if (i == n)
            goto out;
    }
    return 0;
out:;
    int z[1];
    z[0] = *p;
    return z[0];
}

int main(void) { return find(1) * 0; }
