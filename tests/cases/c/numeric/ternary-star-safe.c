// title: l ? * : 1 is 1 for l = 0, so one evaluation from 0 gives 1 in every thread
// check: --threads 1 => TRUE
// check: --threads 2 => TRUE
// exercises: ternary, star
decl s := 0;

void main()
begin
  decl l := 0;
  0: l := l ? * : 1;
  1: assert(l);
end
