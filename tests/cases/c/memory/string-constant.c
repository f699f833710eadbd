// A string constant is written to.
// expect: memory=FALSE
// states: 5
int main(void) {
    char *volatile s = "abc";
    *(volatile char *)s = 'x';
    return 0;
}
