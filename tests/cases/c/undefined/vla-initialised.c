// The twin: the element has a value (C17 6.2.4p7).
// expect: TRUE
// runs: all
// states: 18
int main(void) {
    int size = 2;
    int array[size];
    array[1] = 2;
    if (array[1] == 3)
        return 1;
    return 0;
}
