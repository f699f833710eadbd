// Pointers are swapped and sorted by exchanging their bytes, alone and in packed structures; memory that holds them moves.
// expect: TRUE
// expect[O2]: UNKNOWN
// states: 641
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct __attribute__((packed)) entry {
    char key;
    int *first;
    short number;
    int *second;
};

static void swap(char *a, char *b, size_t n) {
    while (n--) {
        char t = *a;
        *a++ = *b;
        *b++ = t;
    }
}

static int compare(const void *a, const void *b) { return **(int *const *)a - **(int *const *)b; }

int main(void) {
    int x = 3, y = 1, z = 2, *all[] = {&x, &y, &z};
    swap((char *)&all[0], (char *)&all[1], sizeof all[0]);
    assert(all[0] == &y && all[1] == &x);
    qsort(all, 3, sizeof all[0], compare);
    assert(*all[0] == 1 && *all[1] == 2 && *all[2] == 3);

    struct entry e = {'a', &x, 5, &y}, f;
    swap((char *)&e, (char *)&f, sizeof e);
    assert(f.first == &x && f.second == &y && f.number == 5);
    char *heap = malloc(sizeof f + 1);
    memcpy(heap, &f, sizeof f);
    memmove(heap + 1, heap, sizeof f);
    heap = realloc(heap, 100);
    memcpy(&e, heap + 1, sizeof e);
    assert(*e.first == 3 && *e.second == 1);
    memset(heap, 0, 100);
    free(heap);

    int (*function)(const void *, const void *) = compare, (*copy)(const void *, const void *);
    swap((char *)&function, (char *)&copy, sizeof copy);
    assert(copy == compare && copy(&all[0], &all[1]) < 0);
    return 0;
}
