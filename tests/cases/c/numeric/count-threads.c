// title: each initial thread adds one to the two-bit number s1 s0, so exactly a third thread makes it 3
// check: --threads 1 => TRUE
// check: --threads 2 => TRUE
// check: --threads 3 => FALSE
// check: --init 2 --threads 3 => TRUE
// check: --init 3 --threads 3 => FALSE
// check: --init single --threads 3 => TRUE
// exercises: unbounded initial threads, --init, parallel assignment
decl s0 := 0, s1 := 0;

void main()
begin
  0: s0, s1 := !s0, s1 ^ s0;
  1: assert(!(s0 & s1));
end
