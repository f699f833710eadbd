// title: without the active thread's predicates the update is [b] = *, which forgets that all l are equal
// check: --threads 1 => TRUE
// check: --threads 2 => FALSE
// exercises: broadcast assignment, schoose of two constants
// source: [DKKW11] section 2.2, canonical example without active predicates
local b = 1;

1: b, [b] = 1, schoose[0, 0];
2: assert b;
3: goto 1;
