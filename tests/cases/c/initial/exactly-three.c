// title: the step at A needs that all of exactly three threads have arrived; --init 2 is not --init unbounded
// check: --init 2 --threads 3 => TRUE
// check: --init 3 --threads 3 => FALSE
// check: --init unbounded --threads 2 => TRUE
// check: --init unbounded --threads 3 => FALSE
// exercises: --init N, --init unbounded
decl n0 := 0, n1 := 0;

void main()
begin
  n0, n1 := !n0, n1 ^ n0;
  A: assume(n0 & n1);
  assert(0);
end
