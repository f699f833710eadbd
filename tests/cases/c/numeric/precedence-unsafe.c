// title: with integer labels a & b = c is a & (b = c), which is 0 here
// check: --threads 1 => FALSE
// exercises: precedence of = over &, integer labels
decl a := 0, b := 1, c := 0;

void main()
begin
  0: assert(a & b = c);
end
