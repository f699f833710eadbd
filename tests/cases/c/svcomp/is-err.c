// Errors as pointers: IS_ERR, PTR_ERR and MAP_FAILED compare an address with the last page, as kernels and mmap do.
// expect: TRUE
// expect[O1,O2]: UNKNOWN
// states: 89
#include <assert.h>
#include <stdlib.h>

#define MAX_ERRNO 4095
#define IS_ERR_VALUE(x) __builtin_expect((unsigned long)(void *)(x) >= (unsigned long)-MAX_ERRNO, 0)

static inline void *ERR_PTR(long error) { return (void *)error; }
static inline long PTR_ERR(const void *ptr) { return (long)ptr; }
static inline _Bool IS_ERR(const void *ptr) { return IS_ERR_VALUE((unsigned long)ptr); }

static int object;

static void *find(int n) {
    if (n == 0)
        return ERR_PTR(-12);
    return n == 1 ? (void *)&object : malloc(4);
}

int main(void) {
    for (int n = 0; n < 3; n++) {
        void *p = find(n);
        if (IS_ERR(p)) {
            assert(n == 0 && PTR_ERR(p) == -12);
            continue;
        }
        assert(n != 0);
        assert(p != (void *)-1);
        assert(p != (void *)1);
        *(int *)p = n;
        if (n == 2)
            free(p);
    }
    assert(object == 1);
    return 0;
}
