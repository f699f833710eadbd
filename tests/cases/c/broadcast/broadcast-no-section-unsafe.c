// title: without the section the released thread asserts x before it is set
// check: --threads 1 => TRUE
// check: --threads 2 => FALSE
// exercises: broadcast, wait
decl x := 0;

void main()
begin
  0: goto 1, 10;
  1: wait;
  2: assert(x);
  3: goto 20;
  10: broadcast;
  12: x := 1;
  20: skip;
end
