// title: choose(x, y) is 1 whenever x is 1, also with y = 1, and is 0 for x = 0 and y = 1
// check: --threads 1 => TRUE
// check: --threads 2 => TRUE
// exercises: schoose, parallel assignment, local list
// source: [DKKW11] section 2.2, the operator choose
shared s = 1;
local l = 0; m = 1;

1: l, m = schoose[s, s], schoose[!s, s];
2: assert l & !m;
