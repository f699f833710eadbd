// title: b$ & b is 0 for every copy, waiting or not
// check: --init 1 --threads 1 => TRUE
// check: --init 3 --threads 3 => TRUE
// exercises: passive assignment, wait, broadcast
decl w := 0;
decl thread_local b := 0;

void main()
begin
  goto B, A;
  B: w := 1;
  W: wait;
  assert(!b);
  end_thread;
  A: assume(w);
  b$ := b$ & b;
  broadcast;
end
