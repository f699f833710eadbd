// title: the same expression without integer labels is (a & b) = c, which is 1 here
// check: --threads 1 => TRUE
// exercises: precedence of & over =, named labels
decl a := 0, b := 1, c := 0;

void main()
begin
  L0: assert(a & b = c);
  L1: assert(!(b | c = c));
end
