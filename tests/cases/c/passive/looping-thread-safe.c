// title: with two threads the other one is always alive with b = 1 and blocks A; alone A passes
// check: --init 1 --threads 1 => FALSE
// check: --init 2 --threads 2 => TRUE
// check: --init unbounded --threads 2 => FALSE
// exercises: passive variable in constrain, blocked step
decl x := 0;
decl thread_local b := 1;

void main()
begin
  goto A, B;
  A: x := 1 constrain !b$;
  assert(!x);
  end_thread;
  B: goto B;
end
