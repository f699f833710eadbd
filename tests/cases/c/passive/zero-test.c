// title: a passive constraint nobody can satisfy tests for the absence of other threads
// check: --init 1 --threads 1 => FALSE
// check: --init 2 --threads 2 => TRUE
// check: --init 3 --threads 3 => TRUE
// check: --init unbounded --threads 3 => FALSE
// exercises: passive variable in constrain, blocked step, non-monotone step
decl x := 0;
decl thread_local b := 1;

void main()
begin
  x := 1 constrain !b$;
  assert(!x);
end
