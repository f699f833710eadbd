// title: unprimed in constrain is the old value: x := 1 constrain !x is a test and set that one thread passes
// check: --threads 1 => TRUE
// check: --threads 3 => TRUE
// check: --threads 3 --error-label 1:2 => TRUE
// exercises: constrain, blocked step, error label with count
decl x := 0, c := 0;

void main()
begin
  0: x := 1 constrain !x;
  1: assert(!c);
  2: c := 1;
end
