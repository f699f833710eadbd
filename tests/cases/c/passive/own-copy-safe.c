// title: b$ := 0 leaves the own copy alone, and inside the section nobody else can clear it
// check: --init 1 --threads 1 => TRUE
// check: --init 3 --threads 3 => TRUE
// check: --init unbounded --threads 2 => TRUE
// exercises: passive assignment, thread_local with initial value, atomic section
decl thread_local b := 0;

void main()
begin
  atomic_begin;
  b := 1;
  b$ := 0;
  assert(b);
  atomic_end;
end
