// A small number is used as an address: it points to no object (C17 6.3.2.3p5, 6.5.3.2p4).
// expect: memory=FALSE
// states: 5
int main(void) {
    int *volatile p = (int *)8;
    *p = 1;
    return 0;
}
