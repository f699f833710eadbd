// title: 30 is reached only with l = 1 of the own thread, whichever way 10 chose
// check: --threads 1 => TRUE
// check: --threads 2 => TRUE
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
  31: assert(l);
  40: skip;
end
