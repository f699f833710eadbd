// title: the new x = 1 satisfies 'x | b$ for both other threads
// check: --init 2 --threads 2 => TRUE
// check: --init 3 --threads 3 => FALSE
// exercises: active choice before passive threads, primed variable, constrain
decl x := 0, s0 := 0, s1 := 0;
decl thread_local b := 0;

void main()
begin
  goto A, P0, P1;
  A: assume(s0 & s1);
  C: x := * constrain 'x | b$;
  assert(0);
  P0: b := 0;
  s0 := 1;
  L0: goto L0;
  P1: b := 1;
  s1 := 1;
  L1: goto L1;
end
