// title: a passive target may stand before the others: whoever sets go gives l = t to all other threads
// check: --threads 1 => TRUE
// check: --threads 3 => TRUE
// check: --threads 2 --error-label 5 => FALSE
// exercises: passive target first, == tighter than &, goto list
shared go = 0; t = 1;
local l = 0;

1: goto 2, 4;
2: [l], go = t, 1;
3: goto 6;
4: assume go;
5: assert t & l == t;
6: assume t;
