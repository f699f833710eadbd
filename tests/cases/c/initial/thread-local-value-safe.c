// title: every initial thread has its own b = 1, and others cannot clear it
// check: --init 1 --threads 1 => TRUE
// check: --init 3 --threads 3 => TRUE
// exercises: thread_local with value, --init N
decl thread_local b := 1;

void main()
begin
  assert(b);
  b := 0;
end
