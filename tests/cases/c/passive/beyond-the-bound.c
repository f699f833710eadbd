// title: a thread beyond the bound is no other thread; within the bound it is alive with b = 1 and blocks the step
// check: --threads 1 => FALSE
// check: --threads 2 => TRUE
// exercises: passive variable in constrain, start_thread goto at the bound, non-monotone step
decl x := 0;
decl thread_local b := 1;

void main()
begin
  start_thread goto L;
  x := 1 constrain !b$;
  assert(!x);
  end_thread;
  L: goto L;
end
