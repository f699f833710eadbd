// title: the unknown initial value of a thread_local is a value of each thread: two threads set x and y
// check: --init 1 --threads 1 => TRUE
// check: --init 2 --threads 2 => FALSE
// check: --init single --threads 2 => TRUE
// exercises: uninitialised thread_local variable, --init N
decl x := 0, y := 0;
decl thread_local l;

void main()
begin
  if l then x := 1; else y := 1; fi;
  assert(!(x & y));
end
