//! Accesses out of bounds, through null, and values that were never written.

use super::class::Class;
use super::{Shape, both, only_c, only_cpp};

/// The shapes.
pub(super) const SHAPES: &[Shape] = &[
    both(
        Class::HeapRead,
        "",
        "$T *p = ($T *)malloc($K * sizeof($T));
for (int i = 0; i < $K; i++) p[i] = ($T)i;
r += (int)(p[n + $K - $N@{@| - 1@}] & 7);
free(p);",
    ),
    both(
        Class::HeapRead,
        "",
        "$T *p = ($T *)calloc($K, sizeof($T));
for (int i = 0; i @{<=@|<@} $K; i++) r += (int)(p[i] & 7);
free(p);",
    ),
    both(
        Class::HeapRead,
        "",
        "$T *p = ($T *)calloc($K, sizeof($T));
int at = @{-1@|0@};
r += (int)(p[at] & 7);
free(p);",
    ),
    both(
        Class::HeapRead,
        "",
        "$T *p = ($T *)calloc($K, sizeof($T)), q[$K + 1];
memcpy(q, p, (size_t)(n + $K - $N@{ + 1@|@}) * sizeof($T));
r += (int)(q[0] & 7);
free(p);",
    ),
    only_cpp(
        Class::HeapRead,
        "#include <vector>\n",
        "std::vector<$T> v;
for (int i = 0; i < $K; i++) v.push_back(($T)i);
const $T *p = v.data();
r += (int)(p[@{v.capacity()@|v.size() - 1@}] & 7);",
    ),
    both(
        Class::HeapWrite,
        "",
        "$T *p = ($T *)malloc($K * sizeof($T));
$T *end = p + $K;
for ($T *q = p; q @{<=@|<@} end; q++) *q = 1;
r += (int)p[0];
free(p);",
    ),
    both(
        Class::HeapWrite,
        "struct pair {\nint a;\nint b;\n};\n",
        "struct pair *s = (struct pair *)malloc(sizeof(@{int@|struct pair@}));
s->b = n;
s->a = 1;
r += s->a;
free(s);",
    ),
    both(
        Class::HeapWrite,
        "",
        "$T *p = ($T *)malloc($K * sizeof($T));
p = ($T *)realloc(p, @{1@|$K + 2@} * sizeof($T));
p[1] = 2;
r += (int)p[1];
free(p);",
    ),
    both(
        Class::HeapWrite,
        "",
        "char *p = (char *)malloc($K + 1);
memset(p, 1, (size_t)(n + $K - $N@{ + 2@| + 1@}));
r += p[0];
free(p);",
    ),
    both(
        Class::StackRead,
        "",
        "$T a[$K];
for (int i = 0; i < $K; i++) a[i] = ($T)i;
r += (int)(a[n + $K - $N@{@| - 1@}] & 7);",
    ),
    both(
        Class::StackRead,
        "static int last(const $T *a, int length) {\nreturn (int)(a[length - 1] & 7);\n}\n",
        "$T a[$K] = {1, 2};
r += last(a, $K@{ + 1@|@});",
    ),
    both(
        Class::StackRead,
        "",
        "$T a[$K] = {1}, b[$K + 1];
memcpy(b, a, (size_t)(n + $K - $N@{ + 1@|@}) * sizeof($T));
r += (int)(b[0] & 7);",
    ),
    both(
        Class::StackWrite,
        "",
        "$T a[$K];
for (int i = 0; i @{<=@|<@} $K; i++) a[i] = 1;
r += (int)a[0];",
    ),
    both(
        Class::StackWrite,
        "static void put($T *a, int at) {\na[at] = 3;\n}\n",
        "$T a[$K] = {0};
put(a, @{n - $N - 1@|n - $N@});
r += (int)a[0];",
    ),
    only_c(
        Class::StackWrite,
        "",
        "int a[n + $K];
a[@{n + $K@|$K@}] = 4;
r += a[@{n + $K@|$K@}];",
    ),
    both(Class::Global, "static $T table[$K] = {1, 2};\n", "r += (int)(table[n + $K - $N@{@| - 1@}] & 7);"),
    both(
        Class::Global,
        "static $T table[$K];\n",
        "$T *p = table;
for (int i = 0; i < $K@{ + 1@|@}; i++) *p++ = 1;
r += (int)table[0];",
    ),
    both(
        Class::String,
        "",
        "char *p = (char *)malloc($K + 1);
memset(p, 'a', $K + 1);
p[$K] = @{'b'@|0@};
r += (int)strlen(p);
free(p);",
    ),
    both(
        Class::String,
        "",
        "char a[@{4@|5@}];
strcpy(a, \"four\");
r += a[0] & 7;",
    ),
    both(
        Class::String,
        "",
        "const char *word = \"word\";
char *p = (char *)malloc(strlen(word)@{@| + 1@});
strcpy(p, word);
r += p[1] & 7;
free(p);",
    ),
    both(
        Class::Null,
        "",
        "int x = $V, *p = @{NULL@|&x@};
r += *p;",
    ),
    both(
        Class::Null,
        "struct node {\nint value;\nstruct node *next;\n};\n",
        "struct node last = {$V, NULL}, first = {1, &last};
r += first.next@{->next@|@}->value;",
    ),
    both(
        Class::Null,
        "static int called(int x) {\nreturn x & 3;\n}\n",
        "int (*f)(int) = @{NULL@|called@};
r += f(n);",
    ),
    both(
        Class::UninitialisedBranch,
        "",
        "int x@{@| = $V@};
if (x & 1) r += 2;
else r += 1;",
    ),
    both(
        Class::UninitialisedBranch,
        "",
        "int *p = (int *)@{malloc(2 * sizeof(int))@|calloc(2, sizeof(int))@};
p[0] = 1;
switch (p[1] & 1) {
case 1: r += 3; break;
default: r += 4;
}
free(p);",
    ),
    both(
        Class::UninitialisedBranch,
        "struct pair {\nint a;\nint b;\n};\n",
        "struct pair s, t;
s.a = n;
@{@|s.b = 1;@}
t = s;
r += (t.b & 2) ? t.a : 5;",
    ),
    both(
        Class::UninitialisedBranch,
        "static void fill($T *a, int count) {\nfor (int i = 0; i < count; i++) a[i] = 1;\n}\n",
        "$T a[$K];
fill(a, $K@{ - 1@|@});
for (int i = 0; i < $K; i++)
if (a[i] > 0) r += 1;",
    ),
    both(
        Class::UninitialisedDivisor,
        "",
        "int x@{@| = $V@};
r += 60 / (x | 1);",
    ),
    both(
        Class::UninitialisedDivisor,
        "",
        "unsigned *p = (unsigned *)malloc(sizeof(unsigned));
@{@|*p = $V;@}
r += (int)(60 % (*p | 8) & 7);
free(p);",
    ),
    both(
        Class::UninitialisedIndex,
        "",
        "int a[4] = {1, 2, 3, 4}, x@{@| = $V@};
r += a[x & 3];",
    ),
    both(
        Class::UninitialisedIndex,
        "",
        "char *p = (char *)@{malloc(4)@|calloc(4, 1)@}, a[256];
memset(a, 1, 256);
a[(unsigned char)p[2]] = 5;
r += a[0];
free(p);",
    ),
];
