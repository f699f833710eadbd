// title: x and y are as declared, but l starts with either value and can be 0
// check: --threads 1 => FALSE
// check: --threads 2 => FALSE
// exercises: decl with star, unlabelled star initialiser, assume, assert
decl x := 0, y := *;

void main()
begin
  decl l;
  l := *;
  0: assume(y);
  1: assert(y & l & !x);
end
