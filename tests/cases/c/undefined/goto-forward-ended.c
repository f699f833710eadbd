// A goto without braces around it, over code to a label: a variable of the block that it leaves has ended (C17 6.2.4p6).
// expect: memory=FALSE
// states: 12
int main(void) {
    int n = 1, *p = &n;
    {
        int inner = 0;
        p = &inner;
        if (n)
            goto done;
        n = 2;
    }
done:;
    int z = *p;
    return z;
}
