// title: l ? * : 1 can be 0 only for l = 1: the second evaluation finds l = 1 and may give 0
// check: --threads 1 => FALSE
// exercises: ternary, star
decl s := 0;

void main()
begin
  decl l := 0;
  0: l := l ? * : 1;
  1: l := l ? * : 1;
  2: assert(l);
end
