// A goto without braces around it, over code to a declaration behind the label: the variable begins with the function (C17 6.2.4p6).
// expect: TRUE
// states: 14
int main(void) {
    int n = 1;
    if (n)
        goto done;
    n = 2;
done:;
    int z[2] = {n, n};
    return z[0] - z[1];
}
