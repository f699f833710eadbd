// title: the same update written with ?: instead of schoose
// check: --threads 1 => TRUE
// check: --threads 3 => TRUE
// exercises: broadcast assignment, nested ternary, ^, goto
// source: [DKKW11] section 2.2, canonical example
local b = 1;

1: b, [b] = 1, [b] & b ? 1 : [b] ^ b ? 0 : *;
2: assert b;
3: goto 1;
