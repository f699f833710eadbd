// title: a shared variable without a value can start with 0
// check: --threads 1 => FALSE
// exercises: decl without value, decl with value, assert
decl a := 1, b, c := 0;

void main()
begin
  assert(a & b & !c);
end
