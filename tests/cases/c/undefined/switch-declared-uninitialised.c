// A declaration in front of the first case: each time that the switch is reached the variable is another one, without a value (C17 6.2.4p6).
// expect: memory=FALSE
// states: 14
int main(void) {
    int seen = 0;
    for (int i = 0; i < 2; i++)
        switch (1) {
            int y;
        case 1:
            if (i && y)
                seen = 1;
            y = 4;
        }
    return seen * 0;
}
