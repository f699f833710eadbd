// title: y starts with either value, and a thread that has seen y may rely on it since nobody writes it
// check: --threads 1 => TRUE
// check: --threads 2 => TRUE
// exercises: decl with star, unlabelled star initialiser, assume, assert
decl x := 0, y := *;

void main()
begin
  decl l := 0;
  l := *;
  0: assume(y & l);
  1: assert(y & l & !x);
end
