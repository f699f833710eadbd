//! Other undefined behaviour.

use super::class::Class;
use super::{Shape, both, only_c, only_cpp};

/// The shapes.
pub(super) const SHAPES: &[Shape] = &[
    only_c(
        Class::VlaSize,
        "",
        "int size = n - $N@{@| + 1@};
int a[size];
r += (int)sizeof a & 7;",
    ),
    only_c(
        Class::VlaSize,
        "static int first(int size) {\nint a[size];\nreturn (int)(sizeof a & 3);\n}\n",
        "r += first(@{-@|@}$V);",
    ),
    only_cpp(
        Class::MissingReturn,
        "static int sign(int x) {\nif (x < 0) return 1;\nif (x == 0) return 2;\n@{@|return 3;@}\n}\n",
        "r += sign(n);",
    ),
    only_c(
        Class::MissingReturn,
        "static int sign(int x) {\nif (x < 0) return 1;\nif (x == 0) return 2;\n@{@|return 3;@}\n}\n",
        "if (sign(n) & 1) r += 1;",
    ),
    both(Class::Unreachable, "", "if (n @{==@|!=@} $N) __builtin_unreachable();\nr += 1;"),
    both(
        Class::Unreachable,
        "static int known(int x) {\nswitch (x) {\ncase $N@{ + 1@|@}: return 1;\ncase 0: return 2;\ndefault: __builtin_unreachable();\n}\n}\n",
        "r += known(n);",
    ),
    both(Class::ZerosOfZero, "", "r += __builtin_clz((unsigned)(n@{ - $N@|@})) & 7;"),
    both(
        Class::ZerosOfZero,
        "",
        "unsigned long x = (unsigned long)(n@{ - $N@|@});\nr += __builtin_ctzl(x) & 7;",
    ),
    both(
        Class::Overlap,
        "",
        "$T a[$K + 2] = {1, 2};
@{memcpy@|memmove@}(a + 1, a, $K * sizeof($T));
r += (int)(a[1] & 7);",
    ),
    both(
        Class::Overlap,
        "",
        "char *p = (char *)calloc(4, 4);
memcpy(p, p + n, (size_t)n@{ + 1@|@});
r += p[0];
free(p);",
    ),
    both(
        Class::Overlap,
        "",
        "char a[12] = \"word\";
strcpy(a + @{2@|5@}, a);
r += a[@{2@|5@}] & 7;",
    ),
];
