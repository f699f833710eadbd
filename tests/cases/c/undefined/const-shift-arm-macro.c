// The arm with the shift that overflows is not taken, but a macro hides which arm it stands in: not decided.
// expect: UNKNOWN
// expect[O1,O2]: TRUE
// states: 4
#define FLAG(c) ((c) ? 1 << 31 : 3)

static volatile int zero;
static int result;

int main(void) {
    result = FLAG(zero);
    return 0;
}
