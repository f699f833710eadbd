// title: with integer labels = and != bind tighter than & and |: a & (b = c) is 0, a & (c != d) is 0, d | (a = c) is 1
// check: --threads 1 => TRUE
// check: --threads 2 => TRUE
// exercises: precedence of = and != over & and |, integer labels
decl a := 0, b := 1, c := 0, d := 1;

void main()
begin
  0: assert(!(a & b = c));
  1: assert(!(a & c != d));
  2: assert(d | a = c);
  3: assert((c = a & d = b));
end
