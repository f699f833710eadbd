// Compound literals of a macro: the block around them ends (C17 6.5.2.5p5).
// expect: memory=FALSE
// states: 12
#define BOX(n) (&(struct box){.number = (n)})

struct box {
    int number;
};

static int seen;

int main(void) {
    struct box *b = BOX(1);
    do {
        seen = b->number;
        b = BOX(2);
    } while (b->number == 3);
    return 0;
}
