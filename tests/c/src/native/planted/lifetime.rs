//! Memory that is used after its end, freed in the wrong way, or never freed.
//!
//! Leaks lose several blocks: a stale copy of the last pointer on the stack may keep one from being reported.

use super::class::Class;
use super::{Shape, both, only_c, only_cpp};

/// The shapes.
pub(super) const SHAPES: &[Shape] = &[
    both(
        Class::UseAfterFree,
        "",
        "$T *p = ($T *)malloc($K * sizeof($T));
p[1] = 3;
@{free(p);@|@}
r += (int)(p[1] & 7);
@{@|free(p);@}",
    ),
    both(
        Class::UseAfterFree,
        "static void give_back($T *p, int count) {\nif (count > 0) free(p);\n}\n",
        "$T *p = ($T *)malloc($K * sizeof($T)), *q = p + 1;
give_back(p, @{n@|n - $N@});
*q = 1;
@{@|free(p);@}",
    ),
    both(
        Class::UseAfterFree,
        "",
        "$T *p = ($T *)calloc($K, sizeof($T)), *q = ($T *)realloc(p, 40 * sizeof($T));
r += (int)(@{p@|q@}[0] & 7);
free(q);",
    ),
    both(
        Class::UseAfterFree,
        "struct node {\nint value;\nstruct node *next;\n};\n",
        "struct node *list = NULL;
for (int i = 0; i < $K; i++) {
struct node *one = (struct node *)malloc(sizeof(struct node));
one->value = i;
one->next = list;
list = one;
}
while (list) {
struct node *next = list->next;
r += list->value & 1;
free(list);
list = @{list->next@|next@};
}",
    ),
    only_cpp(
        Class::UseAfterFree,
        "#include <vector>\n",
        "std::vector<$T> v(2, 1);
$T *p = &v[0];
for (int i = 0; i < 3; i++) v.push_back(($T)i);
r += (int)(@{*p@|v[0]@} & 7);",
    ),
    only_cpp(
        Class::UseAfterFree,
        "#include <memory>\n",
        "std::unique_ptr<$T> owner(new $T(2));
$T *p = owner.get();
@{owner.reset();@|@}
r += (int)(*p & 7);",
    ),
    both(
        Class::DoubleFree,
        "",
        "$T *p = ($T *)malloc($K), *q = p;
free(p);
@{@|q = NULL;@}
free(q);",
    ),
    both(
        Class::DoubleFree,
        "",
        "char *p = (char *)malloc($K);
for (int i = 0; i < @{2@|1@}; i++) free(p);",
    ),
    only_cpp(
        Class::DoubleFree,
        "",
        "int *p = new int(n);
delete p;
@{@|p = nullptr;@}
delete p;",
    ),
    both(
        Class::InvalidFree,
        "",
        "$T *p = ($T *)calloc($K, sizeof($T));
r += (int)p[0];
free(p@{ + 1@|@});",
    ),
    both(
        Class::InvalidFree,
        "",
        "int x = n, *p = @{&x@|(int *)malloc(sizeof(int))@};
*p = 1;
r += x & 1;
free(p);",
    ),
    both(
        Class::InvalidFree,
        "static $T kept[$K];\n",
        "$T *p = kept;
@{@|p = ($T *)malloc(sizeof($T));@}
p[0] = 1;
free(p);",
    ),
    both(
        Class::UseAfterReturn,
        "static int *local_of(int n) {\n@{@|static @}int x;\nint *p = &x;\nx = n;\nreturn p;\n}\n",
        "int *p = local_of(n);
r += *p & 7;",
    ),
    both(
        Class::UseAfterReturn,
        "struct box {\n$T *at;\n};\nstatic void keep(struct box *b, $T *given) {\n$T a[$K] = {1, 2};\ngiven[0] = a[0];\nb->at = @{a@|given@};\n}\n",
        "struct box b;
$T mine[2] = {3, 4};
keep(&b, mine);
b.at[1] = 5;
r += (int)b.at[1];",
    ),
    both(
        Class::ScopeOfBlock,
        "",
        "$T *p = NULL;
@{@|$T x = 1;@}
{
@{$T x = 1;@|@}
p = &x;
}
r += (int)(*p & 7);",
    ),
    both(
        Class::ScopeOfBlock,
        "",
        "$T *p = NULL;
if (n > 0) {
$T a[$K] = {2, 3};
p = a;
@{@|r += (int)p[1];@}
}
@{r += (int)p[1];@|@}",
    ),
    both(
        Class::ScopeOfBlock,
        "",
        "$T spare = 2, *p = &spare;
switch (n) {
default: {
$T x = 1;
@{p = &x;@|*p = x;@}
}
}
*p = 3;
r += (int)*p;",
    ),
    both(
        Class::ScopeOfLoop,
        "",
        "int *p = NULL;
for (int i = 0; i < $K; i++) {
int x = i;
p = &x;
@{@|r += *p;@}
}
@{r += *p;@|@}",
    ),
    both(
        Class::ScopeOfLoop,
        "",
        "int *p = NULL@{@|, i@};
for (@{int @|@}i = 0; i < $K; i++) p = &i;
r += *p;",
    ),
    both(
        Class::ScopeOfIteration,
        "",
        "int *p = NULL;
for (int i = 0; i < 2; i++) {
int x = i;
@{@|p = &x;@}
if (i == 1) r += *p & 7;
p = &x;
}",
    ),
    only_c(
        Class::ScopeOfVla,
        "",
        "int *p = NULL;
{
int a[n];
a[0] = 3;
p = a;
@{@|r += p[0];@}
}
@{r += p[0];@|@}",
    ),
    only_c(
        Class::ScopeOfLiteral,
        "",
        "int *p = NULL;
{
p = (int[]){1, n, 3};
@{@|r += p[1];@}
}
@{r += p[1];@|@}",
    ),
    only_c(
        Class::ScopeOfLiteral,
        "struct pair {\nint a;\nint b;\n};\n",
        "struct pair *p = NULL@{@|, spare@};
if (n) {
p = @{@|&spare;\nspare = *@}&(struct pair){n, 2};
}
r += p->b;",
    ),
    only_cpp(
        Class::ScopeOfTemporary,
        "static const int &same(const int &x) {\nreturn x;\n}\n",
        "const int kept = n + 1;
const int &x = same(@{n + 1@|kept@});
r += x & 7;",
    ),
    only_cpp(
        Class::ScopeOfTemporary,
        "struct holder {\nint value;\nconst int *at() const { return &value; }\n};\n",
        "holder kept{n};
const int *p = @{holder{n}@|kept@}.at();
r += *p & 7;",
    ),
    both(
        Class::ScopeAcrossThreads,
        "static int left;\nstatic void *late(void *p) {\nwhile (!__atomic_load_n(&left, __ATOMIC_SEQ_CST)) sched_yield();\n*(int *)p = 1;\nreturn NULL;\n}\n",
        "pthread_t t;
@{@|int x = n;@}
left = 0;
{
@{int x = n;@|@}
pthread_create(&t, NULL, late, &x);
}
__atomic_store_n(&left, 1, __ATOMIC_SEQ_CST);
pthread_join(t, NULL);",
    ),
    both(
        Class::Leak,
        "",
        "for (int i = 0; i < 3; i++) {
$T *p = ($T *)malloc($K * sizeof($T));
p[0] = 1;
r += (int)p[0];
@{@|free(p);@}
}",
    ),
    both(
        Class::Leak,
        "struct node {\nint value;\nstruct node *next;\n};\n",
        "for (int i = 0; i < 3; i++) {
struct node *one = (struct node *)malloc(sizeof(struct node));
one->value = n;
one->next = (struct node *)calloc(1, sizeof(struct node));
r += one->next->value;
@{@|free(one->next);@}
free(one);
}",
    ),
    both(
        Class::Leak,
        "static char *copy_of(const char *text) {\nchar *p = (char *)malloc(strlen(text) + 1);\nreturn strcpy(p, text);\n}\n",
        "char *p = copy_of(\"first\");
for (int i = 0; i < 3; i++) {
@{@|free(p);@}
p = copy_of(\"second\");
}
r += (int)strlen(p);
free(p);",
    ),
    only_cpp(
        Class::Leak,
        "struct owner {\nint *p;\nowner() : p(new int(1)) {}\n@{@|~owner() { delete p; }@}\n};\n",
        "for (int i = 0; i < 3; i++) {
owner o;
r += *o.p;
}",
    ),
    only_cpp(
        Class::Mismatch,
        "",
        "int *p = new int(n);
r += *p;
@{free@|delete @}(p);",
    ),
    only_cpp(
        Class::Mismatch,
        "",
        "$T *p = new $T[$K];
p[0] = 1;
r += (int)p[0];
delete@{@|[]@} p;",
    ),
    only_cpp(
        Class::Mismatch,
        "",
        "int *p = new int(n);
r += *p;
delete@{[]@|@} p;",
    ),
    only_cpp(
        Class::Mismatch,
        "",
        "int *p = (int *)malloc(sizeof(int));
*p = n;
r += *p;
@{delete @|free@}(p);",
    ),
];
