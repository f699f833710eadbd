// title: without the section another thread's b$ := 0 clears this copy before the assertion
// check: --init 1 --threads 1 => TRUE
// check: --init 2 --threads 2 => FALSE
// exercises: passive assignment, thread_local with initial value
decl thread_local b := 0;

void main()
begin
  b := 1;
  b$ := 0;
  assert(b);
end
