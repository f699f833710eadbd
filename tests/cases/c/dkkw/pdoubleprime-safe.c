// title: o (r == 1) holds after exactly one ++r, so one thread at most enters 4..6 and nobody touches its s == l
// check: --threads 1 => TRUE
// check: --threads 3 => TRUE
// check: --threads 2 --error-label 4:2 => TRUE
// exercises: shared list, broadcast assignment, schoose, goto, assume
// source: [DKKW11] section 1, program P'' with predicates r == 0, r == 1, r > 1 (shared) and s == l (mixed)
shared z = 1; o = 0; g = 0;
local b = 1;

1: z, o, g = schoose[0, z | o | g], z, o | g;
2: goto 3, 7;
3: assume o;
4: b, [b] = b, schoose[0, [b]];
5: assert b;
6: goto 4;
7: assume !o;
