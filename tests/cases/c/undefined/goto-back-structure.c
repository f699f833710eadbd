// A goto to a place before the declaration of a structure: reached again, its members have no values (C17 6.2.4p6).
// expect: memory=FALSE
// states: 13
struct pair {
    int first, second;
};

static int seen;

int main(void) {
    int n = 0;
again:;
    struct pair p;
    if (n++ == 0) {
        p.first = p.second = 1;
        goto again;
    }
    if (p.second == 1)
        seen = 1;
    return 0;
}
