// title: the started thread at 5 answers s with t, and its creator reaches assert(0)
// check: --threads 1 => TRUE
// check: --threads 2 => FALSE
// exercises: start_thread goto, end_thread, assume, one initial thread
decl s := 0, t := 0;

void main()
begin
  decl l := 0;
  0: start_thread goto 5;
  1: s := 1;
  2: assume(t);
  3: assert(0);
  4: end_thread;
  5: assume(s);
  6: t := 1;
end
