// title: a thread through 12 finds x = 1 from a thread through 15
// check: --threads 1 => TRUE
// check: --threads 2 => FALSE
// exercises: goto with a list, labels with gaps, if e then goto, local star
decl x := 0, y := 0;

void main()
begin
  decl l := *;
  10: goto 12, 15;
  12: l := 1;
  13: goto 20;
  15: l := 0;
  20: if (l) then goto 30; fi;
  21: x := 1;
  22: goto 40;
  30: y := 1;
  31: assert(!x);
  40: skip;
end
