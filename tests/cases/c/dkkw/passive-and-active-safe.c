// title: a passive copy is never switched on and an active one gets s = 0, so l stays 0 behind 1
// check: --threads 1 => TRUE
// check: --threads 3 => TRUE
// exercises: shared list, local star, same variable active and passive, goto list
shared s = 0; t = 1;
local l = *;

1: l, [l] = s, [l] & !l;
2: assert !l;
3: goto 1, 4;
4: assume t;
