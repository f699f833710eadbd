// title: ?: binds loosest and to the right: (c | a) ? b : d is 0 and a ? b : (c ? d : b) keeps its outer choice
// check: --threads 1 => TRUE
// check: --threads 2 => TRUE
// exercises: ternary, precedence of ?: , nested ternary
decl zero := 0, one := 1;

void main()
begin
  decl l := 0;
  0: l := one | zero ? zero : one;
  1: assert(!l);
  2: l := one ? one : one ? zero : one;
  3: assert(l);
  4: l := zero = one ? zero : one & one;
  5: assert(l);
end
