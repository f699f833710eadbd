// title: two consumers are released and take the one item without a second test
// check: --threads 2 => TRUE
// check: --threads 3 => FALSE
// exercises: condition variable, wait, broadcast, atomic section, constrain
decl item := 0, p := 0;

void main()
begin
  0: goto 1, 10;
  1: atomic_begin;
  2: if (item) then goto 6; fi;
  3: atomic_end;
  4: wait;
  5: atomic_begin;
  6: assert(item);
  7: item := 0;
  8: atomic_end;
  9: goto 13;
  10: p := 1 constrain !p;
  11: item := 1;
  12: broadcast;
  13: skip;
end
