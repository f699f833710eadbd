// title: choose(0, 0) is free
// check: --threads 1 => FALSE
// exercises: schoose, parallel assignment, local list
// source: [DKKW11] section 2.2, the operator choose
shared s = 1;
local l = 0; m = 1;

1: l, m = schoose[s, s], schoose[!s, !s];
2: assert l & !m;
