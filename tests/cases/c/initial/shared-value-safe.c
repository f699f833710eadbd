// title: a shared variable with a value starts with it, and b does not matter
// check: --threads 1 => TRUE
// check: --init 2 --threads 2 => TRUE
// exercises: decl with value, decl with star, assert
decl a := 1, b := *, c := F, d := T;

void main()
begin
  assert(a & (b | !b) & !c & d);
end
