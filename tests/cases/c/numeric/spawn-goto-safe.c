// title: creator and child wait for each other, t before s and s before t, so neither goes on
// check: --threads 1 => TRUE
// check: --threads 3 => TRUE
// exercises: start_thread goto, end_thread, assume, one initial thread
decl s := 0, t := 0;

void main()
begin
  decl l := 0;
  0: start_thread goto 5;
  1: assume(t);
  2: s := 1;
  3: assert(0);
  4: end_thread;
  5: assume(s);
  6: t := 1;
end
