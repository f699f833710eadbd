// A declaration in front of the first case: every case may use the variable after it has set it (C17 6.8.4.2p7).
// expect: TRUE
// states: 33
int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++)
        switch (i) {
            int y, *p;
        case 0:
            y = 4;
            p = &y;
            sum += *p;
            break;
        case 1:
            y = 5;
            sum += y;
        }
    return sum - 9;
}
