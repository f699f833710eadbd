// title: a broadcast carries a waiter over one wait only: two waits in a row need two further threads
// check: --threads 1 => TRUE
// check: --threads 2 => TRUE
// check: --threads 3 => FALSE
// check: --threads 2 --error-label 2 => FALSE
// exercises: wait, broadcast, unbounded initial threads
decl s := 0;

void main()
begin
  0: broadcast;
  1: wait;
  2: wait;
  3: assert(0);
end
