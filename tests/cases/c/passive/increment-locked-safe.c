// title: v = value; value = v + 1 under a lock: at PC7 b1 = 1, so no other thread loses v < value
// check: --threads 2 => TRUE
// check: --threads 3 => TRUE
// exercises: passive assignment, schoose, constrain over new passive values, start_thread goto in a loop
decl lock := 0;              // SHARED -- m == 1
decl thread_local b0 := 0;   // MIXED -- v < value
decl thread_local b1 := 1;   // MIXED -- v == value

void main()
begin
  l1:
  PC2: start_thread goto l2;
  PC3: if * then goto l1; fi;
  PC4: end_thread;
  l2:
  PC5: lock := 1 constrain !lock;
  // v = value;
  PC6: b0,b1 := 0,1;
  // value = v + 1;
  PC7: b0,b1,b0$,b1$ := 1,0,
         schoose[b1 & (b0$ | b1$), b1 & !(b0$ | b1$)],
         schoose[F, b1 & (b0$ | b1$)]
       constrain !('b0$ & 'b1$);
  PC8: lock := 0;
  // assert(v < value);
  PC9: assert(b0);
end
