// title: passive copies with integer labels: another thread sets this thread's l between 0 and 1
// check: --threads 1 => TRUE
// check: --threads 2 => FALSE
// exercises: passive variable, integer labels
decl s := 0;

void main()
begin
  decl l := 0;
  0: l, l$ := 0, 1;
  1: assert(!l);
end
