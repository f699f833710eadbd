// title: the unknown initial value of l is a value of each thread: two threads set x and y
// check: --init 1 --threads 1 => TRUE
// check: --init 2 --threads 2 => FALSE
// exercises: uninitialised local variable, --init N
decl x := 0, y := 0;

void main()
begin
  decl l;
  if l then x := 1; else y := 1; fi;
  assert(!(x & y));
end
