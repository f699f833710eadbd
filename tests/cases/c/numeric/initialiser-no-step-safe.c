// title: unlabelled assignments before label 0 are initial values, so no late thread sets s back to 0
// check: --threads 1 => TRUE
// check: --threads 3 => TRUE
// exercises: unlabelled initialiser, decl without value, integer labels, assert
decl s;

void main()
begin
  decl l;
  s := 0;
  l := 0;
  0: assert(!l);
  1: s := 1;
  2: assert(s);
end
