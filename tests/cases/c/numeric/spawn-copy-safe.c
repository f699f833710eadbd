// title: the child takes a copy of the creator's l = 1, and the creator's later l := 0 does not touch it
// check: --threads 1 => TRUE
// check: --threads 2 => TRUE
// exercises: start_thread with a bare number, copy of locals, end_thread
decl s := 0;

void main()
begin
  decl l := 0;
  0: l := 1;
  1: start_thread 4;
  2: l := 0;
  3: goto 6;
  4: assert(l);
  5: end_thread;
  6: s := 1;
end
