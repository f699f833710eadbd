// title: without the test of r two threads run the loop, and the first one's ++s breaks s == l of the second
// check: --threads 1 => TRUE
// check: --threads 2 => FALSE
// check: --threads 2 --error-label 4:2 => FALSE
// exercises: shared list, broadcast assignment, schoose, goto, assume
// source: [DKKW11] section 1, program P'' without its guard
shared z = 1; o = 0; g = 0;
local b = 1;

1: z, o, g = schoose[0, z | o | g], z, o | g;
2: goto 3, 7;
3: assume 1;
4: b, [b] = b, schoose[0, [b]];
5: assert b;
6: goto 4;
7: assume !o;
