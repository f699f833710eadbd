// title: the child takes a copy of l = 0, and the creator's later l := 1 does not help it
// check: --threads 1 => TRUE
// check: --threads 2 => FALSE
// exercises: start_thread with a bare number, copy of locals, end_thread
decl s := 0;

void main()
begin
  decl l := 0;
  0: start_thread 4;
  1: l := 1;
  2: s := 1;
  3: goto 6;
  4: assert(l);
  5: end_thread;
  6: s := 1;
end
