// title: with 'x instead of !x the step never blocks, so a second thread finds c = 1
// check: --threads 1 => TRUE
// check: --threads 2 => FALSE
// check: --threads 2 --error-label 1:2 => FALSE
// exercises: constrain, primed variable, error label with count
decl x := 0, c := 0;

void main()
begin
  0: x := 1 constrain 'x;
  1: assert(!c);
  2: c := 1;
end
