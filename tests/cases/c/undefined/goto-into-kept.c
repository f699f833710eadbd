// A goto out of a block and back into it: the variable is another object, and a pointer to the first one is read (C17 6.2.4p6).
// expect: memory=FALSE
// states: 14
static int seen;

int main(void) {
    int *p;
    {
        int x = 1;
        p = &x;
        goto out;
    in:
        x = 2;
        seen = *p;
        goto end;
    }
out:
    goto in;
end:
    return 0;
}
