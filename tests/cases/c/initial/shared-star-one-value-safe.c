// title: the unknown initial value of g is one value for all threads
// check: --init 1 --threads 1 => TRUE
// check: --init 3 --threads 3 => TRUE
// exercises: uninitialised shared variable, --init N
decl g, x := 0, y := 0;

void main()
begin
  if g then x := 1; else y := 1; fi;
  assert(!(x & y));
end
