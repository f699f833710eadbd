// title: without a mixed predicate s == l is unknown after ++s, ++l, with one thread already
// check: --threads 1 => FALSE
// exercises: shared list, star in assert, schoose, goto, assume
// source: [DKKW11] section 1 and appendix B, program P'' with predicates over r only
shared z = 1; o = 0; g = 0;

1: z, o, g = schoose[0, z | o | g], z, o | g;
2: goto 3, 7;
3: assume o;
4: z = z;
5: assert *;
6: goto 4;
7: assume !o;
