// title: the others get the active thread's l = 0 instead
// check: --threads 1 => TRUE
// check: --threads 2 => FALSE
// exercises: passive target first, == tighter than &, goto list
shared go = 0; t = 1;
local l = 0;

1: goto 2, 4;
2: [l], go = l, 1;
3: goto 6;
4: assume go;
5: assert t & l == t;
6: assume t;
