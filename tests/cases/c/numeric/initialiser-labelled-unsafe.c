// title: the same assignment with a label is a step: a late thread sets s to 0 between 1 and 2 of another
// check: --threads 1 => TRUE
// check: --threads 2 => FALSE
// exercises: integer labels, decl without value, assert
decl s;

void main()
begin
  decl l;
  l := 0;
  0: s := 0;
  1: s := 1;
  2: assert(s);
end
