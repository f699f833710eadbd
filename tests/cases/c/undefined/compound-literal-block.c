// A compound literal is read after the block around it has ended (C17 6.5.2.5p5).
// expect: memory=FALSE
// states: 11
struct pair {
    int first, second;
};

static int seen;

int main(void) {
    struct pair *p;
    {
        p = &(struct pair){3, 4};
        seen = p->first;
    }
    seen = p->second;
    return 0;
}
