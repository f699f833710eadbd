// title: one new x would have to equal b of both other threads, which are 0 and 1: the step does not exist
// check: --init 3 --threads 3 => TRUE
// check: --init 3 --threads 3 --error-label C => FALSE
// exercises: active choice before passive threads, primed variable, constrain
decl x := 0, s0 := 0, s1 := 0;
decl thread_local b := 0;

void main()
begin
  goto A, P0, P1;
  A: assume(s0 & s1);
  C: x := * constrain 'x = b$;
  assert(0);
  P0: b := 0;
  s0 := 1;
  L0: goto L0;
  P1: b := 1;
  s1 := 1;
  L1: goto L1;
end
