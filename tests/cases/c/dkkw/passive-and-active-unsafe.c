// title: a thread with l = 0 switches the passive copies on
// check: --threads 1 => TRUE
// check: --threads 2 => FALSE
// exercises: shared list, local star, same variable active and passive, goto list
shared s = 0; t = 1;
local l = *;

1: l, [l] = s, [l] | !l;
2: assert !l;
3: goto 1, 4;
4: assume t;
