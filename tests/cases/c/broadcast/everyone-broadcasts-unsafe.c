// title: each thread broadcasts and then waits: a second thread's broadcast releases the first one
// check: --threads 1 => TRUE
// check: --threads 2 => FALSE
// check: --init 1 --threads 2 => TRUE
// exercises: wait, broadcast, unbounded initial threads
decl s := 0;

void main()
begin
  0: broadcast;
  1: wait;
  2: assert(0);
end
