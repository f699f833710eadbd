// An element of an array of variable length is read before it has a value (C17 6.2.4p7, 6.3.2.1p2).
// expect: memory=FALSE
// runs: all
// states: 8
int main(void) {
    int size = 2;
    int array[size];
    if (array[1] == 3)
        return 1;
    return 0;
}
