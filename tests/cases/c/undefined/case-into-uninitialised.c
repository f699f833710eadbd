// A case leads into a block past the initialiser of its variable, and a branch reads it (C17 6.2.4p6).
// expect: memory=FALSE
// states: 23
static int seen;

int main(void) {
    for (int turn = 0; turn < 2; turn++) {
        switch (turn) {
        case 0: {
            int x = 1;
            seen = x;
            break;
        case 1:
            if (x == 1)
                seen = 2;
        }
        }
    }
    return 0;
}
