// A goto out of a block and back into it past the initialiser: the new object has no value, and a branch reads it (C17 6.2.4p6: initialised only when the declaration is reached).
// expect: memory=FALSE
// states: 14
static int seen;

int main(void) {
    {
        int x = 1;
        seen = x;
        goto out;
    in:
        if (x == 1)
            seen = 2;
        goto end;
    }
out:
    goto in;
end:
    return 0;
}
