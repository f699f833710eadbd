// title: c | !b$ is one conjunct with $, so it binds only when there is another thread
// check: --init 1 --threads 1 => FALSE
// check: --init 2 --threads 2 => TRUE
// exercises: constrain split into conjuncts, passive variable in constrain
decl x := 0, c := 0;
decl thread_local b := 1;

void main()
begin
  x := 1 constrain c | !b$;
  assert(!x);
end
