// A goto leaves two blocks; the compound literal of the inner one is read there (C17 6.5.2.5p5).
// expect: memory=FALSE
// states: 8
static int seen;

int main(void) {
    int *p = 0;
    {
        {
            p = &(int){1};
            goto out;
        }
    }
out:
    seen = *p;
    return 0;
}
