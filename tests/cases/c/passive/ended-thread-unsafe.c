// title: a thread that has ended is no longer another thread, so its b = 1 does not block A
// check: --init 1 --threads 1 => FALSE
// check: --init 2 --threads 2 => FALSE
// exercises: passive variable in constrain, ended thread
decl x := 0;
decl thread_local b := 1;

void main()
begin
  goto A, B;
  A: x := 1 constrain !b$;
  assert(!x);
  end_thread;
  B: skip;
end
